import type { Id } from '#contract/fields.ts';
import type { TaskStatus } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import { notFound } from '#server/platform/error.ts';
import { ownerToProve } from '#server/projects/index.ts';
import { type TaskRef, describeRef } from './task-ref.ts';

export type OutlineStatus = TaskStatus | 'ready' | 'blocked';

export interface OutlineLine {
  number: number;
  title: string;
  status: TaskStatus;
  level: number;
  list: string;
  blocked_reason: string | null;
  /** The open question, if any. */
  asks: string | null;
  holder: string | null;
  /** Number of children, and of those done. */
  children: number;
  children_done: number;
  /** Numbers of its unfinished dependencies. */
  waits_for: number[];
}

export interface OutlineQuery {
  under?: TaskRef | undefined;
  status?: OutlineStatus | undefined;
  /** Levels below the root, or below the named task. */
  depth: number;
  limit: number;
  offset: number;
}

/** A part of the tree in depth-first order; one row more than the limit tells that there are others. */
export async function readOutline(ctx: Context, projectId: Id, query: OutlineQuery): Promise<OutlineLine[]> {
  const { under, status, depth, limit, offset } = query;
  const values = [
    projectId,
    await ownerToProve(ctx, projectId, 'seen'),
    under !== undefined,
    under?.id ?? null,
    under?.number ?? null,
    status ?? null,
    // A status filter applies to every level: ready tasks are seldom at the top.
    status === undefined ? depth : 64,
    limit + 1,
    offset,
  ];
  const { rows } = await ctx.database.pool.query<{ known: boolean; lines: OutlineLine[] }>({
    name: 'baton_outline',
    text: OUTLINE,
    values,
  });
  const [row] = rows;
  if (row === undefined) throw notFound('The project');
  if (!row.known && under !== undefined) throw notFound(`The task ${describeRef(under)}`);
  return row.lines;
}

/** The traversal stops at the end of the page; details are read for that page only. */
const OUTLINE = `
  with root as (
    select t.id from tasks t where t.project_id = $1 and t.deleted_at is null and (t.id = $4 or t.number = $5)
  ), page as (
    select w.id, w.place
    from unnest(walk_plan($1, (select id from root), $6, $7, $8::integer + $9::integer)) with ordinality as w (id, place)
    where w.place > $9 and ($3::boolean = exists (select from root))
  )
  select
    (not $3::boolean or exists (select from root)) as known,
    (select coalesce(json_agg(json_build_object('number', t.number, 'title', t.title, 'status', t.status, 'level', t.level, 'list', l.name,
      'blocked_reason', t.blocked_reason, 'asks', case when t.is_asking then t.question ->> 'text' end, 'holder', (select b.holder ->> 'name' from batons b where b.task_id = t.id),
      'children', kids.n, 'children_done', kids.done, 'waits_for', ahead.numbers) order by page.place), '[]')
      from page join tasks t on t.id = page.id join task_lists l on l.id = t.task_list_id
      cross join lateral (
        select count(*)::int as n, count(*) filter (where c.status = 'done')::int as done
        from task_lists cl
        cross join lateral (select k.status from tasks k where k.task_list_id = cl.id and k.deleted_at is null offset 0) c
        where cl.parent_task_id = t.id and cl.deleted_at is null
      ) kids
      cross join lateral (
        select coalesce(json_agg(o.number order by o.number), '[]'::json) as numbers
        from task_dependencies d
        cross join lateral (select a.number, a.status, a.deleted_at from tasks a where a.id = d.depends_on_id offset 0) o
        where d.task_id = t.id and o.deleted_at is null and o.status <> 'done'
      ) ahead) as lines
  from projects p where p.id = $1 and p.user_id = $2 and p.deleted_at is null`;
