import type { Id } from '#contract/fields.ts';
import { periodsOf, rateFor, tellCalls } from '#server/billing/index.ts';
import { callerOf, findOwn } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { isDiskFull } from '#server/platform/http/failures.ts';
import type { SystemSettings } from '#server/platform/settings.ts';
import { HOUR_MS, MINUTE_MS, type Spent, type Steps, spendInMemory } from './spend-in-memory.ts';

export interface Loss {
  number: number;
  fence: number;
  by: string;
  reason: string;
}

/** What the caller holds. */
export interface Holding {
  taskId: Id;
  /** The name it gave itself at the claim: all it writes is told under that. */
  name: string;
  expiresAt: Date;
}

export interface Arrival {
  /** Batons that were taken from the caller since its last call: told once. */
  losses: Loss[];
  held: Holding | undefined;
}

/** A tool's call counts by the hour and by the minute, any other request by the minute. */
export type Counted = 'call' | 'request' | 'nothing';

interface Row {
  taken: boolean;
  hour: Date | null;
  minute: Date | null;
  losses: Loss[];
  held: {
    taskId: Id;
    name: string;
    expiresAt: string;
    holderKey: string;
    clientKey: string;
    tokenHash: string;
  }[];
}

/**
 * What happens at every call of an agent, in one statement: it is counted against the key's allowance, on all servers
 * together; it learns of batons that were taken from it; and what it holds is looked up. The call's own change waits for
 * this with a connection in its hand: the statement must be in the queue for one before it, and the only one.
 */
export function arrive(
  ctx: Context,
  settings: SystemSettings,
  projectId: Id | null,
  counted: Counted,
): Promise<Arrival> {
  const arriving = count(ctx, settings, projectId, counted);
  // It is waited for beside the call's own work, which may fail first.
  arriving.catch(() => undefined);
  return arriving;
}

/** Keys that were refused lately, and until when that is remembered. */
const refused = new Map<Id, number>();
const REMEMBERED_MS = 60_000;
const REFUSED_MAX = 10_000;

/** True for a key that has just been refused: its calls are counted before anything is done for them. */
export function isOverLimit({ actor, now }: Context): boolean {
  return actor.kind === 'agent' && (refused.get(actor.userId) ?? 0) > now().getTime();
}

async function count(ctx: Context, settings: SystemSettings, projectId: Id | null, counted: Counted): Promise<Arrival> {
  const { actor } = ctx;
  if (actor.kind !== 'agent') return { losses: [], held: undefined };
  const rate = rateFor(settings, (actor.key ?? actor.grant)?.tier);
  const now = ctx.now();
  const caller = callerOf(ctx);
  const steps: Steps = {
    hour: counted === 'call' ? stepOf(HOUR_MS, rate.perHour) : 0,
    minute: stepOf(MINUTE_MS, rate.perMinute),
  };
  const values = [
    actor.userId,
    now,
    steps.hour,
    steps.minute,
    counted !== 'nothing',
    projectId,
    caller.clientKey,
    caller.tokenHash ?? null,
  ];
  // Where nothing can be written, what is only read is still answered, and not without end.
  const spend = () => (counted === 'nothing' ? WHOLE : spendInMemory(actor.userId, now.getTime(), steps));
  const row = await countOrLookUp(ctx, values, spend);
  if (!row.taken) {
    if (refused.size >= REFUSED_MAX) refused.clear();
    refused.set(actor.userId, now.getTime() + REMEMBERED_MS);
    const { period, error } = tooMany(row, now, rate, counted);
    if (period === 'hour') tellOnce(ctx, actor.userId, { wholeAt: row.hour ?? now, perHour: rate.perHour });
    throw error;
  }
  const own = findOwn(row.held, caller);
  const held = own && { taskId: own.taskId, name: own.name, expiresAt: new Date(own.expiresAt) };
  return { losses: row.losses, held };
}

const WHOLE = { taken: true, hour: null, minute: null };

/** On one connection, whichever it is: a second one would have to be waited for by whoever holds one already. */
async function countOrLookUp(ctx: Context, values: unknown[], spend: () => Spent): Promise<Row> {
  const client = await ctx.database.pool.connect();
  try {
    const { rows } = await client.query<Row>({ name: 'baton_arrive', text: ARRIVE, values });
    const [row] = rows;
    if (row === undefined) throw new Error('the call was not counted');
    return row;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    const { rows } = await client.query<Pick<Row, 'losses' | 'held'>>(LOOK_UP, values.slice(-3));
    return { losses: [], held: [], ...rows[0], ...spend() };
  } finally {
    client.release();
  }
}

/** The day on which somebody was told last, as far as this server knows. */
const toldOn = new Map<Id, string>();

/** Whoever goes on calling is refused at no more cost than before. */
function tellOnce(ctx: Context, userId: Id, calls: Parameters<typeof tellCalls>[2]): void {
  const { day } = periodsOf(ctx.now());
  if (toldOn.get(userId) === day) return;
  if (toldOn.size >= REFUSED_MAX) toldOn.clear();
  toldOn.set(userId, day);
  tellCalls(ctx, userId, calls);
}

/** Cut to the database's microseconds: rounded up, the last call of a period would not fit into it. */
const stepOf = (period: number, limit: number): number => Math.floor((period * 1_000) / limit) / 1_000;

/**
 * A minute's allowance is whole again within a minute of its last call. What is later than that was counted by a server
 * whose clock is ahead, and must not keep a key out until the others have caught up with it. The second minute is for
 * clocks that are merely not quite alike.
 */
const isForeign = `a.minute > $2 + interval '2 minutes'`;
const spentOf = (period: 'hour' | 'minute') => `case when ${isForeign} then $2 else greatest(a.${period}, $2) end`;

/**
 * The row keeps the two times at which the allowances are whole again (GCRA): a window without edges has nothing to
 * double at. A call that is refused costs nothing.
 */
const HELD = (project: string, key: string, token: string) => `
    (select coalesce(json_agg(json_build_object('taskId', task_id, 'name', holder ->> 'name', 'expiresAt', expires_at,
        'holderKey', holder_key, 'clientKey', client_key, 'tokenHash', token_hash)), '[]')
      from batons where project_id = ${project} and (holder_key = ${key} or client_key = ${key} or token_hash = ${token})) as held`;

const ARRIVE = `
  with spent as (
    insert into agent_allowances as a (user_id, hour, minute)
    select $1::uuid, $2::timestamptz + $3 * interval '1 ms', $2::timestamptz + $4 * interval '1 ms' where $5::boolean
    on conflict (user_id) do update set
      hour = ${spentOf('hour')} + $3 * interval '1 ms', minute = ${spentOf('minute')} + $4 * interval '1 ms'
    where ${spentOf('hour')} + $3 * interval '1 ms' <= $2 + interval '1 hour'
      and ${spentOf('minute')} + $4 * interval '1 ms' <= $2 + interval '1 minute'
    returning 1
  ), refusing as (
    -- Locked, so that it is the row that refused, with the calls that came before this one at the same moment.
    select a.hour, a.minute from agent_allowances a
    where a.user_id = $1 and $5 and not exists (select from spent) for no key update
  ), told as (
    delete from baton_losses
    where project_id = $6 and (holder_key = $7 or client_key = $7 or token_hash = $8) and (not $5 or exists (select from spent))
    returning task_number as number, fence, by, reason
  )
  select (not $5 or exists (select from spent)) as taken,
    full_for.hour, full_for.minute,
    (select coalesce(json_agg(told), '[]') from told) as losses,
    ${HELD('$6', '$7', '$8')}
  from (select 1) as it left join refusing full_for on true`;

/** The same without a trace: what was lost is told again when it can be noted that it was told. */
const LOOK_UP = `
  select
    (select coalesce(json_agg(json_build_object('number', task_number, 'fence', fence, 'by', by, 'reason', reason)), '[]')
      from baton_losses where project_id = $1::uuid and (holder_key = $2 or client_key = $2 or token_hash = $3)) as losses,
    ${HELD('$1::uuid', '$2', '$3')}`;

function tooMany(
  row: Row,
  now: Date,
  rate: { perHour: number; perMinute: number },
  counted: Counted,
): { error: AppError; period: 'hour' | 'minute' } {
  const left = (whole: Date | null, period: number, limit: number) =>
    whole === null ? 0 : whole.getTime() + stepOf(period, limit) - period - now.getTime();
  const hour = counted === 'call' ? left(row.hour, HOUR_MS, rate.perHour) : 0;
  const minute = left(row.minute, MINUTE_MS, rate.perMinute);
  const seconds = Math.max(1, Math.ceil(Math.max(hour, minute) / 1_000));
  const [limit, period] = hour > minute ? [rate.perHour, 'hour' as const] : [rate.perMinute, 'minute' as const];
  const error = new AppError(
    'USAGE_LIMIT_EXCEEDED',
    `This key may call ${limit} times per ${period}. Nothing was changed: wait ${seconds} seconds, then send the same call again.`,
    { code: 'RATE_LIMITED', retryAfterSeconds: seconds, usage: { [period]: { current: limit, limit } } },
  );
  return { error, period };
}
