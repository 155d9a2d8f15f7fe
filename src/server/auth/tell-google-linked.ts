import { PRODUCT } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { CHOOSE, tellOwner, when, writeNotice } from './account-notice.ts';
import { findPasswordHash, findUser } from './queries.ts';

/** Of a new way in beside the password. An account that began with Google has no password, and is not told. */
export async function tellGoogleLinked(ctx: Context, userId: Id): Promise<void> {
  const user = await findUser(ctx.db, userId);
  if (user === undefined || (await findPasswordHash(ctx.db, userId)) === undefined) return;
  const mail = writeNotice(ctx, {
    to: user.email,
    subject: `Google signs in to your ${PRODUCT} account now`,
    title: 'Google was added as a way to sign in',
    paragraphs: [
      `The ${PRODUCT} account of ${user.email} was linked to a Google account with the same address on ${when(ctx)}. “Sign in with Google” opens it from now on, and so does your password.`,
    ],
    footer: CHOOSE,
  });
  await tellOwner(ctx, mail);
}
