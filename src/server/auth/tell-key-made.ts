import { PRODUCT } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { tellOwner, when, writeNotice } from './account-notice.ts';
import { findUser } from './queries.ts';

interface MadeKey {
  name: string;
  projectId: string | null;
  isReadOnly: boolean;
  expiresAt: Date | null;
}

/** A key outlives the session that made it, so the owner is told of each, and of each new secret. */
export async function tellKeyMade(ctx: Context, userId: Id, key: MadeKey, how: 'made' | 'rotated'): Promise<void> {
  const user = await findUser(ctx.db, userId);
  if (user === undefined) return;
  const what = how === 'made' ? `The API key “${key.name}” was made` : `The API key “${key.name}” got a new secret`;
  const reach = `${key.isReadOnly ? 'reads' : 'reads and writes'} ${key.projectId === null ? 'all your projects' : 'one project'}`;
  const end =
    key.expiresAt === null ? 'It does not expire.' : `It expires on ${key.expiresAt.toISOString().slice(0, 10)}.`;
  const mail = writeNotice(ctx, {
    to: user.email,
    subject: how === 'made' ? `A new API key for ${PRODUCT}` : `A new secret for an API key of ${PRODUCT}`,
    title: how === 'made' ? 'An API key was made' : 'An API key got a new secret',
    paragraphs: [`${what} for the ${PRODUCT} account of ${user.email} on ${when(ctx)}. It ${reach}. ${end}`],
    footer: 'If this was not you, revoke it there and choose a new password at once.',
  });
  await tellOwner(ctx, mail);
}
