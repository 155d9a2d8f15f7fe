import type { Id } from '#contract/fields.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { newId } from '#server/platform/id.ts';
import { createRowAllowance } from '#server/platform/row-allowance.ts';
import { type HolderHeartbeats, createHolderHeartbeats } from './holder-heartbeats.ts';
import { createKeyUses } from './record-key-uses.ts';
import { recordSightings } from './record-sightings.ts';
import { commandClass, isMethod, isTurnedAway, outcomeOf } from './rules.ts';
import { isAnswered } from './run-tool.ts';
import { isAmongPeople } from '#server/platform/db/of-person.ts';
import { setTimeout } from '#server/platform/guard.ts';

export interface Call {
  ctx: Context;
  projectId: Id | null;
  door: 'mcp' | 'rest';
  /** The tool's name, or the method of the protocol. */
  command: string;
  /** Set for commands that are neither, such as REST paths; by default derived from the name. */
  isKnown?: boolean;
  agent: string;
  statusCode: number;
  ms: number;
  bytesOut: number;
}

export interface CallLog {
  add(call: Call): void;
  /** Writes the buffered calls; part of graceful shutdown, so that none are lost. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const EVERY_MS = 500;
const BATCH_MAX = 500;
/** Bounds the buffer during a long outage of the database; the oldest calls are dropped. */
const WAITING_MAX = 20_000;

type Waiting = Call & { id: Id; at: Date };

interface Parts {
  services: Services;
  holders: HolderHeartbeats;
  noteKeys: ReturnType<typeof createKeyUses>;
}

/** Buffers calls and writes them in batches in the background: no call waits for its own log line. */
export function createCallLog(services: Services): CallLog {
  let waiting: Waiting[] = [];
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const hasRoom = createRowAllowance(services.now);
  const parts: Parts = { services, holders: createHolderHeartbeats(services), noteKeys: createKeyUses(services) };

  const write = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX);
      await writeKeepable(parts, batch);
      // By identity and not by count: while the batch was written, the oldest may have been dropped from the buffer.
      const written = new Set(batch);
      waiting = waiting.filter((call) => !written.has(call));
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).catch((error: unknown) => {
      services.log.warn({ reason: String(error), calls: waiting.length }, 'the call log could not be written');
      schedule();
    });
    return writing;
  };
  const schedule = () => {
    timer ??= setTimeout(flush, EVERY_MS).unref();
  };
  return {
    add(call) {
      measure(services, call);
      const flood = floodOf(call);
      if (flood !== undefined && !hasRoom(flood)) return;
      if (waiting.length >= WAITING_MAX) waiting = waiting.slice(BATCH_MAX);
      waiting.push({ ...call, id: newId(), at: services.now() });
      schedule();
    },
    flush,
    async close() {
      await flush();
      clearTimeout(timer);
      await parts.holders.close();
    },
  };
}

/**
 * Refused calls cost their caller nothing, so the log is rate-limited: one quota for calls without an account, one per
 * account.
 */
function floodOf({ ctx, statusCode }: Call): string | undefined {
  if (!('userId' in ctx.actor)) return 'strangers';
  return isTurnedAway(statusCode) ? ctx.actor.userId : undefined;
}

/** Command names are arbitrary client input: only known ones become metric labels, which bounds cardinality. */
function measure({ metrics }: Services, { door, command, statusCode, ms }: Call): void {
  const outcome = outcomeOf(statusCode);
  metrics.mcpCallSeconds.observe({ command: commandClass(command), outcome }, ms / 1_000);
  // REST counts its own refusals.
  if (outcome === 'limited' && door === 'mcp') metrics.limitRefusals.inc({ door });
}

/** A call that can never be stored is dropped alone: retried for ever, it would block all that follow. */
async function writeKeepable(parts: Parts, batch: readonly Waiting[]): Promise<void> {
  try {
    await writeBatch(parts, batch);
  } catch (error) {
    if (!isUnkeepable(error)) throw error;
    if (batch.length > 1) for (const call of batch) await writeKeepable(parts, [call]);
    else parts.services.log.warn({ reason: String(error) }, 'a call could not be logged');
  }
}

/** SQLSTATE class 22: data exceptions, which no retry will fix. */
const isUnkeepable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('22');

async function writeBatch({ services, holders, noteKeys }: Parts, batch: readonly Waiting[]): Promise<void> {
  const { rows } = await services.database.pool.query<{ id: string }>(WRITE, [
    batch.map(({ id }) => id),
    batch.map(({ ctx }) => ('userId' in ctx.actor ? ctx.actor.userId : null)),
    batch.map(({ projectId }) => projectId),
    batch.map(({ command }) => command),
    batch.map(({ statusCode }) => statusCode),
    batch.map(({ ms }) => Math.round(ms)),
    batch.map(({ agent }) => agent),
    batch.map(({ bytesOut }) => bytesOut),
    batch.map(({ at }) => at),
    batch.map(({ command, isKnown }) => isKnown ?? (isAnswered(command) || isMethod(command))),
    batch.map(({ statusCode }) => !isTurnedAway(statusCode)),
    batch.map(({ ctx }) => (ctx.actor.kind === 'agent' ? (ctx.actor.key?.name ?? null) : null)),
  ]);
  const owned = new Set(rows.map(({ id }) => id));
  const answered = batch.filter(({ id, statusCode }) => owned.has(id) && statusCode < 400);
  await recordSightings(services, answered);
  await noteKeys(batch);
  await holders.add(answered);
}

/**
 * A call that names another user's project, or an unknown one, is logged without a project. Calls of an account deleted
 * meanwhile are dropped. Idempotent by id: a batch that is retried after a partial failure is not written twice.
 * Refused calls do not count as activity.
 */
const WRITE = `
  with asked as (
    select c.id, u.id as user_id, p.id as project_id, c.command, c.status_code, c.ms, c.agent, c.bytes_out, c.at, c.is_known, c.is_activity, c.key_name
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::int[], $7::text[], $8::int[], $9::timestamptz[],
      $10::boolean[], $11::boolean[], $12::text[])
      as c (id, user_id, project_id, command, status_code, ms, agent, bytes_out, at, is_known, is_activity, key_name)
    left join users u on u.id = c.user_id
    left join projects p on p.id = c.project_id and ${isAmongPeople('p', 'u.id')} and p.deleted_at is null
    where c.user_id is null or u.id is not null
  ), written as (
    insert into mcp_logs (id, user_id, project_id, command, status_code, response_time_ms, agent, bytes_out, inserted_at, is_known, key_name)
    select id, user_id, project_id, command, status_code, ms, agent, bytes_out, at, is_known, key_name from asked on conflict (id) do nothing
  ), active as (
    insert into user_activity (user_id, last_active_at)
    select user_id, max(at) from asked where user_id is not null and is_activity group by user_id order by user_id
    on conflict (user_id) do update set last_active_at = greatest(user_activity.last_active_at, excluded.last_active_at)
  )
  select id from asked where project_id is not null`;
