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
 * A request that gave nothing. It carries a kind and no text of the provider's: an error body can hold the key, the
 * address or the PRD, and none of them belongs into a log or an answer.
 */
export class ModelFailure extends Error {
  readonly kind: FailureKind;
  /** What the provider asked us to wait, if it did. */
  readonly waitMs: number | undefined;
  /** What an answer that was too long went beyond. */
  readonly limit: string | undefined;
  /** What it answered with, where it answered. */
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

  /** A wrong key stays wrong, a request that is not accepted stays so, and what was too long is too long again. */
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

/** The failure as a person reads it: what happened, what to do, and that there is another way. */
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
