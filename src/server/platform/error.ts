import type { Id } from '#contract/fields.ts';
import { ERROR_STATUS, type ErrorCode, type ErrorType, type Usage, type ValidationIssue } from '#contract/errors.ts';

interface Detail {
  code?: ErrorCode;
  issues?: ValidationIssue[];
  usage?: Usage;
  retryAfterSeconds?: number;
  /** Only for failures that share a type but not a status: a busy or database-less server is 503, a request that came too slowly 408, one packed in an unknown way 415. */
  status?: 503 | 408 | 415;
  /** Whose key was refused: for the log alone, never told. */
  keyOf?: Id;
}

/** An expected failure: its message is written for the person or agent who caused it. */
export class AppError extends Error {
  readonly type: ErrorType;
  readonly detail: Detail;

  /** `cause` is for the administrator's log and never told: what a provider said or did, without what was sent to it. */
  constructor(type: ErrorType, message: string, detail: Detail = {}, cause?: Error) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'AppError';
    this.type = type;
    this.detail = detail;
  }

  get status(): number {
    return this.detail.status ?? ERROR_STATUS[this.type];
  }

  /** The same failure, said of one part of what was asked. */
  about(part: string): AppError {
    return new AppError(
      this.type,
      `${part}: ${this.message}`,
      this.detail,
      this.cause instanceof Error ? this.cause : undefined,
    );
  }
}

export const notFound = (what: string) => new AppError('NOT_FOUND', `${what} was not found.`);

export const databaseUnavailable = () =>
  new AppError('INTERNAL_ERROR', 'The database cannot be reached right now. Please try again in a moment.', {
    code: 'DATABASE_UNAVAILABLE',
    status: 503,
    retryAfterSeconds: 5,
  });
