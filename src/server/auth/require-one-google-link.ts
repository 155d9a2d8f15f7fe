import { APIError } from 'better-auth/api';
import { and, eq } from 'drizzle-orm';
import type { Services } from '#server/platform/context.ts';
import { accounts } from '#server/platform/db/tables/index.ts';
import { currentCall } from './engine-call.ts';

export const GOOGLE = 'google';
/** The unique index that decides a race. */
const ONE_LINK = 'accounts_one_google_link';

/**
 * An account is linked to one Google account, by Google's stable id (`sub`). Addresses can be reassigned: the same
 * address under another id is another person.
 */
export async function requireOneGoogleLink(
  { db }: Services,
  link: { userId: string; providerId: string },
): Promise<void> {
  if (link.providerId !== GOOGLE) return;
  const [other] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, link.userId), eq(accounts.providerId, GOOGLE)))
    .limit(1);
  if (other === undefined) return;
  refuseLink();
  throw new APIError('FORBIDDEN', { code: 'linked_to_another', message: 'linked to another Google account' });
}

/** Records the reason, if the unique index refused the link. */
export function noteRefusedLink(error: unknown): void {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('constraint' in cause && cause.constraint === ONE_LINK) refuseLink();
}

function refuseLink(): void {
  const call = currentCall();
  if (call !== undefined) call.refusal = 'linked_to_another';
}
