import { and, eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Passkey, renamePasskey as rename } from '#contract/passkeys.ts';
import type { Context } from '#server/platform/context.ts';
import { passkeys } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { audit, changeAccount } from '../change-account.ts';
import { requireUser } from '../require-user.ts';
import { presentPasskey } from './present.ts';

export async function renamePasskey(ctx: Context, { id, name }: InputOf<typeof rename>): Promise<Passkey> {
  const { userId } = requireUser(ctx);
  const [row] = await ctx.db.update(passkeys).set({ name }).where(ofCaller(userId, id)).returning();
  if (row === undefined) throw notFound('The passkey');
  return presentPasskey(row, ctx.config.url);
}

/** Sessions that it opened stay: they are ended where sessions are listed. */
export async function removePasskey(ctx: Context, { id }: { id: Id }): Promise<null> {
  const { userId } = requireUser(ctx);
  await changeAccount(ctx, userId, async (tx) => {
    const [gone] = await tx.delete(passkeys).where(ofCaller(userId, id)).returning({ name: passkeys.name });
    if (gone === undefined) throw notFound('The passkey');
    const detail = { passkey: gone.name, address: ctx.address };
    await audit(ctx, tx, { action: 'passkey.removed', subject: userId, detail });
  });
  return null;
}

const ofCaller = (userId: Id, id: Id) => and(eq(passkeys.id, id), eq(passkeys.userId, userId));
