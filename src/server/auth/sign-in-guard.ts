import { inArray, sql } from 'drizzle-orm';
import { SIGN_IN_FAILURES_MAX, SIGN_IN_LOCK_MINUTES } from '#contract/constants.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { signInFailures } from '#server/platform/db/tables/index.ts';
import { tooManyAttempts } from './refusals.ts';
import { accountSubject, addressSubject } from './rules.ts';

interface Checked<T> {
  right: boolean;
  answer: T;
}

/**
 * Runs a password check unless the account or the address has failed too often. The attempt is counted before the check
 * and taken back after a right password, so that a hundred attempts at once are still ten checks. A check that broke
 * says nothing about the password and does not count.
 */
export async function guardPassword<T>(ctx: Context, email: string, check: () => Promise<Checked<T>>): Promise<T> {
  // Always the account first: two attempts that share both rows must not wait for each other.
  const subjects = [accountSubject(email), addressSubject(ctx.address)];
  await reserveAttempt(ctx, subjects);
  const result = await check().catch(async (error: unknown) => {
    await takeBackAttempt(ctx, subjects);
    throw error;
  });
  if (result.right) await ctx.db.delete(signInFailures).where(inArray(signInFailures.subject, subjects));
  return result.answer;
}

async function reserveAttempt(ctx: Context, subjects: string[]): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    for (const subject of subjects) await countAttempt(ctx, tx, subject);
  });
}

async function countAttempt(ctx: Context, tx: Tx, subject: string): Promise<void> {
  const now = ctx.now().toISOString();
  const { rows: counted } = await tx.execute<{ failures: number }>(sql`
    insert into sign_in_failures (subject, failures, locked_until, updated_at) values (${subject}, 1, null, ${now}::timestamptz)
    on conflict (subject) do update set
      failures = case when sign_in_failures.locked_until is null then sign_in_failures.failures + 1 else 1 end,
      locked_until = case
        when sign_in_failures.locked_until is null and sign_in_failures.failures + 1 >= ${SIGN_IN_FAILURES_MAX}
        then ${now}::timestamptz + ${`${SIGN_IN_LOCK_MINUTES} minutes`}::interval
      end,
      updated_at = excluded.updated_at
      where sign_in_failures.locked_until is null or sign_in_failures.locked_until <= ${now}::timestamptz
    returning failures`);
  if (counted.length === 1) return;
  const { rows } = await tx.execute<{ wait: number }>(sql`
    select ceil(extract(epoch from locked_until - ${now}::timestamptz))::int as wait from sign_in_failures where subject = ${subject}`);
  throw tooManyAttempts(Math.max(rows[0]?.wait ?? 1, 1));
}

async function takeBackAttempt(ctx: Context, subjects: string[]): Promise<void> {
  await ctx.db
    .update(signInFailures)
    .set({ failures: sql`greatest(${signInFailures.failures} - 1, 0)`, lockedUntil: null })
    .where(inArray(signInFailures.subject, subjects));
}
