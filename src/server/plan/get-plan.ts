import type { Id } from '#contract/fields.ts';
import type { Baton, NoteCount, Plan, PlanCounts } from '#contract/plan.ts';
import type { Dependency, Task, TaskList } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import { requireSummary } from '#server/projects/index.ts';

interface PlanRow {
  task_lists: TaskList[];
  tasks: Task[];
  dependencies: Dependency[];
  batons: Baton[];
  note_counts: NoteCount[];
  seq: number;
}

/** The whole plan as it was at one moment, with the feed's number of that moment. */
export async function getPlan(ctx: Context, input: { id: Id }): Promise<Plan> {
  const project = await requireSummary(ctx, input.id);
  const { rows } = await ctx.database.pool.query<PlanRow>({ name: 'baton_plan', text: PLAN, values: [project.id] });
  const [row] = rows;
  if (row === undefined) throw new Error('the plan has no row');
  for (const list of row.task_lists) normaliseTimes(list, LIST_TIMES);
  for (const task of row.tasks) normaliseTimes(task, TASK_TIMES);
  for (const baton of row.batons) normaliseTimes(baton, BATON_TIMES);
  return { project, ...row, counts: countTasks(row.tasks) };
}

const LIST_TIMES = ['created_at', 'updated_at'] as const;
const TASK_TIMES = ['created_at', 'updated_at', 'completed_at', 'agent_lock'] as const;
const BATON_TIMES = ['taken_at', 'last_call_at', 'expires_at'] as const;

/** PostgreSQL writes times in the session's zone and without trailing zeros; clients compare them as texts. */
function normaliseTimes<K extends string>(row: Record<K, string | null>, names: readonly K[]): void {
  for (const name of names) {
    const value = row[name];
    if (value !== null) row[name] = new Date(value).toISOString();
  }
}

function countTasks(tasks: readonly Task[]): PlanCounts {
  const counts = { tasks: tasks.length, open: 0, wip: 0, done: 0 };
  for (const task of tasks) counts[task.status] += 1;
  return counts;
}

/** One statement sees one moment: the rows and the feed's number belong together, whatever is written meanwhile. */
const PLAN = `
  select
    (select coalesce(json_agg(x), '[]'::json) from (
      select l.id, l.project_id, l.parent_task_id,
        case when l.parent_task_id is null then null else json_build_object('id', l.parent_task_id, 'title', coalesce(p.title, '')) end as parent_task,
        l.name, l.operational_brief, l.depth, coalesce(c.n, 0) as task_count, l.created_at, l.updated_at, l.deleted_at
      from task_lists l
      left join tasks p on p.id = l.parent_task_id
      left join (select task_list_id, count(*)::int as n from tasks where project_id = $1 and deleted_at is null group by 1) c on c.task_list_id = l.id
      where l.project_id = $1 and l.deleted_at is null
      order by l.depth, l.created_at, l.id
    ) x) as task_lists,
    (select coalesce(json_agg(x), '[]'::json) from (
      select t.id, t.number, t.project_id, l.parent_task_id, t.task_list_id, l.name as task_list_name, l.depth as task_list_depth,
        t.title, t.description, t.checks,
        case when t.prd_start_line is null then null else json_build_object('start', t.prd_start_line, 'end', t.prd_end_line) end as prd_lines,
        t.status, t.order_in_parent, t.level, t.is_completed, t.completed_at, t.agent_lock, t.created_at, t.updated_at, t.deleted_at
      from tasks t join task_lists l on l.id = t.task_list_id
      where t.project_id = $1 and t.deleted_at is null
      order by t.order_in_parent, t.level, t.id
    ) x) as tasks,
    (select coalesce(json_agg(x), '[]'::json) from (
      select d.task_id, d.depends_on_id
      from task_dependencies d
      join tasks a on a.id = d.task_id and a.deleted_at is null
      join tasks b on b.id = d.depends_on_id and b.deleted_at is null
      where d.project_id = $1 order by 1, 2
    ) x) as dependencies,
    (select coalesce(json_agg(x), '[]'::json) from (
      select b.project_id, b.task_id, b.slot, b.holder, b.fence, b.taken_at, b.last_call_at, b.expires_at, b.call_count, b.beats
      from batons b where b.project_id = $1 order by b.slot
    ) x) as batons,
    (select coalesce(json_agg(x), '[]'::json) from (
      select n.task_id, n.type, count(*)::int as count from notes n where n.project_id = $1 and n.deleted_at is null group by 1, 2
    ) x) as note_counts,
    coalesce((select h.seq from feed_heads h where h.scope = 'project:' || $1), 0) as seq`;
