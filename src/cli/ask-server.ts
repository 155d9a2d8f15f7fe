import type { IncomingMessage } from 'node:http';
import type { ErrorCode, ErrorType, FailureBody, ValidationIssue } from '#contract/errors.ts';
import { SESSION_HEADER, TOKEN_HEADER } from './baton-headers.ts';
import { encodeHeader } from './encode-header.ts';
import { EXIT, Failure } from './failure.ts';
import { BrokenExchange, exchange, readAnswer } from './http-exchange.ts';
import { sayInCommands } from './say-in-commands.ts';
import type { SignedIn } from './settings.ts';

export interface Question {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query. */
  path: string;
  body?: object;
  /** A raw file instead of a JSON body. */
  file?: Uint8Array;
  /** May be sent any number of times, so that it can be retried. */
  isRead?: boolean;
  /** Refused the second time where the first was done: it can be retried too, but the refusal says little. */
  isFenced?: boolean;
}

/** Enough for a hundred megabytes over a slow line, and for writing them. */
const UPLOAD_MS = 30 * 60_000;

interface Success<T> {
  success: true;
  data: T;
  nextCursor?: string | null;
}

/** Bounds pagination. */
const EVERY_MAX = 10_000;

const EXIT_CODES: Partial<Record<ErrorType, number>> = {
  AUTHENTICATION_ERROR: EXIT.notSignedIn,
  LOCK_HELD: EXIT.held,
};

/** An error of the server, with its message. */
export class Refusal extends Failure {
  readonly type: ErrorType;
  readonly code: ErrorCode | undefined;
  readonly status: number;
  /** A try before this one broke off, and may have been done. */
  readonly isSecond: boolean;
  constructor(status: number, { error, errorType, errorCode, issues }: FailureBody, { isSecond = false } = {}) {
    super(`${isSecond ? FIRST_TRY : ''}${sentenceOf(error, issues)}`, EXIT_CODES[errorType] ?? EXIT.failed);
    this.type = errorType;
    this.code = errorCode;
    this.status = status;
    this.isSecond = isSecond;
  }
}

const FIRST_TRY =
  'The database was away when this was sent first, and it may have been done then: look with baton prime. The second try was told: ';

/** Longer than a failover of the database takes, beyond what the server itself waits for it. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 250;
const PAUSE_MAX_MS = 2_000;
/** A server or proxy that names a later moment, such as one whose disk is full, is not waited for. */
const SOON_S = 10;
const AWAY = new Set([502, 503, 504]);

/** Sends a REST call and returns `data`. */
export async function askServer<T>(to: SignedIn, question: Question): Promise<T> {
  return (await askEnvelope<T>(to, question)).data;
}

/** Follows the cursors of a paginated list. */
export async function askEvery<T>(to: SignedIn, path: string): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const page: Success<T[]> = await askEnvelope<T[]>(to, { method: 'GET', path: `${path}${query}` });
    rows.push(...page.data);
    cursor = page.data.length === 0 ? null : (page.nextCursor ?? null);
  } while (cursor !== null && rows.length < EVERY_MAX);
  return rows;
}

/** Waits for a server whose database is away for a moment (backoff with jitter), where the call may be sent again. */
async function askEnvelope<T>(to: SignedIn, question: Question): Promise<Success<T>> {
  const { isFenced = false, isRead = question.method === 'GET' } = question;
  const until = Date.now() + PATIENCE_MS;
  let isSecond = false;
  for (let pause = PAUSE_MS; ; pause = Math.min(pause * 2, PAUSE_MAX_MS)) {
    const answer = await askOnce<T>(to, question);
    if (answer.failure === undefined) return answer;
    if (!answer.isAway || !(isRead || isFenced) || Date.now() >= until)
      throw new Refusal(answer.status, answer.failure, { isSecond: isSecond && isFenced });
    isSecond = true;
    const jittered = pause * (0.5 + Math.random() / 2);
    await new Promise((resolve) => setTimeout(resolve, jittered));
  }
}

type Answer<T> =
  | (Success<T> & { failure?: undefined })
  | { failure: FailureBody; status: number; /** It may be asked again in a few seconds. */ isAway: boolean };

async function askOnce<T>(to: SignedIn, { method, path, body, file, isRead }: Question): Promise<Answer<T>> {
  const url = `${to.url}${path}`;
  try {
    const response = await exchange(url, {
      method,
      headers: { ...headersFor(to), ...(file === undefined ? {} : { 'content-type': 'application/octet-stream' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file === undefined ? {} : { body: file, answerMs: UPLOAD_MS }),
    });
    return readEnvelope<T>(to.url, response, await readAnswer(response));
  } catch (error) {
    if (error instanceof BrokenExchange) throw explainBroken(to.url, error, isRead === true || method === 'GET');
    throw error;
  }
}

export const headersFor = ({ key, agent, session, token }: SignedIn): Record<string, string> => ({
  authorization: `Bearer ${key}`,
  ...(agent === undefined ? {} : { 'x-agent-name': encodeHeader(agent) }),
  ...(session === undefined ? {} : { [SESSION_HEADER]: session }),
  ...(token === undefined ? {} : { [TOKEN_HEADER]: token }),
});

function readEnvelope<T>(url: string, { statusCode: status = 0, headers }: IncomingMessage, text: string): Answer<T> {
  const answer = parse(text);
  if (answer?.success === true) return answer as Success<T>;
  const seconds = Number(headers['retry-after']);
  const isSoon = AWAY.has(status) && seconds > 0 && seconds <= SOON_S;
  if (answer?.success === false)
    return { failure: answer, status, isAway: isSoon && answer.errorType !== 'MAINTENANCE' };
  throw new Failure(`${url} answered ${status}, but not as Baton does. Check the address with baton doctor.`);
}

function parse(text: string): Success<unknown> | FailureBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'success' in value ? (value as FailureBody) : undefined;
  } catch {
    return undefined;
  }
}

function explainBroken(url: string, { wasSent, code, message }: BrokenExchange, isRead: boolean): Failure {
  const reason = code === '' ? message : code;
  if (!wasSent)
    return new Failure(`${url} cannot be reached (${reason}). Nothing was changed; baton doctor says more.`);
  if (isRead) return new Failure(`${url} broke off before it had answered (${reason}). Try again.`);
  return new Failure(
    `${url} broke off before it had answered (${reason}): it is not known whether this was written. Look with baton prime before you send it again.`,
  );
}

/**
 * Several issues are put on lines of their own; the path of a single one is added where the sentence does not name it.
 */
function sentenceOf(error: string, issues: FailureBody['issues'] = []): string {
  const [first, ...others] = issues;
  if (others.length > 0)
    return ['Nothing was changed. What is wrong:', ...issues.map(sayIssue), ...moreOf(error)].join('\n  ');
  if (first === undefined || first.path === '' || error.includes(first.path)) return sayInCommands(error);
  return `${sayInCommands(error)} (${first.path}: ${first.message})`;
}

const sayIssue = ({ path, message }: ValidationIssue): string => (path === '' ? message : `${path}: ${message}`);
/** The server reports a limited number of issues, and how many more there are. */
const moreOf = (error: string): string[] => /and \d+ more (?:ops with )?faults/.exec(error) ?? [];
