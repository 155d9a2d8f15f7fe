import type { Id } from '#contract/fields.ts';
import type { TaskStatus } from '#contract/task.ts';
import { ownerIdOf } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { notFound } from '#server/platform/error.ts';
import { type TaskRef, describeRef } from './task-ref.ts';

export type OutlineStatus = TaskStatus | 'ready' | 'blocked';

export interface OutlineLine {
  number: number;
  title: string;
  status: TaskStatus;
  level: number;
  list: string;
  blocked_reason: string | null;
  holder: string | null;
  /** How many children there are, and how many of them are done. */
  children: number;
  children_done: number;
  /** Numbers of the unfinished tasks it waits for. */
  waits_for: number[];
}

export interface OutlineQuery {
  under?: TaskRef | undefined;
  status?: OutlineStatus | undefined;
  /** Levels below the root, or below the task that was named. */
  depth: number;
  limit: number;
  offset: number;
}

/** A part of the tree in tree order, one row per task; one more than the limit tells that there are others. */
export async function readOutline(ctx: Context, projectId: Id, query: OutlineQuery): Promise<OutlineLine[]> {
  const { under, status, depth, limit, offset } = query;
  const isUnder = under !== undefined;
  const values = [
    projectId,
    ownerIdOf(ctx),
    isUnder,
    under?.id ?? null,
    under?.number ?? null,
    status ?? null,
    // A filter looks at every level: what is ready is seldom at the top.
    status === undefined ? depth : 64,
    limit + 1,
    offset,
  ];
  // Planned anew each time: a plan made while the store was small, and kept, would read a large one again for each task.
  const { rows } = await ctx.database.pool.query<{ known: boolean; lines: OutlineLine[] }>(OUTLINE, values);
  const [row] = rows;
  if (row === undefined) throw notFound('The project');
  if (!row.known && under !== undefined) throw notFound(`The task ${describeRef(under)}`);
  return row.lines;
}

/** Read list by list into arrays: each level costs one look at an index, and siblings keep their order by path. */
const OUTLINE = `
  with recursive start as (
    select l.id, l.name, array[(row_number() over (order by l.created_at, l.id))::numeric] as path, 1 as depth
    from task_lists l
    where l.project_id = $1 and l.deleted_at is null and (
      (not $3::boolean and l.parent_task_id is null)
      or ($3::boolean and l.parent_task_id = (select t.id from tasks t where t.project_id = $1 and t.deleted_at is null and (t.id = $4 or t.number = $5)))
    )
  ), tree as (
    select t.id, t.number, t.title, t.status, t.level, t.blocked_reason, s.name as list, s.path || t.order_in_parent::numeric as path, s.depth
    from start s join tasks t on t.task_list_id = s.id and t.deleted_at is null
    union all
    select t.id, t.number, t.title, t.status, t.level, t.blocked_reason, l.name, tree.path || t.order_in_parent::numeric, tree.depth + 1
    from tree join task_lists l on l.parent_task_id = tree.id and l.deleted_at is null
    join tasks t on t.task_list_id = l.id and t.deleted_at is null
    where tree.depth < $7
  ), shown as (
    select tree.*, kids.n as children, kids.done as children_done, ahead.numbers as waits_for
    from tree
    cross join lateral (
      select count(*)::int as n, count(*) filter (where c.status = 'done')::int as done
      from task_lists l join tasks c on c.task_list_id = l.id and c.deleted_at is null
      where l.parent_task_id = tree.id and l.deleted_at is null
    ) kids
    cross join lateral (
      select coalesce(json_agg(o.number order by o.number), '[]'::json) as numbers
      from task_dependencies d join tasks o on o.id = d.depends_on_id and o.deleted_at is null and o.status <> 'done'
      where d.task_id = tree.id
    ) ahead
    where $6::text is null or ($6 in ('open', 'wip', 'done') and tree.status = $6)
      or ($6 = 'ready' and tree.status = 'open' and tree.blocked_reason is null and kids.n = 0 and json_array_length(ahead.numbers) = 0)
      or ($6 = 'blocked' and tree.status = 'open' and (tree.blocked_reason is not null or json_array_length(ahead.numbers) > 0))
    order by tree.path limit $8 offset $9
  )
  select
    (not $3::boolean or exists (select from tasks t where t.project_id = $1 and t.deleted_at is null and (t.id = $4 or t.number = $5))) as known,
    (select coalesce(json_agg(json_build_object('number', s.number, 'title', s.title, 'status', s.status, 'level', s.level, 'list', s.list,
      'blocked_reason', s.blocked_reason, 'holder', (select b.holder ->> 'name' from batons b where b.task_id = s.id),
      'children', s.children, 'children_done', s.children_done, 'waits_for', s.waits_for) order by s.path), '[]') from shown s) as lines
  from projects p where p.id = $1 and p.user_id = $2 and p.deleted_at is null`;
