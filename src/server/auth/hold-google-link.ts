import { APIError, getOAuthState } from 'better-auth/api';
import type { Id } from '#contract/fields.ts';
import type { Services } from '#server/platform/context.ts';
import { currentCall } from './engine-call.ts';
import { findUser } from './queries.ts';
import { GOOGLE } from './require-one-google-link.ts';
import { findTwoFactor } from './two-factor/queries.ts';

/**
 * Before an account is linked to a Google account: one with two-factor authentication is linked only after the code was given. Else
 * whoever has the mailbox would keep a way in that outlives a new password and a new address.
 */
export async function holdGoogleLink(
  { db }: Services,
  link: { userId: string; providerId: string; accountId: string },
): Promise<void> {
  if (link.providerId !== GOOGLE || (await findTwoFactor(db, link.userId)) === undefined) return;
  const call = currentCall();
  const user = await findUser(db, link.userId);
  if (call !== undefined && user?.status === 'active') {
    const state = await getOAuthState().catch(() => null);
    call.challenged = { userId: link.userId as Id, to: state?.callbackURL, link: link.accountId };
  } else if (call !== undefined) call.refusal = 'account_suspended';
  throw new APIError('FORBIDDEN', { code: 'second_factor_needed', message: 'the second factor comes first' });
}
