import { asc, eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { accounts, users } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { appointFirstAdmin } from './appoint-first-admin.ts';
import { hashPassword } from './hash-password.ts';
import { CREDENTIAL, findUserByEmail } from './queries.ts';
import { normaliseEmail } from './rules.ts';

interface Account {
  id: Id;
  email: string;
}

/** Creates a confirmed account from the server's command line; the first of an instance becomes administrator. */
export async function addAccount(
  ctx: Context,
  input: { email: string; password: string; name: string },
): Promise<Account> {
  const id = newId();
  const email = normaliseEmail(input.email);
  const password = await hashPassword(input.password);
  await ctx.db.transaction(async (tx) => {
    await tx.insert(users).values({ id, email, name: input.name });
    await tx.insert(accounts).values({ id: newId(), accountId: id, userId: id, providerId: CREDENTIAL, password });
  });
  await appointFirstAdmin(ctx, id);
  await ctx.db.update(users).set({ emailVerified: true }).where(eq(users.id, id));
  return { id, email };
}

/** The account with this address, or the oldest of the instance. */
export async function findAccount(ctx: Context, email: string | undefined): Promise<Account | undefined> {
  const row =
    email === undefined
      ? (await ctx.db.select().from(users).orderBy(asc(users.createdAt)).limit(1))[0]
      : await findUserByEmail(ctx.db, email);
  return row === undefined ? undefined : { id: row.id as Id, email: row.email };
}
