import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';

/**
 * The cycle that an edge would close, as task numbers, or undefined. A parent waits for all its children, so a
 * dependency can close a cycle through the tree as well: a subtask that waits for its parent never begins. Deleted
 * tasks are ignored; that is looked up by primary key, since a join could scan all tasks of the instance.
 */
export async function findCycle(tx: Tx, from: Id, backTo: Id): Promise<number[] | undefined> {
  const { rows } = await tx.execute<{ way: number[] }>(sql`
    with recursive edges as materialized (
      select d.task_id as a, d.depends_on_id as b from task_dependencies d
      cross join lateral (select t.deleted_at from tasks t where t.id = d.task_id offset 0) x
      cross join lateral (select t.deleted_at from tasks t where t.id = d.depends_on_id offset 0) y
      where d.project_id = (select project_id from tasks where id = ${from}) and x.deleted_at is null and y.deleted_at is null
      union all
      select l.parent_task_id, t.id from task_lists l join tasks t on t.task_list_id = l.id and t.deleted_at is null
      where l.project_id = (select project_id from tasks where id = ${from}) and l.parent_task_id is not null and l.deleted_at is null
    ), walk as (
      select ${from}::uuid as id
      union
      select e.b from edges e join walk w on e.a = w.id
    )
    select 1 as found from walk where id = ${backTo} limit 1`);
  return rows.length === 0 ? undefined : nameWay(tx, from, backTo);
}

/** Only when there is a cycle: the shortest path, by breadth-first search over the project's edges. */
async function nameWay(tx: Tx, from: Id, backTo: Id): Promise<number[]> {
  const { rows } = await tx.execute<{ a: Id; b: Id; a_number: number; b_number: number }>(sql`
    select d.task_id as a, d.depends_on_id as b, x.number as a_number, y.number as b_number
    from task_dependencies d
    cross join lateral (select t.number, t.deleted_at from tasks t where t.id = d.task_id offset 0) x
    cross join lateral (select t.number, t.deleted_at from tasks t where t.id = d.depends_on_id offset 0) y
    where d.project_id = (select project_id from tasks where id = ${from}) and x.deleted_at is null and y.deleted_at is null
    union all
    select l.parent_task_id, t.id, p.number, t.number
    from task_lists l join tasks p on p.id = l.parent_task_id join tasks t on t.task_list_id = l.id and t.deleted_at is null
    where l.project_id = (select project_id from tasks where id = ${from}) and l.deleted_at is null`);
  const next = Map.groupBy(rows, (row) => row.a);
  const numbers = new Map(rows.flatMap((row) => [[row.a, row.a_number] as const, [row.b, row.b_number] as const]));
  const cameFrom = new Map<Id, Id>();
  const waiting: Id[] = [from];
  for (const id of waiting) {
    if (id === backTo) break;
    for (const { b } of next.get(id) ?? []) {
      if (b === from || cameFrom.has(b)) continue;
      cameFrom.set(b, id);
      waiting.push(b);
    }
  }
  const way: Id[] = [];
  for (let at: Id | undefined = backTo; at !== undefined; at = cameFrom.get(at)) way.unshift(at);
  return way.map((id) => numbers.get(id) ?? 0);
}

/** A dependency by task numbers; a parent waits for its children. */
export interface Edge {
  a: number;
  b: number;
}

/**
 * Any cycle in a project's live plan, as task numbers that end where they began: for use after many changes at once.
 */
export async function findAnyCycle(tx: Tx, projectId: Id): Promise<number[] | undefined> {
  return findCycleAmong(await readEdges(tx, projectId));
}

/** All edges of a project's live plan. */
export async function readEdges(tx: Tx, projectId: Id): Promise<Edge[]> {
  const { rows } = await tx.execute<{ a: number; b: number }>(sql`
    select x.number as a, y.number as b from task_dependencies d
    cross join lateral (select t.number, t.deleted_at from tasks t where t.id = d.task_id offset 0) x
    cross join lateral (select t.number, t.deleted_at from tasks t where t.id = d.depends_on_id offset 0) y
    where d.project_id = ${projectId} and x.deleted_at is null and y.deleted_at is null
    union all
    select p.number, t.number from task_lists l
    join tasks p on p.id = l.parent_task_id and p.deleted_at is null
    join tasks t on t.task_list_id = l.id and t.deleted_at is null
    where l.project_id = ${projectId} and l.deleted_at is null`);
  return rows;
}

export function findCycleAmong(edges: readonly Edge[]): number[] | undefined {
  const next = Map.groupBy(edges, ({ a }) => a);
  const finished = new Set<number>();
  for (const start of next.keys()) {
    // Depth-first search with an explicit stack: a chain of dependencies may be as long as the plan.
    const path: { at: number; left: number[] }[] = [];
    const onPath = new Set<number>();
    const enter = (at: number) => {
      path.push({ at, left: (next.get(at) ?? []).map(({ b }) => b) });
      onPath.add(at);
    };
    if (!finished.has(start)) enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const to = top.left.pop();
      if (to === undefined) {
        path.pop();
        onPath.delete(top.at);
        finished.add(top.at);
      } else if (onPath.has(to)) {
        const way = path.map(({ at }) => at);
        return [...way.slice(way.indexOf(to)), to];
      } else if (!finished.has(to)) enter(to);
    }
  }
  return undefined;
}
