import type { Id } from '#contract/fields.ts';
import { type Context, type Services, systemContext } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { type Rate, spend } from '#server/platform/http/limits.ts';
import type { AuthRequest } from './auth-door.ts';
import { accountActor, audit } from './change-account.ts';
import { findUserByEmail } from './queries.ts';

/** The browser of a request, as it names itself. */
export const browserOf = ({ headers }: Pick<AuthRequest, 'headers'>): { agent: string | null } => ({
  agent: headers.get('user-agent')?.slice(0, USER_AGENT_MAX) ?? null,
});
const USER_AGENT_MAX = 300;

type AccessAction = 'sign_in.done' | 'email.confirmed' | 'google.linked' | 'app.connected';

/**
 * Rate limit per action and account: a program that signs in in a loop must not flood the log and hide other entries.
 */
const PER_ACCOUNT: Rate = { limit: 20, periodSeconds: 3_600 };
/** Rate limit for failures of all accounts together, against credential stuffing that floods the log. */
const FAILURES: Rate = { limit: 1_000, periodSeconds: 3_600 };

/** Writes an audit entry for a sign-in or a new credential. */
export async function recordAccess(
  ctx: Context,
  userId: Id,
  action: AccessAction,
  detail: Record<string, unknown> = {},
): Promise<void> {
  if (!(await mayRecord(ctx, action, userId))) return;
  const actor = accountActor(userId);
  await ctx.db.transaction((tx) =>
    audit(ctx, tx, { action, subject: userId, actor, detail: { ...detail, address: ctx.address } }),
  );
}

/**
 * Records a wrong password in the background: neither content nor timing of the answer reveals whether the account
 * exists. Unknown addresses are not recorded, since the log would collect mistyped personal data.
 */
export function recordFailure(
  request: AuthRequest,
  email: string,
  action: 'sign_in.failed' | 'password.refused',
): void {
  const { ctx, background } = request;
  const detail = { address: ctx.address, ...browserOf(request) };
  try {
    background.run(ctx, async () => {
      const user = await findUserByEmail(ctx.db, email);
      if (user === undefined) return;
      if (!(await mayRecord(ctx, action, user.id as Id))) return;
      if (!(await isWithin(ctx, 'audit:failures', FAILURES))) return;
      await ctx.db.transaction((tx) => audit(ctx, tx, { action, subject: user.id, outcome: 'failed', detail }));
    });
  } catch (error) {
    // The background queue is full: the entry is dropped, and the answer is the same.
    if (!(error instanceof AppError)) throw error;
  }
}

/** Records a wrong code of the second factor. Whoever gave it has shown that they know the account. */
export async function recordRefusedCode(
  ctx: Context,
  userId: string,
  seen: { agent?: string | null } = {},
): Promise<void> {
  if (!(await mayRecord(ctx, 'two_factor.failed', userId as Id))) return;
  const detail = { ...seen, address: ctx.address };
  const entry = { action: 'two_factor.failed', subject: userId, outcome: 'failed', detail } as const;
  await ctx.db.transaction((tx) => audit(ctx, tx, entry));
}

interface KeyUse {
  userId: Id;
  keyId: Id;
  key: string;
  address: string;
  agent: string;
}

const KNOWN_ADDRESS = `
  select from audit_log
  where subject = $1 and action = 'api_key.used' and detail ->> 'id' = $2 and detail ->> 'address' = $3 limit 1`;

/** Writes an audit entry the first time that a key is used from an address. */
export async function recordNewAddress(services: Services, { userId, keyId, ...use }: KeyUse): Promise<void> {
  const ctx = systemContext(services, 'call log');
  const { rows } = await services.database.pool.query(KNOWN_ADDRESS, [userId, keyId, use.address]);
  if (rows.length > 0 || !(await mayRecord(ctx, 'api_key.used', userId))) return;
  const entry = { action: 'api_key.used', subject: userId, actor: accountActor(userId), detail: { id: keyId, ...use } };
  await ctx.db.transaction((tx) => audit(ctx, tx, entry));
}

/** Whether the rate limit of the account still allows an entry of this kind. */
export const mayRecord = (ctx: Context, action: string, userId: Id): Promise<boolean> =>
  isWithin(ctx, `audit:${action}:${userId}`, PER_ACCOUNT);

async function isWithin(ctx: Context, subject: string, rate: Rate): Promise<boolean> {
  try {
    await spend(ctx, subject, rate);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
