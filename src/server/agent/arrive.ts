import type { Id } from '#contract/fields.ts';
import { periodsOf, rateFor, tellCalls } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import type { SystemSettings } from '#server/platform/settings.ts';
import { type Full, allowancesOf } from './allowances/allowances.ts';
import { PERIODS, type Times, stepsOf } from './allowances/handful.ts';
import { LateArrival } from './late-arrival.ts';
import { type Arrival, NOTHING, isKnownIdle, lookUp } from './look-up.ts';

/** A tool's call counts by the hour and by the minute, any other request by the minute. */
export type Counted = 'call' | 'request' | 'nothing';

export interface Arriving {
  /** Undefined: it was let in at once. Else it fails for a call too many. */
  letIn: Promise<void> | undefined;
  /** What the caller must be told and what it holds; fails as `letIn` does. */
  arrival: Arrival | PromiseLike<Arrival>;
}

interface Asked {
  /** Where the caller works; null where nothing can be told of its batons. */
  projectId: Id | null;
  counted: Counted;
  /** What it holds need not be known, as long as it is known that it held nothing a moment ago. */
  isLight?: boolean;
  /** The call's own statement looks it up, where the call is the usual one. */
  looksUpItself?: boolean;
}

/**
 * What happens at every call of an agent: it is counted against the key's allowance, on all servers together, it learns
 * of batons that were taken from it, and what it holds is looked up. Mostly none of it needs the database: calls are
 * lent to a server by the handful, and whoever held nothing a moment ago has lost nothing since.
 */
export function arrive(
  ctx: Context,
  settings: SystemSettings,
  { projectId, counted, isLight = false, looksUpItself = false }: Asked,
): Arriving {
  if (ctx.actor.kind !== 'agent') return { letIn: undefined, arrival: NOTHING };
  const letIn = counted === 'nothing' ? undefined : count(ctx, ctx.actor, settings, counted);
  const isIdle = projectId === null || (isLight && isKnownIdle(ctx, projectId));
  if (letIn === undefined && isIdle) return { letIn, arrival: NOTHING };
  // Who was let in at once need not wait for anything: only then may a change be on its way before the caller was looked up.
  if (letIn === undefined && looksUpItself && projectId !== null)
    return { letIn, arrival: new LateArrival(() => lookUp(ctx, projectId)) };
  const look = () => (isIdle ? NOTHING : lookUp(ctx, projectId));
  const arrival = Promise.resolve(letIn === undefined ? look() : letIn.then(look));
  // It is waited for beside the call's own work, which may fail first.
  arrival.catch(() => undefined);
  return { letIn, arrival };
}

/** True for a key that has just been refused: its calls are counted before anything is done for them. */
export const isOverLimit = (ctx: Context): boolean =>
  ctx.actor.kind === 'agent' && allowancesOf(ctx).isOverLimit(ctx.actor.userId);

type Agent = Extract<Context['actor'], { kind: 'agent' }>;

function count(ctx: Context, actor: Agent, settings: SystemSettings, counted: Counted): Promise<void> | undefined {
  const rate = rateFor(settings, (actor.key ?? actor.grant)?.tier);
  const all = stepsOf(rate.perHour, rate.perMinute);
  const steps = counted === 'call' ? all : { hour: 0, minute: all.minute };
  return allowancesOf(ctx)
    .take(actor.userId, steps)
    ?.then((full) => {
      if (full === undefined) return;
      const now = ctx.now();
      const { period, error } = tooMany(full, now.getTime() * 1_000, rate, steps);
      const wholeAt = new Date(full.hour / 1_000);
      if (period === 'hour') tellOnce(ctx, actor.userId, { wholeAt, perHour: rate.perHour });
      throw error;
    });
}

/** The day on which somebody was told last, as far as this server knows. */
const TOLD_MAX = 10_000;
const toldOn = new Map<Id, string>();

/** Whoever goes on calling is refused at no more cost than before. */
function tellOnce(ctx: Context, userId: Id, calls: Parameters<typeof tellCalls>[2]): void {
  const { day } = periodsOf(ctx.now());
  if (toldOn.get(userId) === day) return;
  if (toldOn.size >= TOLD_MAX) toldOn.clear();
  toldOn.set(userId, day);
  tellCalls(ctx, userId, calls);
}

function tooMany(
  full: Full,
  now: number,
  rate: { perHour: number; perMinute: number },
  steps: Times,
): { error: AppError; period: 'hour' | 'minute' } {
  const hour = steps.hour === 0 ? 0 : full.hour + steps.hour - PERIODS.hour - now;
  const minute = full.minute + steps.minute - PERIODS.minute - now;
  const seconds = Math.max(1, Math.ceil(Math.max(hour, minute) / 1_000_000));
  const [limit, period] = hour > minute ? [rate.perHour, 'hour' as const] : [rate.perMinute, 'minute' as const];
  const error = new AppError(
    'USAGE_LIMIT_EXCEEDED',
    `This key may call ${limit} times per ${period}. Nothing was changed: wait ${seconds} seconds, then send the same call again.`,
    { code: 'RATE_LIMITED', retryAfterSeconds: seconds, usage: { [period]: { current: limit, limit } } },
  );
  return { error, period };
}
