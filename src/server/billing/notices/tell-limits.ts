import type { Id } from '#contract/fields.ts';
import type { LimitNotice } from '#contract/subscription.ts';
import type { Context } from '#server/platform/context.ts';
import type { ReservedUsage } from '#server/platform/db/tables/index.ts';
import { readUsage, requireTier } from '../queries.ts';
import { periodsOf } from '../rules.ts';
import { enterNotices } from './queries.ts';
import {
  reachedCalls,
  reachedProjects,
  reachedStorage,
  reachedUsage,
  withoutDoubles,
  withoutPending,
} from './rules.ts';
import { writeMail } from './write-mail.ts';

/** Mails being sent in the background: requests do not wait for the mail server. */
const leaving = new Set<Promise<void>>();

/** Resolves when all of them have been sent or have failed. */
export async function settleNotices(): Promise<void> {
  while (leaving.size > 0) await Promise.all(leaving);
}

/** Mails a person whose confirmed usage has reached a threshold. `pending` is reserved for work that may still fail. */
export async function tellUsage(ctx: Context, userId: Id, pending: readonly ReservedUsage[]): Promise<void> {
  await bestEffort(ctx, async () => {
    const now = ctx.now();
    const periods = periodsOf(now);
    const { limits } = await requireTier(ctx.db, userId, now);
    const used = withoutPending(await readUsage(ctx.db, userId, periods), pending, periods);
    await tell(ctx, userId, reachedUsage(used, limits, now));
  });
}

/**
 * The same for active projects, when one was added. Skipped where the limit is one, since the first project always
 * reaches it.
 */
export async function tellProjects(ctx: Context, userId: Id, place: { used: number; allowed: number }): Promise<void> {
  if (place.allowed === 1) return;
  await bestEffort(ctx, () => tell(ctx, userId, reachedProjects(place.used, place.allowed)));
}

/** The same when another project was refused. Not awaited: the refusal is being answered. */
export function tellNoPlace(ctx: Context, userId: Id, place: { used: number; allowed: number }): void {
  track(bestEffort(ctx, () => tell(ctx, userId, reachedProjects(place.used, place.allowed))));
}

/** The same for storage. */
export async function tellStorage(ctx: Context, userId: Id, kept: { used: number; allowed: number }): Promise<void> {
  await bestEffort(ctx, () => tell(ctx, userId, reachedStorage(kept.used, kept.allowed)));
}

/** The same for calls, when one was refused. Not awaited: the refused call may hold a connection. */
export function tellCalls(ctx: Context, userId: Id, calls: { wholeAt: Date; perHour: number }): void {
  track(bestEffort(ctx, () => tell(ctx, userId, reachedCalls(calls.wholeAt, calls.perHour, ctx.now()))));
}

async function tell(ctx: Context, userId: Id, reached: readonly LimitNotice[]): Promise<void> {
  if (reached.length === 0) return;
  // Teams have no plans; limits that an administrator set are reported when they refuse something.
  if ((await ctx.settings.read()).instanceKind === 'team') return;
  const { email, entered } = await enterNotices(ctx.db, userId, reached, ctx.now());
  if (entered.length === 0) return;
  const mail = writeMail(ctx.config.url, email, withoutDoubles(entered));
  track(bestEffort(ctx, () => ctx.mail.send(mail)));
}

function track(work: Promise<void>): void {
  const tracked = work.finally(() => leaving.delete(tracked));
  leaving.add(tracked);
}

/** Best effort: the work is committed, whether or not the mail can be sent. */
async function bestEffort(ctx: Context, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    ctx.log.warn({ err: error, requestId: ctx.requestId }, 'nobody was told of a limit');
  }
}
