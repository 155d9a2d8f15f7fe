import { type SQL, and, eq, inArray, sql } from 'drizzle-orm';
import type pg from 'pg';
import { Id } from '#contract/fields.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { errorCounts, errorGroups, errorLogs, users } from '#server/platform/db/tables/index.ts';

export interface ErrorFilter {
  level?: 'error' | 'critical' | undefined;
  category?: 'database' | 'auth' | 'service' | 'api' | undefined;
  resolved?: boolean | undefined;
}

export type ErrorGroup = typeof errorGroups.$inferSelect;

/** Both tables have level, category and resolved. */
function matching(table: typeof errorGroups | typeof errorCounts, filter: ErrorFilter): SQL | undefined {
  const { level, category, resolved } = filter;
  return and(
    level === undefined ? undefined : eq(table.level, level),
    category === undefined ? undefined : eq(table.category, category),
    resolved === undefined ? undefined : eq(table.resolved, resolved),
  );
}

/** From counters that triggers maintain. */
export async function countGroups(db: Database, filter: ErrorFilter): Promise<number> {
  const total = sql<number>`coalesce(sum(${errorCounts.n}), 0)::int`;
  const [row] = await db.select({ n: total }).from(errorCounts).where(matching(errorCounts, filter));
  return row?.n ?? 0;
}

/** `nulls last` as in the indexes, which otherwise could not provide the order. */
export const listGroups = (
  db: Database,
  filter: ErrorFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ErrorGroup[]> =>
  db
    .select()
    .from(errorGroups)
    .where(matching(errorGroups, filter))
    .orderBy(sql`${errorGroups.lastSeen} desc nulls last, ${errorGroups.id} desc nulls last`)
    .limit(limit)
    .offset(offset);

export async function findGroup(db: Database | Tx, id: Id): Promise<ErrorGroup | undefined> {
  const [row] = await db.select().from(errorGroups).where(eq(errorGroups.id, id));
  return row;
}

export const listOccurrences = (db: Database, groupId: Id, limit: number): Promise<(typeof errorLogs.$inferSelect)[]> =>
  db
    .select()
    .from(errorLogs)
    .where(eq(errorLogs.groupId, groupId))
    .orderBy(sql`${errorLogs.timestamp} desc nulls last`)
    .limit(limit);

export type People = ReadonlyMap<string, { name: string; email: string }>;

/** The accounts among these ids that exist. Logs keep ids only, so that no email address outlives its account. */
export async function findPeople(db: Database | Tx, texts: readonly (string | null)[]): Promise<People> {
  const ids = [...new Set(texts)].filter((text): text is Id => Id.safeParse(text).success);
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, ids));
  return new Map(found.map(({ id, ...person }) => [id, person]));
}

export interface ExportedError {
  id: string;
  /** With the database's microseconds, as the cursor of the next batch. */
  moment: string;
  at: string;
  level: string;
  category: string;
  message: string;
  request_id: string | null;
  resolved: boolean;
  context: string | null;
}

const BATCH = 500;
const BEFORE_ALL = { moment: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/**
 * Every occurrence up to now, newest first, in batches with keyset pagination. A connection is returned to the pool
 * between batches, so slow readers do not exhaust the pool.
 */
export async function* readErrors(pool: pg.Pool, filter: ErrorFilter): AsyncGenerator<ExportedError[]> {
  let last: Pick<ExportedError, 'moment' | 'id'> | undefined = BEFORE_ALL;
  while (last !== undefined) {
    const { rows }: pg.QueryResult<ExportedError> = await pool.query<ExportedError>(
      `select e.id, e.timestamp::text as moment,
         to_char(e.timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.level, e.category, e.message,
         e.request_id, g.resolved, e.context::text as context
       from error_logs e join error_groups g on g.id = e.group_id
       where (e.timestamp, e.id) < ($4::timestamptz, $5::uuid) and ($1::text is null or e.level = $1)
         and ($2::text is null or e.category = $2) and ($3::bool is null or g.resolved = $3)
       order by e.timestamp desc nulls last, e.id desc nulls last limit ${BATCH}`,
      [filter.level ?? null, filter.category ?? null, filter.resolved ?? null, last.moment, last.id],
    );
    if (rows.length > 0) yield rows;
    last = rows.length < BATCH ? undefined : rows.at(-1);
  }
}
