import { type SQL, eq, sql } from 'drizzle-orm';
import type { CallLogEntry, listCalls as endpoint } from '#contract/admin-logs.ts';
import { ACTIVITY_ROWS } from '#contract/constants.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Context } from '#server/platform/context.ts';
import { mcpLogs, users } from '#server/platform/db/tables/index.ts';
import { partPattern } from '../people/rules.ts';
import { presentCall } from './present.ts';

/** A search considers at most this many distinct commands and projects. */
const NAMES_MAX = 500;
/** A literal and not a parameter: with an unknown limit the query planner chooses to read everything. */
const LATEST = sql.raw(String(ACTIVITY_ROWS));
const NEWEST = sql`inserted_at desc nulls last, id desc nulls last`;

/** The latest calls of agents, optionally by a search or a status. */
export async function listCalls(ctx: Context, input: InputOf<typeof endpoint>): Promise<CallLogEntry[]> {
  const search = input.search?.trim().toLowerCase() ?? '';
  const ids = chooseCalls(search, input.status);
  const rows = await ctx.db
    .select({ call: mcpLogs, email: users.email })
    .from(mcpLogs)
    .leftJoin(users, eq(users.id, mcpLogs.userId))
    .where(sql`${mcpLogs.id} = any (array(${ids}))`)
    .orderBy(sql`${mcpLogs.insertedAt} desc, ${mcpLogs.id} desc`);
  return rows.map(({ call, email }) => presentCall(call, email));
}

function chooseCalls(search: string, status: keyof typeof STATUS): SQL {
  if (search === '') return latest(STATUS[status]);
  // Failures have a partial index of their own and are few: it is scanned in order.
  if (status === 'errors')
    return latest(
      sql`${STATUS.errors} and (lower(command) like ${partPattern(search)} or project_id::text like ${partPattern(search)})`,
    );
  return found(search, STATUS[status]);
}

const STATUS = { all: sql`true`, success: sql`status_code < 400`, errors: sql`status_code >= 400` };

const latest = (status: SQL) => sql`select id from mcp_logs where ${status} order by ${NEWEST} limit ${LATEST}`;

/**
 * There are few distinct commands and projects compared with calls: a recursive query skips through the index from one
 * distinct value to the next (a loose index scan), and the latest calls of each that matches come from the index. The
 * calls themselves are never scanned in full.
 */
const found = (search: string, status: SQL) => sql`
  with recursive commands as (
    (select command, 1 as n from mcp_logs order by command limit 1)
    union all
    select (select m.command from mcp_logs m where m.command > c.command order by m.command limit 1), n + 1
    from commands c where c.command is not null and n < ${NAMES_MAX}
  ), hits as (
    select calls.id, calls.inserted_at from commands c cross join lateral (
      select id, inserted_at from mcp_logs where command = c.command and ${status} order by ${NEWEST} limit ${LATEST}
    ) calls where lower(c.command) like ${partPattern(search)}
    union
    select calls.id, calls.inserted_at from (
      select id from projects where ${isPartOfId(search)} and id::text like ${partPattern(search)} limit ${sql.raw(String(NAMES_MAX))}
    ) p cross join lateral (
      select id, inserted_at from mcp_logs where project_id = p.id and ${status} order by ${NEWEST} limit ${LATEST}
    ) calls
  )
  select id from hits order by inserted_at desc, id desc limit ${LATEST}`;

const isPartOfId = (search: string) => /^[0-9a-f-]{1,36}$/.test(search);
