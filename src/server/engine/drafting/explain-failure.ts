import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '#server/platform/error.ts';
import type { Provider } from './provider.ts';

type FailureKind =
  | 'rate-limited'
  | 'overloaded'
  | 'unavailable'
  | 'refused-request'
  | 'bad-request'
  | 'timeout'
  | 'bad-answer'
  | 'cut-answer'
  | 'long-answer'
  | 'declined'
  | 'key';

/**
 * A failed request. It has a kind and none of the provider's text: an error body can contain the key, the URL or the
 * PRD, which must not reach a log or an answer.
 */
export class ModelFailure extends Error {
  readonly kind: FailureKind;
  /** Retry-After, if given. */
  readonly waitMs: number | undefined;
  /** The limit that an overlong answer exceeded. */
  readonly limit: string | undefined;
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;

  constructor(
    kind: FailureKind,
    { waitMs, limit, status }: { waitMs?: number | undefined; limit?: string; status?: number } = {},
  ) {
    super(`the model gave no usable answer: ${kind}`);
    this.name = 'ModelFailure';
    this.kind = kind;
    this.waitMs = waitMs;
    this.limit = limit;
    this.status = status;
  }

  /** Retryable. A wrong key, a refused request and an overlong answer would fail again. */
  get isWorthAnotherTry(): boolean {
    return !['key', 'refused-request', 'bad-request', 'cut-answer', 'long-answer'].includes(this.kind);
  }
}

const CODES: Record<FailureKind, ErrorCode> = {
  'rate-limited': 'AI_PROVIDER_RATE_LIMITED',
  overloaded: 'AI_PROVIDER_OVERLOADED',
  unavailable: 'AI_PROVIDER_UNAVAILABLE',
  'refused-request': 'AI_PROVIDER_UNAVAILABLE',
  'bad-request': 'AI_PROVIDER_UNAVAILABLE',
  timeout: 'AI_PROVIDER_TIMEOUT',
  'bad-answer': 'AI_PROVIDER_BAD_ANSWER',
  'cut-answer': 'AI_PROVIDER_BAD_ANSWER',
  'long-answer': 'AI_PROVIDER_BAD_ANSWER',
  declined: 'AI_PROVIDER_BAD_ANSWER',
  key: 'AI_PROVIDER_KEY',
};

const OFFER =
  'Your plan is unchanged. You can try again, or generate it with the embedded planner, which needs no model.';

/** The failure for people: what happened, what to do, and the alternative. */
export function explainFailure(failure: ModelFailure, provider: Provider): AppError {
  const retryAfterSeconds =
    failure.waitMs === undefined ? {} : { retryAfterSeconds: Math.ceil(failure.waitMs / 1_000) };
  const { kind, status } = failure;
  const cause = new Error(
    `${provider.host}, ${provider.label}: ${kind}${status === undefined ? '' : `, HTTP ${status}`}`,
  );
  const detail = { code: CODES[kind], ...retryAfterSeconds };
  return new AppError('AI_PROVIDER_ERROR', `${sentence(failure, provider)} ${OFFER}`, detail, cause);
}

function sentence({ kind, limit }: ModelFailure, { host, label, name }: Provider): string {
  switch (kind) {
    case 'rate-limited':
      return `${host} takes no more requests from this server for the moment.`;
    case 'overloaded':
      return `${host} is overloaded at the moment.`;
    case 'unavailable':
      return `${host} could not be reached, or broke off its answer.`;
    case 'refused-request':
    case 'bad-request':
      return `${host} did not accept the request for ${label}: an administrator should check the model's name and the account.`;
    case 'timeout':
      return `${host} did not answer in time.`;
    case 'bad-answer':
      return `${label} answered in a form that is no plan.`;
    case 'cut-answer':
      return `The answer of ${label} was cut off before the plan was complete.`;
    case 'long-answer':
      return `${label} answered with more than ${limit ?? 'a plan can hold'}, and was not listened to any further.`;
    case 'declined':
      return `${label} declined to plan a part of this PRD.`;
    case 'key':
      return `${host} refused this server's key: an administrator should check ${name === 'anthropic' ? 'ANTHROPIC_API_KEY' : 'OPENAI_COMPATIBLE_KEY'}.`;
  }
}
