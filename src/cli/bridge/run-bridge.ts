import type { Bridge } from './bridge.ts';
import { type Received, forwardMessage } from './forward-message.ts';
import { type RpcMessage, failureOf, fieldsOf } from './rpc-message.ts';

const NOT_JSON = -32_700;
const NOT_A_MESSAGE = -32_600;

/**
 * Reads messages line by line and forwards them concurrently. At the end of input, requests under way are still
 * answered; only retries and streams are aborted.
 */
export async function runBridge(door: Omit<Bridge, 'ended'>, input: NodeJS.ReadableStream): Promise<void> {
  const underWay = new Map<string | number, AbortController>();
  const all = new Set<Promise<void>>();
  const ended = new AbortController();
  const bridge = { ...door, ended: ended.signal };

  const take = (received: Received) => {
    const { message } = received;
    if (message.method === 'notifications/cancelled') {
      const id = message.params?.['requestId'];
      if (typeof id === 'string' || typeof id === 'number') underWay.get(id)?.abort();
      return;
    }
    // A response to a request that nobody here has sent.
    if (message.method === undefined) return;
    const { id } = message;
    const cancelled = new AbortController();
    if (id !== undefined) underWay.set(id, cancelled);
    const isEndless = message.method === 'subscriptions/listen';
    const signal = isEndless ? AbortSignal.any([cancelled.signal, ended.signal]) : cancelled.signal;
    const work = forwardMessage(bridge, received, signal)
      .catch((error: unknown) => {
        bridge.log(String(error));
        if (id !== undefined) bridge.write(failureOf(id, 'The bridge failed. Nothing more is known; call orient.'));
      })
      .finally(() => {
        all.delete(work);
        if (id !== undefined) underWay.delete(id);
      });
    all.add(work);
  };

  await readLines(input, (line) => {
    if (line.trim() === '') return;
    const received = readMessage(line, bridge);
    if (received !== undefined) take(received);
  });
  ended.abort();
  await Promise.all(all);
}

/** Emits complete lines; the rest after the last line feed is one too. */
function readLines(input: NodeJS.ReadableStream, take: (line: string) => void): Promise<void> {
  input.setEncoding('utf8');
  let parts: string[] = [];
  return new Promise((resolve, reject) => {
    input.on('data', (chunk: string) => {
      let from = 0;
      for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', from)) {
        const end = chunk.slice(from, at);
        take(parts.length === 0 ? end : parts.join('') + end);
        parts = [];
        from = at + 1;
      }
      if (from < chunk.length) parts.push(chunk.slice(from));
    });
    input.once('error', reject);
    input.once('end', () => {
      take(parts.join(''));
      resolve();
    });
  });
}

function readMessage(line: string, bridge: Bridge): Received | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return receive(value, line);
    bridge.write(failureOf(null, 'Send one message per line, not a batch.', NOT_A_MESSAGE));
  } catch {
    bridge.write(failureOf(null, 'This line is not JSON.', NOT_JSON));
  }
  return undefined;
}

/** Invalid fields are dropped; a message without any is forwarded verbatim. */
function receive(value: object, line: string): Received {
  const message = clean(value);
  const { id, params } = fieldsOf(value);
  const isAsItCame = id === message.id && (params === undefined || params === message.params);
  return { message, text: isAsItCame ? line : JSON.stringify(message) };
}

function clean(value: object): RpcMessage {
  const { id, method, params, ...rest } = fieldsOf(value);
  return {
    ...rest,
    ...(typeof id === 'string' || typeof id === 'number' ? { id } : {}),
    ...(typeof method === 'string' ? { method } : {}),
    ...(params === undefined ? {} : { params: fieldsOf(params) }),
  };
}
