import type { Me } from '#contract/account.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { presentMe } from './present.ts';
import { findPasswordHash, findUser } from './queries.ts';
import { sessionExpired } from './refusals.ts';
import { requireUser } from './require-user.ts';
import { isAdministrator } from './rules.ts';
import { findTwoFactor } from './two-factor/queries.ts';

export async function getMe(ctx: Context): Promise<Me> {
  return readMe(ctx, ctx.db, requireUser(ctx).userId);
}

export async function readMe(ctx: Context, db: Database | Tx, userId: string): Promise<Me> {
  const user = await findUser(db, userId);
  if (user === undefined) throw sessionExpired();
  const hash = await findPasswordHash(db, userId);
  return presentMe(user, {
    hasPassword: hash !== undefined,
    hasSecondFactor: (await findTwoFactor(db, userId)) !== undefined,
    isAdmin: isAdministrator(user, ctx.config.adminEmails),
  });
}
