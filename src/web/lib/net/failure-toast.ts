import { FAILURE_TEXTS as T, SUCCESS_TEXTS } from '#contract/common-texts.ts';
import type { ErrorCode, Usage } from '#contract/errors.ts';
import { LOCKED_TEXTS } from '#contract/project-texts.ts';
import { ApiError } from './api-error.ts';

export interface ToastText {
  title: string;
  description: string;
}

export interface FailureToast extends ToastText {
  variant: 'destructive';
}

/** The only place where an error becomes the text of a toast. */
export function failureToast(error: unknown, fallback: string = T.generateFallback): FailureToast {
  return { variant: 'destructive', ...describe(error, fallback) };
}

/** Refusals that a retry cannot resolve: the server's message says what does. */
const LOCKED: Partial<Record<ErrorCode | 'NETWORK_ERROR', string>> = {
  PROJECT_READ_ONLY: LOCKED_TEXTS.readOnlyTitle,
  PROJECT_ARCHIVED: LOCKED_TEXTS.archivedTitle,
  NOT_FOR_ROLE: LOCKED_TEXTS.viewerTitle,
  STORAGE_FULL: T.usageTitle,
};

function describe(error: unknown, fallback: string): ToastText {
  const api = error instanceof ApiError ? error : undefined;
  const locked = api?.errorCode && LOCKED[api.errorCode];
  if (locked) return { title: locked, description: messageOf(error, fallback) };
  if (api?.status === 429 || api?.errorType === 'USAGE_LIMIT_EXCEEDED') {
    return { title: T.usageTitle, description: describeUsage(api.usage) };
  }
  if (api?.status === 401 || api?.status === 403) return { title: T.authTitle, description: T.authText };
  if (isNetworkFailure(error)) return { title: T.networkTitle, description: T.networkText };
  if (error === undefined || error === null) return { title: T.unknownTitle, description: T.unknownText };
  return { title: api?.errorCode ?? T.errorTitle, description: messageOf(error, fallback) };
}

function describeUsage(usage: Usage = {}) {
  const reached = [usage.daily, usage.monthly].some((count) => count && count.current >= count.limit);
  return reached ? T.usageCounts(usage) : T.usageText;
}

function isNetworkFailure(error: unknown) {
  if (error instanceof ApiError && error.errorCode === 'NETWORK_ERROR') return true;
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'NetworkError';
}

/** The server's message where there is one, else the fallback of the action. */
export function messageOf(error: unknown, fallback: string) {
  if (isNetworkFailure(error)) return T.networkText;
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}

/** "Password updated successfully". */
export function successToast(verb: keyof typeof SUCCESS_TEXTS, item: string): ToastText & { variant: 'success' } {
  return { variant: 'success', title: verb, description: SUCCESS_TEXTS[verb](item) };
}
