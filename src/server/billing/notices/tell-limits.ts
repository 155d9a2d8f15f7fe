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

/** Mails on their way. Whoever waits for a plan or a project does not wait for a mail server as well. */
const leaving = new Set<Promise<void>>();

/** Resolves when no mail is on its way any more. */
export async function settleNotices(): Promise<void> {
  while (leaving.size > 0) await Promise.all(leaving);
}

/** Writes to a person whose confirmed uses have reached a mark. `pending` is counted for work that may still fail. */
export async function tellUsage(ctx: Context, userId: Id, pending: readonly ReservedUsage[]): Promise<void> {
  await quietly(ctx, async () => {
    const now = ctx.now();
    const periods = periodsOf(now);
    const { limits } = await requireTier(ctx.db, userId, now);
    const used = withoutPending(await readUsage(ctx.db, userId, periods), pending, periods);
    await tell(ctx, userId, reachedUsage(used, limits, now));
  });
}

/** The same for the places of a plan, when one was taken. That the first project is the only one is no news to anybody. */
export async function tellProjects(ctx: Context, userId: Id, place: { used: number; allowed: number }): Promise<void> {
  if (place.allowed === 1) return;
  await quietly(ctx, () => tell(ctx, userId, reachedProjects(place.used, place.allowed)));
}

/** The same when there was no place for another. Nothing is waited for: the refusal is under way. */
export function tellNoPlace(ctx: Context, userId: Id, place: { used: number; allowed: number }): void {
  track(quietly(ctx, () => tell(ctx, userId, reachedProjects(place.used, place.allowed))));
}

/** The same for what an account keeps. */
export async function tellStorage(ctx: Context, userId: Id, kept: { used: number; allowed: number }): Promise<void> {
  await quietly(ctx, () => tell(ctx, userId, reachedStorage(kept.used, kept.allowed)));
}

/** The same for calls, when one was refused. Nothing is waited for: whoever is refused may hold a connection. */
export function tellCalls(ctx: Context, userId: Id, calls: { wholeAt: Date; perHour: number }): void {
  track(quietly(ctx, () => tell(ctx, userId, reachedCalls(calls.wholeAt, calls.perHour, ctx.now()))));
}

async function tell(ctx: Context, userId: Id, reached: readonly LimitNotice[]): Promise<void> {
  if (reached.length === 0) return;
  // A team has no plans that a mail could be about; what an administrator restricts is said when it stands in the way.
  if ((await ctx.settings.read()).instanceKind === 'team') return;
  const { email, entered } = await enterNotices(ctx.db, userId, reached, ctx.now());
  if (entered.length === 0) return;
  const mail = writeMail(ctx.config.url, email, withoutDoubles(entered));
  track(quietly(ctx, () => ctx.mail.send(mail)));
}

function track(work: Promise<void>): void {
  const tracked = work.finally(() => leaving.delete(tracked));
  leaving.add(tracked);
}

/** The work is done, and stays so whether or not anybody can be told. */
async function quietly(ctx: Context, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    ctx.log.warn({ err: error, requestId: ctx.requestId }, 'nobody was told of a limit');
  }
}
