import type { Agent, IncomingMessage, OutgoingHttpHeaders, request as overHttp } from 'node:http';
import { VERSION } from './version.ts';

export interface Message {
  method: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Uint8Array | undefined;
  /** Timeout until the response begins. */
  answerMs?: number;
  signal?: AbortSignal | undefined;
  /**
   * Reuses a keep-alive connection. Not for writes that are not idempotent: on a new connection it is known whether
   * they were sent.
   */
  isRepeatable?: boolean;
}

/** No response, or an incomplete one. */
export class BrokenExchange extends Error {
  /** Whether the server may have received and executed the request. */
  readonly wasSent: boolean;
  readonly code: string;
  constructor(error: Error, wasSent: boolean) {
    super(error.message, { cause: error });
    this.wasSent = wasSent;
    this.code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  }
}

const CONNECT_MS = 10_000;
const ANSWER_MS = 120_000;

interface Client {
  request: typeof overHttp;
  keptAlive: Agent;
}

const clients: Partial<Record<'http' | 'https', Client>> = {};

/**
 * Loaded lazily, since start-up time matters in a shell. By getBuiltinModule where possible: `import` reads every
 * export of the module, one of which loads a WebSocket client and takes half of the time.
 */
async function clientFor(url: string): Promise<Client> {
  const builtin: typeof process.getBuiltinModule | undefined = process.getBuiltinModule;
  if (url.startsWith('https:')) {
    const { Agent, request } = builtin?.('node:https') ?? (await import('node:https'));
    return (clients.https ??= { request, keptAlive: new Agent({ keepAlive: true }) });
  }
  const { Agent, request } = builtin?.('node:http') ?? (await import('node:http'));
  return (clients.http ??= { request, keptAlive: new Agent({ keepAlive: true }) });
}

/**
 * One request; resolves when the response begins. On Node's http module and not on `fetch`, which does not tell whether
 * a failed request had been sent.
 */
export async function exchange(url: string, message: Message): Promise<IncomingMessage> {
  const isSecure = url.startsWith('https:');
  const client = await clientFor(url);
  return new Promise((resolve, reject) => {
    const { method, headers, body, signal } = message;
    let wasSent = false;
    const request = client.request(url, {
      method,
      agent: message.isRepeatable === true ? client.keptAlive : false,
      headers: {
        'user-agent': `baton-cli/${VERSION}`,
        accept: 'application/json, text/event-stream',
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
      ...(signal === undefined ? {} : { signal }),
    });
    const giveUp = (ms: number, code: string) =>
      setTimeout(() => request.destroy(Object.assign(new Error('no answer in time'), { code })), ms);
    const connecting = giveUp(CONNECT_MS, 'ETIMEDOUT');
    const answering = giveUp(message.answerMs ?? ANSWER_MS, 'ETIMEDOUT');
    request.on('socket', (socket) => {
      const begin = () => {
        wasSent = true;
        clearTimeout(connecting);
      };
      if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', begin);
      else begin();
    });
    request.on('error', (error) => {
      clearTimeout(connecting);
      clearTimeout(answering);
      reject(new BrokenExchange(error, wasSent));
    });
    request.on('response', (response) => {
      clearTimeout(answering);
      resolve(response);
    });
    request.end(body);
  });
}

/** The complete body; rejects if it breaks off. */
export function readAnswer(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    let text = '';
    const fail = (error: Error) => reject(new BrokenExchange(error, true));
    response.on('data', (chunk: string) => {
      text += chunk;
    });
    response.once('end', () => resolve(text));
    response.once('error', fail);
    response.once('close', () => {
      if (!response.complete) fail(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
    });
  });
}

/** Closes the connections that were kept alive, so that the process can exit. */
export function closeConnections(): void {
  for (const { keptAlive } of Object.values(clients)) keptAlive.destroy();
}
