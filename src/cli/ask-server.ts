import type { ErrorType, FailureBody } from '#contract/errors.ts';
import { encodeHeader } from './encode-header.ts';
import { EXIT, Failure } from './failure.ts';
import { BrokenExchange, exchange, readAnswer } from './http-exchange.ts';
import type { SignedIn } from './settings.ts';

export interface Question {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Below the server's address, with its query. */
  path: string;
  body?: object;
  /** What may be asked any number of times. */
  isRead?: boolean;
}

const EXIT_CODES: Partial<Record<ErrorType, number>> = {
  AUTHENTICATION_ERROR: EXIT.notSignedIn,
  LOCK_HELD: EXIT.held,
};

/** What the server refused, in its own words. */
export class Refusal extends Failure {
  readonly type: ErrorType;
  readonly status: number;
  constructor(status: number, { error, errorType, issues }: FailureBody) {
    super(sentenceOf(error, issues), EXIT_CODES[errorType] ?? EXIT.failed);
    this.type = errorType;
    this.status = status;
  }
}

/** Sends one REST call and gives back what stands in `data`. */
export async function askServer<T>(to: SignedIn, { method, path, body, isRead }: Question): Promise<T> {
  const url = `${to.url}${path}`;
  try {
    const response = await exchange(url, {
      method,
      headers: headersFor(to),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return readEnvelope<T>(to.url, response.statusCode ?? 0, await readAnswer(response));
  } catch (error) {
    if (error instanceof BrokenExchange) throw explainBroken(to.url, error, isRead === true || method === 'GET');
    throw error;
  }
}

export const headersFor = ({ key, agent }: SignedIn) => ({
  authorization: `Bearer ${key}`,
  ...(agent === undefined ? {} : { 'x-agent-name': encodeHeader(agent) }),
});

function readEnvelope<T>(url: string, status: number, text: string): T {
  const answer = parse(text);
  if (answer?.success === true) return answer.data as T;
  if (answer?.success === false) throw new Refusal(status, answer);
  throw new Failure(`${url} answered ${status}, but not as Baton does. Check the address with baton doctor.`);
}

function parse(text: string): { success: true; data: unknown } | FailureBody | undefined {
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

/** The path belongs to the sentence where the sentence does not name it. */
function sentenceOf(error: string, issues: FailureBody['issues']): string {
  const [first] = issues ?? [];
  if (first === undefined || first.path === '' || error.includes(first.path)) return error;
  return `${error} (${first.path}: ${first.message})`;
}
