import { z } from 'zod';
import { AppError } from '#server/platform/error.ts';
import {
  deadLink,
  emailNotVerified,
  emailTaken,
  foreignOrigin,
  invalid,
  invalidCredentials,
  noGoogle,
  noSession,
  sessionExpired,
} from './refusals.ts';

const Refusal = z.looseObject({ code: z.string() });

/**
 * Better Auth's error codes mapped to our errors. Malformed passwords and addresses are refused before they reach it.
 */
const KNOWN: Record<string, () => AppError> = {
  INVALID_EMAIL_OR_PASSWORD: invalidCredentials,
  EMAIL_NOT_VERIFIED: emailNotVerified,
  USER_ALREADY_EXISTS: emailTaken,
  // Race of two sign-ups: the address was free when checked and taken at the insert.
  FAILED_TO_CREATE_USER: emailTaken,
  INVALID_TOKEN: deadLink,
  TOKEN_EXPIRED: deadLink,
  USER_NOT_FOUND: deadLink,
  PROVIDER_NOT_FOUND: noGoogle,
  MISSING_OR_NULL_ORIGIN: foreignOrigin,
  INVALID_ORIGIN: foreignOrigin,
};

export async function refusalCode(answer: Response): Promise<string | undefined> {
  if (answer.status < 400) return undefined;
  const body = Refusal.safeParse(
    await answer
      .clone()
      .json()
      .catch(() => undefined),
  );
  return body.success ? body.data.code : `HTTP_${answer.status}`;
}

/** Passes successful answers on, and throws our error for a refusal. */
export async function requireAccepted(answer: Response, hadCookie: boolean): Promise<Response> {
  const code = await refusalCode(answer);
  if (code === undefined) return answer;
  const known = KNOWN[code];
  if (known !== undefined) throw known();
  if (answer.status === 401) throw hadCookie ? sessionExpired() : noSession();
  if (answer.status === 404) throw new AppError('NOT_FOUND', 'There is nothing at this address.');
  if (answer.status < 500) throw invalid('', undefined, 'The request could not be understood.');
  throw new Error(`Better Auth failed with ${code}`);
}
