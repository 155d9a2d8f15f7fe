import type { Id } from '#contract/fields.ts';
import { periodsOf, rateFor, tellCalls } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import type { SystemSettings } from '#server/platform/settings.ts';
import { type Full, allowancesOf } from './allowances/allowances.ts';
import { PERIODS, type Times, stepsOf } from './allowances/reservation.ts';
import { LateArrival } from './late-arrival.ts';
import { type Arrival, NOTHING, isKnownIdle, lookUp } from './look-up.ts';

/** A tool call counts against the hourly and the minute limit, any other request against the minute limit. */
export type Counted = 'call' | 'request' | 'nothing';

export interface Arriving {
  /** Undefined: admitted synchronously. Else rejects when over the rate limit. */
  letIn: Promise<void> | undefined;
  /** What the caller must be told and what it holds; rejects when `letIn` does. */
  arrival: Arrival | PromiseLike<Arrival>;
}

interface Asked {
  /** The project of the call; null where there is none to look up batons in. */
  projectId: Id | null;
  counted: Counted;
  /** The look-up may be skipped if the cache says that the caller held nothing a moment ago. */
  isLight?: boolean;
  /** The statement of the call itself does the look-up in the usual case. */
  looksUpItself?: boolean;
}

/**
 * Done for every call of an agent: counts it against the key's rate limit, which all servers share, tells it of batons
 * it lost, and looks up what it holds. Mostly without a query: calls are reserved in batches, and a caller that held
 * nothing a moment ago has lost nothing since.
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
  // Only a call that was admitted synchronously may start its change before the caller is looked up.
  if (letIn === undefined && looksUpItself && projectId !== null)
    return { letIn, arrival: new LateArrival(() => lookUp(ctx, projectId)) };
  const look = () => (isIdle ? NOTHING : lookUp(ctx, projectId));
  const arrival = Promise.resolve(letIn === undefined ? look() : letIn.then(look));
  // Awaited together with the call's own work, which may reject first: without a handler that would be an unhandled
  // rejection.
  arrival.catch(() => undefined);
  return { letIn, arrival };
}

/** True for a key that was just refused: its calls are counted before any work is done for them. */
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

/** The day on which this process last told an account about its limit. */
const TOLD_MAX = 10_000;
const toldOn = new Map<Id, string>();

/**
 * At most one notification a day per account and process, so that refusing a client that keeps calling costs no more
 * than before.
 */
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
    `The agents of this account may call ${limit} times per ${period}. Nothing was changed: wait ${seconds} seconds, then send the same call again.`,
    { code: 'RATE_LIMITED', retryAfterSeconds: seconds, usage: { [period]: { current: limit, limit } } },
  );
  return { error, period };
}
