import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import { type ToldOwn, callerOf, readOwn } from '#server/plan/index.ts';
import type { Bus } from '#server/platform/bus.ts';
import { keepCache } from '#server/platform/caches.ts';
import type { Context, Holding, Services } from '#server/platform/context.ts';
import { isDiskFull } from '#server/platform/http/failures.ts';

export interface Loss {
  number: number;
  fence: number;
  by: string;
  reason: string;
}

export interface Arrival {
  /** Batons taken from the caller since its last call; told once, and not again if that answer is lost. */
  losses: Loss[];
  held: Holding | undefined;
}

export const NOTHING: Arrival = { losses: [], held: undefined };

type Caller = ReturnType<typeof callerOf>;

interface Row {
  losses: Loss[];
  held: ToldOwn[] | null;
}

/** What a caller holds, and what it lost since its last call. Writes only where there are losses to mark as told. */
export async function lookUp(ctx: Context, projectId: Id): Promise<Arrival> {
  // One connection for both statements: waiting for a second one while holding the first can deadlock on the pool.
  const client = await ctx.database.pool.connect();
  try {
    return await lookUpOn(ctx, projectId, client);
  } finally {
    client.release();
  }
}

async function lookUpOn(ctx: Context, projectId: Id, client: pg.PoolClient): Promise<Arrival> {
  const caller = callerOf(ctx);
  const idle = idleOf(ctx);
  const since = idle.begin();
  const values = [projectId, caller.clientKey, caller.tokenHash ?? null];
  const { rows } = await client.query<Row>({ name: 'baton_look_up', text: LOOK_UP, values });
  const { losses, held } = rows[0] ?? { losses: [], held: null };
  if (losses.length === 0 && held === null) idle.note(projectId, caller, since);
  return { losses: losses.length === 0 ? losses : await tell(client, values, losses), held: readOwn(held, caller) };
}

/** `delete … returning`: of two concurrent calls one is told. On a full disk it is told again later. */
async function tell(client: pg.PoolClient, values: unknown[], seen: Loss[]): Promise<Loss[]> {
  try {
    return (await client.query<Loss>({ name: 'baton_tell_losses', text: TELL, values })).rows;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    return seen;
  }
}

const OWN = 'project_id = $1::uuid and (holder_key = $2 or client_key = $2 or token_hash = $3)';
const LOOK_UP = `
  select
    (select coalesce(json_agg(json_build_object('number', task_number, 'fence', fence, 'by', by, 'reason', reason)), '[]')
      from baton_losses where ${OWN}) as losses,
    (select json_agg(describe_held(b)) from batons b where ${OWN}) as held`;
const TELL = `delete from baton_losses where ${OWN} returning task_number as number, fence, by, reason`;

/** TTL: how long a lost notification could hide a baton that the caller took through another server. */
const IDLE_MS = 1_000;
const PROJECTS_MAX = 10_000;
const CALLERS_MAX = 1_000;

interface Idle {
  begin(): number;
  note(projectId: Id, caller: Caller, since: number): void;
  isIdle(projectId: Id, caller: Caller): boolean;
  forget(projectId: string): void;
}

const kept = new WeakMap<Bus, Idle>();

/**
 * A cache of callers that held nothing a moment ago. Only a holder can lose a baton, and every call that can make
 * somebody one invalidates the entry: on this server when it ends, on others by the feed's notification.
 */
function idleOf({ bus }: Services): Idle {
  const known = kept.get(bus);
  if (known !== undefined) return known;
  const seen = new Map<string, Map<string, number>>();
  let changes = 0;
  const idle: Idle = {
    begin: () => changes,
    note(projectId, { clientKey, tokenHash }, since) {
      // A change happened while this was looked up: the result may be stale and is not cached.
      if (changes !== since || tokenHash !== undefined) return;
      if (seen.size >= PROJECTS_MAX) seen.clear();
      const callers = seen.get(projectId) ?? new Map<string, number>();
      if (callers.size >= CALLERS_MAX) callers.clear();
      seen.set(projectId, callers.set(clientKey, performance.now()));
    },
    isIdle(projectId, { clientKey, tokenHash }) {
      const at = tokenHash === undefined ? seen.get(projectId)?.get(clientKey) : undefined;
      return at !== undefined && performance.now() - at < IDLE_MS;
    },
    forget(projectId) {
      changes += 1;
      seen.delete(projectId);
    },
  };
  bus.on('feed', (scope) => idle.forget(scope.slice(scope.indexOf(':') + 1)));
  keepCache(bus, () => {
    changes += 1;
    const entries = seen.size;
    seen.clear();
    return entries;
  });
  kept.set(bus, idle);
  return idle;
}

export const isKnownIdle = (ctx: Context, projectId: Id): boolean => idleOf(ctx).isIdle(projectId, callerOf(ctx));

/** Invalidates the cache after a call that may have given somebody a baton. */
export const forgetIdle = (services: Services, projectId: Id): void => idleOf(services).forget(projectId);
