import type { FailureBody } from '#contract/errors.ts';
import { causesOf, isCutOff, isDatabaseGone } from '../db/lost-connection.ts';
import { AppError, databaseLost, databaseUnavailable } from '../error.ts';
import type { ErrorCategory } from '../error-log.ts';

/** SQLSTATE, and system error codes. */
const DISK_FULL = new Set<unknown>(['53100', 'ENOSPC', 'EDQUOT']);
/** SQLSTATE of a statement timeout. */
const STATEMENT_CANCELED = '57014';
/** Raised by our triggers when an account would exceed its storage limit. */
const STORAGE_FULL = 'BT507';

/** Maps any error to what the caller may know, and whether it must be recorded for the administrator. */
export function explainFailure(
  error: unknown,
  { isRead = false }: { isRead?: boolean } = {},
): { shown: AppError; recordAs: ErrorCategory | undefined } {
  if (error instanceof AppError) return { shown: error, recordAs: isOfProvider(error) ? 'service' : undefined };
  const known = explainRefusal(error);
  if (known !== undefined) return { shown: known, recordAs: undefined };
  const full = explainStorage(error);
  if (full !== undefined) return { shown: full, recordAs: undefined };
  if (isDiskFull(error)) return { shown: diskFull(isRead), recordAs: 'database' };
  if (isDatabaseGone(error))
    return { shown: isRead || !isCutOff(error) ? databaseUnavailable() : databaseLost(), recordAs: undefined };
  const shown = new AppError('INTERNAL_ERROR', 'Something went wrong on our side. Please try again.');
  return { shown, recordAs: isDatabaseError(error) ? 'database' : 'api' };
}

/** Expected failures that are recorded too, because only an administrator can fix credentials or an account. */
const isOfProvider = ({ type }: AppError) => type === 'AI_PROVIDER_ERROR' || type === 'PAYMENT_PROVIDER_ERROR';

export function failureBody(error: AppError, requestId: string): FailureBody {
  const { code, issues, usage } = error.detail;
  return {
    success: false,
    error: error.message,
    errorType: error.type,
    ...(code === undefined ? {} : { errorCode: code }),
    ...(issues === undefined ? {} : { issues }),
    ...(usage === undefined ? {} : { usage }),
    requestId,
  };
}

/** Errors of the web framework: unreadable, oversized or mistyped requests. */
function explainRefusal(error: unknown): AppError | undefined {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (status === 413) return new AppError('PAYLOAD_TOO_LARGE', 'The request is larger than this call accepts.');
  if (status === 404) return new AppError('NOT_FOUND', 'There is nothing at this address.');
  if (status === 415) return invalid('The body must be sent as application/json.');
  if (status === 408) return tooSlow();
  if (status === 400 && code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return invalid('The body is empty; send a JSON object.');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return invalid('The request could not be read: it is not valid JSON.');
  return undefined;
}

/** Also for requests whose headers never completed. */
export const tooSlow = () =>
  new AppError('VALIDATION_ERROR', 'The request took too long to arrive. Nothing was changed: send it again.', {
    status: 408,
  });

const invalid = (message: string) => new AppError('VALIDATION_ERROR', message, { issues: [{ path: '', message }] });

/** Whether writing is impossible at the moment; reads can still be answered. */
export function isDiskFull(error: unknown): boolean {
  for (const cause of causesOf(error)) if ('code' in cause && DISK_FULL.has(cause.code)) return true;
  return false;
}

export function isStatementTooLong(error: unknown): boolean {
  for (const cause of causesOf(error)) if ('code' in cause && cause.code === STATEMENT_CANCELED) return true;
  return false;
}

function explainStorage(error: unknown): AppError | undefined {
  for (const cause of causesOf(error)) {
    if (!('code' in cause) || cause.code !== STORAGE_FULL) continue;
    const { used, allowed } = JSON.parse('detail' in cause ? String(cause.detail) : '{}') as Record<string, number>;
    const usage = { storage: { current: used ?? 0, limit: allowed ?? 0 } };
    return new AppError(
      'USAGE_LIMIT_EXCEEDED',
      `Nothing was saved: this account would keep ${inMb(used)} MB, and may keep ${(allowed ?? 0) / MB} MB. Delete checkpoints, old PRD versions or projects and remove deleted items (Account, Storage), or get more room from a larger plan or an administrator. A task that is held can be handed back with few words.`,
      { code: 'STORAGE_FULL', usage, retryAfterSeconds: HOUR_S },
    );
  }
  return undefined;
}

/** It stays full until somebody frees space: retrying sooner is pointless. */
const HOUR_S = 3_600;

const MB = 1_000_000;
/** Rounded up: slightly over the limit must not read as being at it. */
const inMb = (bytes = 0) => (Math.ceil((bytes / MB) * 10) / 10).toFixed(1);

/** Reads need no disk space, except for a few that sort on disk: those get another message. */
const diskFull = (isRead: boolean) =>
  new AppError(
    'INTERNAL_ERROR',
    isRead
      ? 'The server’s disk is full, and this cannot be read without room on it. Please tell whoever runs this server.'
      : 'The server’s disk is full, so nothing was saved. Reading still works; please tell whoever runs this server.',
    { status: 503, retryAfterSeconds: 60 },
  );

function isDatabaseError(error: unknown): boolean {
  for (const cause of causesOf(error)) if ('code' in cause && /^[0-9A-Z]{5}$/.test(String(cause.code))) return true;
  return false;
}
