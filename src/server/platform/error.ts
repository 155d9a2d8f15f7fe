import type { Id } from '#contract/fields.ts';
import { ERROR_STATUS, type ErrorCode, type ErrorType, type Usage, type ValidationIssue } from '#contract/errors.ts';

interface Detail {
  code?: ErrorCode;
  issues?: ValidationIssue[];
  usage?: Usage;
  retryAfterSeconds?: number;
  /**
   * For failures that share a type but not a status: a busy server or one without database is 503, a request that
   * arrived too slowly 408, a compressed body where none is taken 415.
   */
  status?: 503 | 408 | 415;
  /** The owner of the refused key: for the log only, never sent. */
  keyOf?: Id;
}

/** An expected failure: its message is written for the person or agent who caused it. */
export class AppError extends Error {
  readonly type: ErrorType;
  readonly detail: Detail;

  /** `cause` is for the error log and never sent: what a provider answered, without what was sent to it. */
  constructor(type: ErrorType, message: string, detail: Detail = {}, cause?: Error) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'AppError';
    this.type = type;
    this.detail = detail;
  }

  get status(): number {
    return this.detail.status ?? ERROR_STATUS[this.type];
  }

  /** The same failure, attributed to one part of the request; with its path, clients can name that part themselves. */
  about(part: string, path?: string): AppError {
    const issues = this.detail.issues ?? (path === undefined ? undefined : [{ path, message: this.message }]);
    return new AppError(
      this.type,
      `${part}: ${this.message}`,
      { ...this.detail, ...(issues === undefined ? {} : { issues }) },
      this.cause instanceof Error ? this.cause : undefined,
    );
  }
}

export const notFound = (what: string) => new AppError('NOT_FOUND', `${what} was not found.`);

/** For a write that was sent and not answered. */
export const databaseLost = () =>
  new AppError(
    'INTERNAL_ERROR',
    'The database went away before it had answered, so it is not known whether this was written. Look before you send it again.',
    { code: 'DATABASE_UNAVAILABLE', status: 503, retryAfterSeconds: 5 },
  );

export const databaseUnavailable = () =>
  new AppError('INTERNAL_ERROR', 'The database cannot be reached right now. Please try again in a moment.', {
    code: 'DATABASE_UNAVAILABLE',
    status: 503,
    retryAfterSeconds: 5,
  });
