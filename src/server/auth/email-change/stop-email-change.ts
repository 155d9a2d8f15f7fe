import { eq } from 'drizzle-orm';
import type { EmailChange, stopEmailChange as endpoint } from '#contract/email-change.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { emailChanges } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { accountActor, audit, changeAccount } from '../change-account.ts';
import { deadLink } from '../refusals.ts';
import { requireUser } from '../require-user.ts';
import { findByLink, findChange, presentChange } from './queries.ts';

/** The change that waits to be confirmed, or null. */
export async function getEmailChange(ctx: Context): Promise<EmailChange | null> {
  const row = await findChange(ctx, requireUser(ctx).userId);
  return row === undefined ? null : presentChange(row);
}

/** Gives up the caller's own change. */
export async function cancelEmailChange(ctx: Context): Promise<null> {
  const { userId } = requireUser(ctx);
  if ((await findChange(ctx, userId)) === undefined) throw notFound('The change');
  return end(ctx, userId);
}

/** Stops a change by one of its links: whoever reads that mail did not ask for it. */
export async function stopEmailChange(ctx: Context, { token }: InputOf<typeof endpoint>): Promise<null> {
  const found = await findByLink(ctx, ctx.db, token);
  if (found === undefined) throw deadLink();
  return end(ctx, found.userId as Id);
}

async function end(ctx: Context, userId: Id): Promise<null> {
  await changeAccount(ctx, userId, async (tx) => {
    await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
    const detail = { address: ctx.address };
    await audit(ctx, tx, { action: 'email.change_stopped', subject: userId, actor: accountActor(userId), detail });
  });
  return null;
}
