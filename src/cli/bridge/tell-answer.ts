import { ERROR_META_KEY, TOKEN_META_KEY } from '../baton-headers.ts';
import { BrokenExchange } from '../http-exchange.ts';
import type { Bridge } from './bridge.ts';
import type { Repeat } from './judge-repeat.ts';
import { type Fields, type Handshake, type RpcMessage, failureOf, fieldsOf } from './rpc-message.ts';

interface Answer {
  status: number;
  /** Verbatim, with a line feed. */
  line: Buffer;
  sessionId?: string | string[] | undefined;
  repeat: Repeat;
  mayBeDone: boolean;
}

/** Statuses of a proxy whose upstream is unreachable. */
const AWAY = new Set([502, 503, 504]);
const LINE_FEED = 0x0a;
const BEGINNING = '{"result":';

/** Passes an answer to the client: verbatim where the bridge need not look into it. */
export function tellAnswer(bridge: Bridge, message: RpcMessage, answer: Answer): void {
  const { status, line, sessionId, repeat, mayBeDone } = answer;
  if (message.id === undefined) return;
  const isSecond = mayBeDone && repeat === 'fenced';
  if (status === 200 && !isSecond && isPlain(message, line)) return bridge.pass(line);
  const told = parseMessage(line.toString());
  if (isAway(status, told) && (repeat !== 'never' || told?.['jsonrpc'] === undefined))
    throw new BrokenExchange(new Error(`it answered ${status}`), true);
  learnHandshake(bridge.handshake, message, told, sessionId);
  bridge.baton.learn(told);
  const shown = toMessage(message.id, status, told);
  bridge.write(isSecond ? explainSecond(shown) : shown);
}

/** Away for a moment: the server, or its database in the middle of a tool, which is answered as a result. */
function isAway(status: number, told: Fields | undefined): boolean {
  const meta = fieldsOf(fieldsOf(told?.['result'])['_meta']);
  if (meta[ERROR_META_KEY] === 'DATABASE_UNAVAILABLE') return true;
  return AWAY.has(status) && fieldsOf(fieldsOf(told?.['error'])['data'])['errorType'] !== 'MAINTENANCE';
}

/**
 * Whether the bridge need not parse it. Decided by its beginning and end; anything else is parsed, and still passed on.
 */
function isPlain({ id, method }: RpcMessage, line: Buffer): boolean {
  if (method === 'initialize' || line.toString('latin1', 0, BEGINNING.length) !== BEGINNING) return false;
  const end = `,"jsonrpc":"2.0","id":${JSON.stringify(id)}}\n`;
  if (line.toString('utf8', Math.max(0, line.length - Buffer.byteLength(end))) !== end) return false;
  if (line.includes(TOKEN_META_KEY) || line.includes(ERROR_META_KEY)) return false;
  return line.indexOf(LINE_FEED) === line.length - 1;
}

/** The answer to the handshake has the session id and protocol revision of all later messages. */
export function learnHandshake(
  handshake: Handshake,
  { method }: RpcMessage,
  answer: object | undefined,
  sessionId: string | string[] | undefined,
): void {
  if (method !== 'initialize' || answer === undefined) return;
  const version = fieldsOf(fieldsOf(answer)['result'])['protocolVersion'];
  if (typeof version === 'string') handshake.version = version;
  if (typeof sessionId === 'string') handshake.sessionId = sessionId;
}

export function parseMessage(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** An answer that is not JSON-RPC is from a proxy or from another layer: its text becomes the error. */
function toMessage(id: string | number, status: number, answer: Fields | undefined): Fields {
  if (answer?.['jsonrpc'] === '2.0') return { ...answer, id };
  const sentence = typeof answer?.['error'] === 'string' ? answer['error'] : `The server answered ${status}.`;
  return failureOf(id, sentence);
}

const FIRST_TRY =
  'The connection broke when this was sent first, and it may have been done then: call orient to see. The second try was told:';

/** A refused retry must not be taken to mean that nothing happened. */
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
