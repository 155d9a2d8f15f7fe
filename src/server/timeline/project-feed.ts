import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { DONE_KINDS, type EntryData, type TimelineKind } from '#contract/timeline.ts';
import { connectionOf, type Database, type Tx } from '#server/platform/db/client.ts';
import type { TimelineState } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { foldChange } from './fold-change.ts';
import { type Change, type Entry, type Fold, addEntry } from './fold.ts';
import { DONE, listed } from './queries.ts';
import { settleGone } from './settle-gone.ts';

/** Rows of the feed per transaction. */
const BATCH = 500;
/** Reasons and questions are cut to this: the task has them in full. */
const TEXT_MAX = 600;

/** Called in the transaction of the projection, with the entries that it added or changed. */
export type OnEntries = (tx: Tx, projectId: Id, entries: readonly Entry[]) => Promise<void>;

type Connection = ReturnType<typeof connectionOf>;

interface HeadRow {
  seq: number;
  state: TimelineState;
  last: number;
}

/**
 * Brings a project's timeline up to date with its feed (catch-up projection), each row exactly once: the head's row lock
 * serialises concurrent runs. Without `wait`, a project that another run works on is left to it.
 */
export async function projectFeed(
  db: Database,
  projectId: Id,
  { wait, onEntries }: { wait: boolean; onEntries?: OnEntries | undefined },
): Promise<void> {
  // Most readers find nothing to do: they take no lock, and write nothing.
  if (!(await isBehind(db, projectId))) return;
  while (await projectBatch(db, projectId, wait, onEntries));
}

async function isBehind(db: Database, projectId: Id): Promise<boolean> {
  const { rows } = await db.execute<{ behind: number }>(sql`
    select 1 as behind from feed_heads h where h.scope = ${`project:${projectId}`} and h.seq > coalesce(
      (select t.seq from timeline_heads t where t.project_id = ${projectId}), 0)`);
  return rows.length > 0;
}

/** Returns whether there may be more. */
async function projectBatch(db: Database, projectId: Id, wait: boolean, onEntries?: OnEntries): Promise<boolean> {
  return db.transaction(async (tx) => {
    const connection = connectionOf(tx);
    const head = await lockHead(connection, projectId, wait);
    if (head === undefined || head.seq >= head.last) return false;
    const { rows } = await connection.query<Change>({
      ...READ,
      values: [`project:${projectId}`, head.seq, head.last],
    });
    const fold = await openFold(connection, projectId, head.state);
    for (const row of rows) foldChange(fold, row);
    await settleGone(connection, fold, rows);
    const isAtEnd = rows.length < BATCH;
    if (isAtEnd) await tellComplete(connection, projectId, fold, rows.at(-1));
    const changed = [...new Set([...fold.added, ...fold.open, ...known(fold)])].filter(({ isChanged }) => isChanged);
    await storeEntries(connection, projectId, changed);
    await countDays(connection, projectId, rows);
    const upTo = isAtEnd ? head.last : (rows.at(-1)?.seq ?? head.last);
    await connection.query({ ...MOVE, values: [projectId, upTo, JSON.stringify(fold.state)] });
    if (changed.length > 0) await onEntries?.(tx, projectId, changed);
    return !isAtEnd;
  });
}

/** Stored entries that the fold was opened with. */
const stored = new WeakMap<Fold, Entry[]>();
const known = (fold: Fold) => stored.get(fold) ?? [];

async function lockHead(connection: Connection, projectId: Id, wait: boolean): Promise<HeadRow | undefined> {
  const statement = wait ? LOCK : TRY_LOCK;
  const values = [projectId];
  const { rows } = await connection.query<HeadRow>({ ...statement, values });
  if (rows[0] !== undefined) return rows[0];
  // The first time. A project that is gone has no row, and gets none.
  const { rowCount } = await connection.query({ ...BEGIN, values });
  if (rowCount === 0) return undefined;
  const { rows: begun } = await connection.query<HeadRow>({ ...statement, values });
  return begun[0];
}

async function openFold(connection: Connection, projectId: Id, state: TimelineState): Promise<Fold> {
  const { rows: newest } = await connection.query<{ id: Id }>({ ...NEWEST, values: [projectId] });
  const values = [projectId, newest[0]?.id ?? null];
  const { rows } = await connection.query<EntryRow & { is_last: boolean }>({ ...OPEN, values });
  const entries = new Map(rows.map((row) => [row.id, readEntry(row)]));
  const fold: Fold = {
    state: { ...state },
    open: new Set([...entries.values()].filter(({ isOpen }) => isOpen)),
    last: rows.filter(({ is_last }) => is_last).map(({ id }) => entries.get(id))[0],
    added: [],
    lost: new Map(),
    seq: 0,
  };
  stored.set(fold, [...entries.values()]);
  return fold;
}

interface EntryRow {
  id: Id;
  at: Date;
  kind: TimelineKind;
  who: string;
  who_kind: Entry['whoKind'];
  task_id: Id | null;
  is_open: boolean;
  data: EntryData;
}

const readEntry = ({ who_kind: whoKind, task_id: taskId, is_open: isOpen, ...row }: EntryRow): Entry => ({
  ...row,
  whoKind,
  taskId,
  isOpen,
  isChanged: false,
  storedKind: row.kind,
  seq: 0,
});

/** "Plan complete" once, when the last task is done; again after it was reopened or extended. */
async function tellComplete(
  connection: Connection,
  projectId: Id,
  fold: Fold,
  last: Change | undefined,
): Promise<void> {
  const { rows } = await connection.query<{ done: number; left: number }>({ ...COUNT, values: [projectId] });
  const { done = 0, left = 0 } = rows[0] ?? {};
  const isComplete = done > 0 && left === 0;
  const wasComplete = fold.state.isComplete === true;
  fold.state.isComplete = isComplete;
  if (!isComplete || wasComplete || last === undefined) return;
  // Not for a plan that was complete when it was imported or restored.
  if (
    fold.added.every(({ kind }) => kind === 'planned' || kind === 'checkpoint') &&
    known(fold).every(({ isChanged }) => !isChanged)
  )
    return;
  addEntry(fold, last, { kind: 'completed', data: { text: String(done) } });
}

async function storeEntries(connection: Connection, projectId: Id, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const write = ({ id, at, kind, who, whoKind, taskId, isOpen, data }: Entry) => ({
    id: id ?? newId(at.getTime()),
    is_new: id === null,
    at,
    kind,
    who,
    who_kind: whoKind,
    task_id: taskId,
    is_open: isOpen,
    data: data.text === undefined ? data : { ...data, text: data.text.slice(0, TEXT_MAX).toWellFormed() },
  });
  const values = [projectId, JSON.stringify(entries.map(write))];
  await connection.query({ ...UPDATE, values });
  await connection.query({ ...INSERT, values });
  const touched = entries.flatMap(({ kind, taskId }) => (taskId !== null && SETTLES.has(kind) ? [taskId] : []));
  if (touched.length > 0) await connection.query({ ...UNDO, values: [projectId, [...new Set(touched)]] });
}

/** What changes whether a task is done. */
const DONE_OR_NOT = [...DONE_KINDS, 'reopened'] as const;
const SETTLES: ReadonlySet<TimelineKind> = new Set(DONE_OR_NOT);

/** For the activity of a project's card: adding up the feed for every look would cost too much. */
async function countDays(connection: Connection, projectId: Id, rows: readonly Change[]): Promise<void> {
  const days = new Map<string, number>();
  for (const { at, events } of rows) {
    const day = at.toISOString().slice(0, 10);
    days.set(day, (days.get(day) ?? 0) + events.length);
  }
  const values = [projectId, [...days.keys()], [...days.values()]];
  if (days.size > 0) await connection.query({ ...ADD_DAYS, values });
}

/** Prepared statements, planned once per connection. */
const named = (name: string, text: string) => ({ name: `baton_timeline_${name}`, text });

const HEAD = `
  select t.seq, t.state, coalesce((select h.seq from feed_heads h where h.scope = 'project:' || t.project_id), 0) as last
  from timeline_heads t where t.project_id = $1 for no key update`;
const LOCK = named('lock', HEAD);
const TRY_LOCK = named('try_lock', `${HEAD} skip locked`);
const BEGIN = named(
  'begin',
  `insert into timeline_heads (project_id) select id from projects where id = $1 on conflict do nothing`,
);
/** Up to the end that the head was locked with: this statement has a later snapshot, and may see more. */
const READ = named(
  'read',
  `select seq, events, actor, at from feed where scope = $1 and seq > $2 and seq <= $3 order by seq limit ${BATCH}`,
);
const NEWEST = named('newest', 'select id from timeline where project_id = $1 order by at desc, id desc limit 1');
const OPEN = named(
  'open',
  `select id, at, kind, who, who_kind, task_id, is_open, data,
    id = $2 as is_last
  from timeline where (project_id = $1 and is_open) or id = $2`,
);
const MOVE = named('move', 'update timeline_heads set seq = $2, state = $3 where project_id = $1');
const COUNT = named(
  'count',
  `select coalesce(sum(done), 0)::int as done, coalesce(sum(open + wip), 0)::int as left from lane_states where project_id = $1`,
);

const ADD_DAYS = named(
  'add_days',
  `insert into project_days as d (project_id, day, events) select $1, * from unnest($2::date[], $3::int[])
  on conflict (project_id, day) do update set events = d.events + excluded.events`,
);

/** With the task's number, title and lane as they are now; later changes of the title do not rewrite history. */
const ENTRIES = `
  with entry as (
    select * from jsonb_to_recordset($2::jsonb) as e (
      id uuid, is_new boolean, at timestamptz, kind text, who text, who_kind text, task_id uuid, is_open boolean, data jsonb)
  )`;
const INSERT = named(
  'insert',
  `${ENTRIES}
  insert into timeline (id, project_id, at, kind, who_kind, who, task_id, list_id, is_open, data)
  select e.id, $1, e.at, e.kind, e.who_kind, e.who, e.task_id, t.root_list_id, e.is_open,
    e.data || coalesce(case when t.id is not null then
      jsonb_build_object('number', t.number, 'title', t.title, 'list', l.name) end, '{}'::jsonb)
  from entry e left join tasks t on t.id = e.task_id left join task_lists l on l.id = t.root_list_id
  where e.is_new`,
);
const UPDATE = named(
  'update',
  `${ENTRIES}
  update timeline t set at = e.at, kind = e.kind, who = e.who, who_kind = e.who_kind, is_open = e.is_open, data = e.data
  from entry e where not e.is_new and t.id = e.id and t.project_id = $1`,
);
/** Of the entries that a task was done, only the last counts, and only until it is reopened. */
const UNDO = named(
  'undo',
  `update timeline t set is_undone = not t.is_undone
  where t.project_id = $1 and t.task_id = any ($2::uuid[]) and t.kind in (${DONE}) and t.is_undone <> exists (
    select from timeline e where e.task_id = t.task_id and e.kind in (${listed(DONE_OR_NOT)}) and (e.at, e.id) > (t.at, t.id))`,
);
