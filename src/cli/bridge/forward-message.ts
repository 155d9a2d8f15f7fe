import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { BrokenExchange, exchange, readAnswer } from '../http-exchange.ts';
import { readEventStream } from '../read-event-stream.ts';
import { TOKEN_META_KEY } from '../baton-headers.ts';
import type { KeptBaton } from './keep-baton.ts';
import { type Repeat, judgeRepeat } from './judge-repeat.ts';
import { type Fields, type Handshake, type RpcMessage, failureOf, fieldsOf, headersOf } from './rpc-message.ts';

export interface Bridge {
  /** Of the server's MCP door, with the project. */
  url: string;
  headers: Record<string, string>;
  handshake: Handshake;
  /** The baton of this working tree: what a call proves, and what its answer tells. */
  baton: KeptBaton;
  /** How long a server may be away before that is the answer. */
  patienceMs: number;
  /** The client has said its last word: nothing is waited for any more. */
  ended: AbortSignal;
  /** Gives a message to the client. */
  write(message: object): void;
  /** The same for one that is already written. */
  pass(text: string): void;
  /** For people: standard error. */
  log(line: string): void;
}

/** A message as far as it is looked into, and as it is handed on. */
export interface Received {
  message: RpcMessage;
  text: string;
}

const PAUSE_MS = 100;
const PAUSE_MAX_MS = 2_000;
/** What a proxy says when the server behind it is away, or went away in the middle. */
const AWAY = new Set([502, 503, 504]);

/**
 * Hands one message to the server and its answer to the client. A server that is away is tried again; but what may
 * already have been done is not sent twice, and the client is told that it is not known.
 */
export async function forwardMessage(bridge: Bridge, { message, text }: Received, signal: AbortSignal): Promise<void> {
  const repeat = message.id === undefined ? 'never' : judgeRepeat(message);
  let mayBeDone = false;
  let pause = PAUSE_MS;
  let until = Date.now() + bridge.patienceMs;
  for (;;) {
    try {
      await send(bridge, message, { text, repeat, mayBeDone, signal });
      return;
    } catch (error) {
      if (!(error instanceof BrokenExchange)) throw error;
      if (signal.aborted || message.id === undefined) return;
      if (error.wasSent && repeat === 'never') {
        bridge.write(unknown(message, bridge));
        return;
      }
      mayBeDone ||= error.wasSent;
      if (error instanceof BrokenStream) until = Date.now() + bridge.patienceMs;
      if (bridge.ended.aborted || Date.now() >= until) {
        bridge.write(away(message, bridge, error, mayBeDone && repeat === 'fenced'));
        return;
      }
      bridge.log(`${new URL(bridge.url).origin} is away (${error.code || error.message}); trying again`);
      await wait(pause, undefined, { signal: AbortSignal.any([signal, bridge.ended]) }).catch(() => undefined);
      if (signal.aborted) return;
      pause = Math.min(pause * 2, PAUSE_MAX_MS);
    }
  }
}

/** A stream that had begun: whoever follows one may follow it again, however long the first lasted. */
class BrokenStream extends BrokenExchange {}

interface Sending {
  text: string;
  repeat: Repeat;
  mayBeDone: boolean;
  signal: AbortSignal;
}

async function send(
  bridge: Bridge,
  message: RpcMessage,
  { text: body, repeat, mayBeDone, signal }: Sending,
): Promise<void> {
  const response = await exchange(bridge.url, {
    method: 'POST',
    headers: { ...bridge.headers, ...bridge.baton.headers(), ...headersOf(message, bridge.handshake) },
    body,
    isRepeatable: repeat === 'always',
    signal,
  });
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
  if (isStream) return sendStream(bridge, message, response);
  const text = await readAnswer(response);
  if (message.id === undefined) return;
  const status = response.statusCode ?? 0;
  const isSecond = mayBeDone && repeat === 'fenced';
  if (status === 200 && !isSecond && isPlain(message, text)) return bridge.pass(text);
  const answer = parse(text);
  const isAway = AWAY.has(status) && fieldsOf(fieldsOf(answer?.['error'])['data'])['errorType'] !== 'MAINTENANCE';
  if (isAway && (repeat !== 'never' || answer?.['jsonrpc'] === undefined))
    throw new BrokenExchange(new Error(`it answered ${status}`), true);
  learn(bridge.handshake, message, answer, response);
  bridge.baton.learn(answer);
  const told = toMessage(message.id, status, answer);
  bridge.write(isSecond ? explainSecond(told) : told);
}

/**
 * An answer in which nothing is for the bridge: it is handed on as it came. Judged by how it begins and ends; what does
 * not look like this is read, and still handed on.
 */
function isPlain({ id, method }: RpcMessage, text: string): boolean {
  if (method === 'initialize' || id === undefined || !text.startsWith('{"result":')) return false;
  if (!text.endsWith(`,"jsonrpc":"2.0","id":${JSON.stringify(id)}}`)) return false;
  return !text.includes(TOKEN_META_KEY) && !text.includes('\n');
}

/** Every event of the stream is a message; the last one is the answer. */
async function sendStream(bridge: Bridge, message: RpcMessage, response: IncomingMessage): Promise<void> {
  let isAnswered = false;
  try {
    for await (const { data } of readEventStream(response)) {
      const each = parse(data);
      if (each === undefined) continue;
      isAnswered ||= each['id'] === message.id && each['method'] === undefined;
      learn(bridge.handshake, message, each, response);
      bridge.baton.learn(each);
      bridge.write(each);
    }
  } catch (error) {
    throw new BrokenStream(error instanceof Error ? error : new Error(String(error)), true);
  }
  if (!isAnswered) throw new BrokenStream(new Error('the stream ended'), true);
}

/** The handshake's answer names the session and the revision that all later messages belong to. */
function learn(
  handshake: Handshake,
  { method }: RpcMessage,
  answer: object | undefined,
  response: IncomingMessage,
): void {
  if (method !== 'initialize' || answer === undefined) return;
  const version = fieldsOf(fieldsOf(answer)['result'])['protocolVersion'];
  const sessionId = response.headers['mcp-session-id'];
  if (typeof version === 'string') handshake.version = version;
  if (typeof sessionId === 'string') handshake.sessionId = sessionId;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** An answer that is not of the protocol comes from something in between, or from deeper inside: its sentence counts. */
function toMessage(id: string | number, status: number, answer: Fields | undefined): Fields {
  if (answer?.['jsonrpc'] === '2.0') return { ...answer, id };
  const sentence = typeof answer?.['error'] === 'string' ? answer['error'] : `The server answered ${status}.`;
  return failureOf(id, sentence);
}

const FIRST_TRY =
  'The connection broke when this was sent first, and it may have been done then: call orient to see. The second try was told:';

/** The refusal of a second try must not be read as if nothing had happened. */
function explainSecond(answer: Fields): object {
  const error = fieldsOf(answer['error']);
  if (typeof error['message'] === 'string')
    return { ...answer, error: { ...error, message: `${FIRST_TRY}\n${error['message']}` } };
  const result = fieldsOf(answer['result']);
  const [first, ...others] = Array.isArray(result['content']) ? (result['content'] as unknown[]) : [];
  const text = fieldsOf(first)['text'];
  if (result['isError'] !== true || typeof text !== 'string') return answer;
  const content = [{ ...fieldsOf(first), text: `${FIRST_TRY}\n${text}` }, ...others];
  return { ...answer, result: { ...result, content } };
}

function unknown({ id = 0, params }: RpcMessage, { url }: Bridge): object {
  const tool = typeof params?.['name'] === 'string' ? params['name'] : 'the call';
  return failureOf(
    id,
    `It is not known whether ${tool} was done: ${new URL(url).origin} broke off before it had answered. Call orient or plan_read to see, and send it again only if it is missing.`,
  );
}

function away({ id = 0 }: RpcMessage, { url }: Bridge, error: BrokenExchange, mayBeDone: boolean): object {
  const what = mayBeDone
    ? 'It is not known whether this was done: call orient when it is back.'
    : 'Nothing was changed.';
  return failureOf(
    id,
    `${new URL(url).origin} cannot be reached (${error.code || error.message}). ${what} Try again in a minute; baton doctor says more.`,
  );
}
