import { type SQL, and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { FeedEvent } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import type { Note } from '#contract/note.ts';
import { LINE_EVENTS, lineOf } from '#contract/status-lines.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { events } from '#server/platform/db/tables/index.ts';

/** The keyset cursor of a page: time and id. */
export interface Position {
  at: Date;
  id: Id;
}

export interface LinePage {
  taskId: Id | undefined;
  behind: Position | undefined;
  /** Time of the oldest note of the page, where older ones are left for the next. */
  until: Date | undefined;
  limit: number;
}

/** Tolerance for clock skew between servers: status lines are ordered by feed number, pages by time. */
const ROWS_APART = 20;
const TIME_APART_MS = 3_600_000;
const PAGE = 2_000;

/** Status lines of a project or task, newest first: derived from the feed, so limited by its retention. */
export async function listLines(db: Database | Tx, projectId: Id, page: LinePage): Promise<Note[]> {
  const { taskId, behind, until, limit } = page;
  const scope = `project:${projectId}`;
  const ofTask = sql`${events.taskId} = ${taskId} and ${events.data} ->> 'task_id' = ${taskId}`;
  const rows = await db
    .select()
    .from(events)
    .where(
      and(
        isLine(scope),
        taskId === undefined ? undefined : ofTask,
        behind === undefined ? undefined : isBehind(behind),
        until === undefined ? undefined : isNotBefore(scope, until),
      ),
    )
    .orderBy(desc(events.rowSeq), desc(events.seq))
    .limit(limit + ROWS_APART);
  return present(projectId, rows);
}

/** All of them, oldest first, for an export. */
export async function listAllLines(db: Database | Tx, projectId: Id): Promise<Note[]> {
  const all: Note[] = [];
  for (let after = 0; ;) {
    const rows = await db
      .select()
      .from(events)
      .where(and(isLine(`project:${projectId}`), gt(events.rowSeq, after)))
      .orderBy(asc(events.rowSeq), asc(events.seq))
      .limit(PAGE);
    const last = rows.at(-1);
    // A page may end in the middle of a change: that one is read again in full.
    const isFull = rows.length === PAGE && rows[0]?.rowSeq !== last?.rowSeq;
    all.push(...present(projectId, isFull ? rows.filter(({ rowSeq }) => rowSeq !== last?.rowSeq) : rows));
    if (!isFull || last === undefined) return all;
    after = last.rowSeq - 1;
  }
}

/** Without events whose line already exists as a note. */
const isLine = (scope: string): SQL | undefined =>
  and(eq(events.scope, scope), inArray(events.type, [...LINE_EVENTS]), sql`not ${events.isNoted}`);

/** The id of a line, computed as lineOf does. */
const LINE_ID = sql`(lpad(to_hex((extract(epoch from ${events.createdAt}) * 1000)::bigint), 12, '0') || '8'
  || left(right(${events.scope}, 6), 3) || 'a' || right(${events.scope}, 3) || lpad(to_hex(${events.seq}), 12, '0'))::uuid`;

const isBehind = ({ at, id }: Position): SQL =>
  sql`(${events.createdAt} < ${at.toISOString()} or (${events.createdAt} = ${at.toISOString()} and ${LINE_ID} < ${id}))`;

const isNotBefore = (scope: string, at: Date): SQL => {
  const early = new Date(at.getTime() - TIME_APART_MS).toISOString();
  return sql`${events.createdAt} >= ${at.toISOString()} and ${events.rowSeq} > coalesce((
    select f.seq from feed f where f.scope = ${scope} and f.at < ${early} order by f.seq desc limit 1), 0)`;
};

const present = (projectId: Id, rows: readonly (typeof events.$inferSelect)[]): Note[] =>
  rows.flatMap(({ seq, type, data, actor, createdAt }) => {
    const event = { seq, type, data, actor, created_at: createdAt.toISOString() } as FeedEvent;
    return lineOf(projectId, event) ?? [];
  });
