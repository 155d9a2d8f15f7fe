import { eq, inArray, sql } from 'drizzle-orm';
import { CODE_LOCK_MINUTES, SIGN_IN_FAILURES_MAX, SIGN_IN_LOCK_MINUTES } from '#contract/constants.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { signInFailures } from '#server/platform/db/tables/index.ts';
import { tooManyAttempts } from './refusals.ts';
import { accountSubject, addressSubject } from './rules.ts';

interface Checked<T> {
  /** `untold` when the check ended before the password was compared: it counts neither way. */
  password: 'right' | 'wrong' | 'untold';
  answer: T;
}

/** Failures expire after this time without another, so that mistakes of a household do not add up over weeks. */
const FORGET = '1 hour';

/**
 * Brute-force protection: refuses a password check after too many failures of the account or the address. The attempt
 * is counted before the check and refunded on success, so that a hundred concurrent attempts are still ten checks. A
 * check that threw or never compared the password does not count.
 */
export function guardPassword<T>(ctx: Context, email: string, check: () => Promise<Checked<T>>): Promise<T> {
  const subjects = { account: accountSubject(email), address: addressSubject(ctx.address) };
  return guard(ctx, { ...subjects, lockMinutes: SIGN_IN_LOCK_MINUTES }, check);
}

/**
 * The same for the codes of the second factor, counted apart: otherwise a correct password would clear the failures, and
 * whoever guesses passwords would lock out the codes of a sign-in under way. By account only: each guess needs that
 * account's first factor, and a counter of the address would let one colleague lock the codes of all others there.
 */
export function guardCode<T>(ctx: Context, userId: string, check: () => Promise<Checked<T>>): Promise<T> {
  return guard(ctx, { account: codeSubject(userId), lockMinutes: CODE_LOCK_MINUTES }, check);
}

const codeSubject = (userId: string) => `code:account:${userId}`;

/** Wrong codes of an account since the last right one. */
export async function countWrongCodes({ db }: Pick<Context, 'db'>, userId: string): Promise<number> {
  const own = eq(signInFailures.subject, codeSubject(userId));
  const [row] = await db.select({ n: signInFailures.failures }).from(signInFailures).where(own);
  return row?.n ?? 0;
}

interface Guarded {
  account: string;
  address?: string;
  lockMinutes: number;
}

async function guard<T>(
  ctx: Context,
  { account, address, lockMinutes }: Guarded,
  check: () => Promise<Checked<T>>,
): Promise<T> {
  // Lock order: always the account first, so that two attempts that share both rows cannot deadlock.
  const subjects = address === undefined ? [account] : [account, address];
  await reserveAttempt(ctx, subjects, lockMinutes);
  const result = await check().catch(async (error: unknown) => {
    await takeBackAttempt(ctx, subjects);
    throw error;
  });
  if (result.password === 'untold') await takeBackAttempt(ctx, subjects);
  if (result.password === 'right') await forgiveAccount(ctx, account, address ?? null);
  return result.answer;
}

async function reserveAttempt(ctx: Context, subjects: string[], lockMinutes: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    for (const subject of subjects) await countAttempt(ctx, tx, subject, lockMinutes);
  });
}

async function countAttempt(ctx: Context, tx: Tx, subject: string, lockMinutes: number): Promise<void> {
  const now = ctx.now().toISOString();
  const { rows: counted } = await tx.execute<{ failures: number }>(sql`
    insert into sign_in_failures (subject, failures, locked_until, updated_at) values (${subject}, 1, null, ${now}::timestamptz)
    on conflict (subject) do update set
      failures = case
        when sign_in_failures.locked_until is null and sign_in_failures.updated_at > ${now}::timestamptz - ${FORGET}::interval
        then sign_in_failures.failures + 1 else 1
      end,
      locked_until = case
        when sign_in_failures.locked_until is null and sign_in_failures.failures + 1 >= ${SIGN_IN_FAILURES_MAX}
          and sign_in_failures.updated_at > ${now}::timestamptz - ${FORGET}::interval
        then ${now}::timestamptz + ${`${lockMinutes} minutes`}::interval
      end,
      updated_at = excluded.updated_at
      where sign_in_failures.locked_until is null or sign_in_failures.locked_until <= ${now}::timestamptz
    returning failures`);
  if (counted.length === 1) return;
  const { rows } = await tx.execute<{ wait: number }>(sql`
    select ceil(extract(epoch from locked_until - ${now}::timestamptz))::int as wait from sign_in_failures where subject = ${subject}`);
  throw tooManyAttempts(Math.max(rows[0]?.wait ?? 1, 1));
}

/**
 * A correct password clears the account's failures, and of the address's only those of this account: else the owner of
 * one account could try all others from the same address for ever.
 */
async function forgiveAccount(ctx: Context, account: string, address: string | null): Promise<void> {
  await ctx.db.execute(sql`
    with cleared as (delete from sign_in_failures where subject = ${account} returning failures)
    update sign_in_failures set failures = greatest(sign_in_failures.failures - cleared.failures, 0), locked_until = null
    from cleared where subject = ${address}`);
}

async function takeBackAttempt(ctx: Context, subjects: string[]): Promise<void> {
  await ctx.db
    .update(signInFailures)
    .set({ failures: sql`greatest(${signInFailures.failures} - 1, 0)`, lockedUntil: null })
    .where(inArray(signInFailures.subject, subjects));
}
