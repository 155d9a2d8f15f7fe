import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { findUser } from './queries.ts';
import { suspended } from './refusals.ts';
import { requireAdministrator } from './require-user.ts';
import { isAdministrator } from './rules.ts';

/**
 * Two administrators who suspend each other concurrently: the second is no administrator any more when it gets the
 * lock.
 */
export async function requireStillAdministrator(ctx: Context, tx: Tx): Promise<void> {
  if (ctx.actor.kind !== 'user') return;
  const actor = await findUser(tx, ctx.actor.userId);
  if (actor?.status !== 'active') throw suspended();
  requireAdministrator({ ...ctx, actor: { ...ctx.actor, isAdmin: isAdministrator(actor, ctx.config.adminEmails) } });
}
