import type { Id } from '#contract/fields.ts';
import { type AuthRequest, endEarlierSession } from '../auth-door.ts';
import { browserOf, recordAccess } from '../record-access.ts';
import { suspended } from '../refusals.ts';

interface Proven {
  /** What the activity says the person signed in with. */
  by: string;
  /** What the second factor was; absent where one thing proves both. */
  second?: string;
  /** The name of the passkey, where one proved both. */
  passkey?: string;
  /** False: the cookie ends with the browser. */
  remember?: boolean;
  /**
   * Asked after the session was opened: false ends it. What a new password ends together with the sessions is consumed
   * here, so that neither order of the two leaves a session behind.
   */
  confirm(): Promise<boolean>;
  /** The error where it was not confirmed. */
  refusal(): Error;
}

/**
 * Opens a session for somebody who proved both factors, ends the one that the browser had, and records the sign-in.
 * Returns the cookies; throws for a suspended account.
 */
export async function openProvenSession(request: AuthRequest, userId: Id, how: Proven): Promise<string[]> {
  const { ctx, headers, engine } = request;
  const { by, second, passkey, remember = true } = how;
  const opened = await engine.openSession(ctx, headers, userId, { secondFactor: 'passed', remember });
  if (opened.kind !== 'opened') throw suspended();
  if (!(await how.confirm())) {
    await engine.endSession(opened.token);
    throw how.refusal();
  }
  await endEarlierSession(request);
  const detail = {
    by,
    ...(second !== undefined && { second }),
    ...(passkey !== undefined && { passkey }),
    ...browserOf(request),
  };
  await recordAccess(ctx, userId, 'sign_in.done', detail);
  return opened.cookies;
}
