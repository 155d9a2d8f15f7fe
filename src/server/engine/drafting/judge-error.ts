import { APICallError, JSONParseError, TypeValidationError } from 'ai';
import { z } from 'zod';
import { ModelFailure } from './explain-failure.ts';

const StatusCarrier = z.object({ statusCode: z.number() });
/** Errors inside a stream of an OpenAI-compatible server have no fixed format. */
const StreamedError = z.object({
  message: z.string(),
  code: z.union([z.number(), z.string()]).nullish(),
  type: z.string().nullish(),
});

export interface Circumstances {
  now: Date;
  /** Whether part of the answer had been received. */
  isMidAnswer: boolean;
}

/** Classifies an error of the SDK by class, status and moment, never by its text. */
export function judgeError(error: unknown, { now, isMidAnswer }: Circumstances): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (APICallError.isInstance(error)) return judgeStatus(error.statusCode, readWait(error.responseHeaders, now));
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error)) return new ModelFailure('bad-answer');
  const carrier = StatusCarrier.safeParse(error).data;
  if (carrier !== undefined) return judgeStatus(carrier.statusCode, undefined);
  if (!(error instanceof Error)) return judgeStreamed(StreamedError.safeParse(error).data);
  // Unknown to the SDK: a truncated answer, or something else before one.
  return new ModelFailure(isMidAnswer ? 'unavailable' : 'bad-answer');
}

function judgeStreamed(error: z.infer<typeof StreamedError> | undefined): ModelFailure {
  if (error?.type === 'rate_limit_error' || error?.code === 'rate_limit_exceeded')
    return new ModelFailure('rate-limited');
  const status = Number(error?.code);
  return judgeStatus(Number.isNaN(status) ? undefined : status, undefined);
}

function judgeStatus(status: number | undefined, waitMs: number | undefined): ModelFailure {
  // No response, or the connection broke after the response had begun.
  if (status === undefined || status < 400) return new ModelFailure('unavailable');
  if (status === 400 || status === 422) return new ModelFailure('bad-request', { status });
  if (status === 401 || status === 403) return new ModelFailure('key', { status });
  if (status === 408) return new ModelFailure('timeout', { status });
  if (status === 429) return new ModelFailure('rate-limited', { waitMs, status });
  if (status === 503 || status === 529) return new ModelFailure('overloaded', { waitMs, status });
  return new ModelFailure(status < 500 ? 'refused-request' : 'unavailable', { waitMs, status });
}

/** Retry-After: seconds, or a date. */
function readWait(headers: Record<string, string> | undefined, now: Date): number | undefined {
  const said = headers?.['retry-after'];
  if (said === undefined) return undefined;
  const seconds = Number(said);
  const ms = Number.isNaN(seconds) ? Date.parse(said) - now.getTime() : seconds * 1_000;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
