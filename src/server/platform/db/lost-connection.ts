/** SQLSTATE classes and driver messages that mean the database is unreachable, not that the statement was wrong. */
const GONE_STATES = /^(08|57P0[123]|53300)/;
/** SQLSTATE of a write on a standby, or on a host that was set to read only. */
const READ_ONLY = '25006';
/** SQLSTATE: too many connections. */
const FULL = '53300';
const GONE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const GONE_TEXTS =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|the database system is|pool after calling end/;

/** Errors of sockets to the database. Some of Node's have neither a system call nor a text of their own. */
const ofSockets = new WeakSet<Error>();
export const noteSocketError = (error: Error): void => void ofSockets.add(error);

export function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}

/** Whether the database could not be reached or cannot write, whatever the statement was. */
export function isDatabaseGone(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    const code = codeOf(cause);
    if (GONE_STATES.test(code) || code === READ_ONLY || GONE_TEXTS.test(cause.message)) return true;
    if (ofSockets.has(cause) || (GONE_CODES.has(code) && 'syscall' in cause)) return true;
    // One failure for each address of a name.
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseGone)) return true;
  }
  return false;
}

/** What befalls a statement that was sent, and not an attempt to connect. */
const CUT_STATES = /^(08006|57P0[12])/;
const CUT_TEXTS = /Connection terminated|Query read timeout|Client has encountered a connection error/;

/** Whether the connection was lost while a statement was under way, which may have taken effect. */
export function isCutOff(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    if (CUT_STATES.test(codeOf(cause)) || CUT_TEXTS.test(cause.message)) return true;
    const call = 'syscall' in cause ? cause.syscall : undefined;
    if (call === 'read' || call === 'write' || (call === undefined && ofSockets.has(cause))) return true;
  }
  return false;
}

/** The statement was refused as a whole, and with it its transaction: nothing of it happened. */
export function isReadOnly(error: unknown): boolean {
  for (const cause of causesOf(error)) if (codeOf(cause) === READ_ONLY) return true;
  return false;
}

/** Whether another host may be the one to ask: a host without a free connection, or a pool without one, is not lost. */
export function isHostLost(error: unknown): boolean {
  if (!isDatabaseGone(error)) return false;
  for (const cause of causesOf(error)) {
    if (codeOf(cause) === FULL) return false;
    if (/timeout exceeded when trying to connect|pool after calling end/.test(cause.message)) return false;
  }
  return true;
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');
