import { getOAuthState } from 'better-auth/api';
import { and, eq, not } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Services } from '#server/platform/context.ts';
import { users } from '#server/platform/db/tables/index.ts';
import { currentCall } from './engine-call.ts';
import { findUser } from './queries.ts';
import { secondFactorNeeded, suspended } from './refusals.ts';
import { hasSecondFactor } from './two-factor/queries.ts';

/**
 * Every new session passes here, however it was asked for: a suspended account gets none, and one with two-factor
 * authentication only if the call carries the proof of the second factor.
 */
export async function admitSession({ db, now }: Services, userId: string): Promise<void> {
  const call = currentCall();
  const isProven = call?.secondFactor === 'passed';
  const admitted = await db
    .update(users)
    .set({ lastSignInAt: now() })
    .where(and(eq(users.id, userId), eq(users.status, 'active'), isProven ? undefined : not(hasSecondFactor(users.id))))
    .returning({ id: users.id });
  if (admitted.length > 0) return;
  const user = await findUser(db, userId);
  if (user?.status === 'active' && !isProven) {
    // Only the callback of Google has one.
    const state = await getOAuthState().catch(() => null);
    if (call !== undefined) call.challenged = { userId: userId as Id, to: state?.callbackURL };
    throw secondFactorNeeded();
  }
  if (call !== undefined) call.refusal = 'account_suspended';
  throw suspended();
}
