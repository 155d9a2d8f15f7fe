import type { Id } from '#contract/fields.ts';
import type { Baton, NoteCount, Plan, PlanCounts } from '#contract/plan.ts';
import type { Dependency, Task, TaskList } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import { proveSummary } from '#server/projects/index.ts';
import { BESIDE_TASKS } from './beside-tasks.ts';

type BareTask = Omit<Task, 'parent_task_id' | 'task_list_name' | 'task_list_depth'>;
type BareList = Omit<TaskList, 'parent_task' | 'task_count'>;

interface PlanRow {
  task_lists: BareList[];
  tasks: BareTask[];
  dependencies: Dependency[];
  batons: Baton[];
  note_counts: NoteCount[];
  seq: number;
}

/** The whole plan from one snapshot, with the feed's number of that snapshot. */
export async function getPlan(ctx: Context, input: { id: Id }): Promise<Plan> {
  const project = await proveSummary(ctx, input.id);
  const { rows } = await ctx.database.pool.query<PlanRow>({ name: 'baton_plan', text: PLAN, values: [input.id] });
  const [row] = rows;
  if (row === undefined) throw new Error('the plan has no row');
  const { tasks, task_lists } = joinRows(row.tasks, row.task_lists);
  const live = new Set(tasks.map(({ id }) => id));
  for (const baton of row.batons) normaliseTimes(baton, BATON_TIMES);
  return {
    project,
    task_lists,
    tasks,
    dependencies: row.dependencies.filter((each) => live.has(each.task_id) && live.has(each.depends_on_id)),
    batons: row.batons,
    note_counts: row.note_counts,
    counts: countTasks(tasks),
    seq: row.seq,
  };
}

/**
 * Lists and tasks are joined here, not by the database: its planner estimates how many rows a project has, and a wrong
 * estimate would scan the lists of all projects, or each list once per task.
 */
function joinRows(bareTasks: BareTask[], bareLists: BareList[]): { tasks: Task[]; task_lists: TaskList[] } {
  const listOf = new Map(bareLists.map((list) => [list.id, list]));
  const titleOf = new Map(bareTasks.map(({ id, title }) => [id, title]));
  const sizes = new Map<Id, number>();
  for (const task of bareTasks) sizes.set(task.task_list_id, (sizes.get(task.task_list_id) ?? 0) + 1);
  const task_lists = bareLists.map((list) => {
    const { parent_task_id: parent } = list;
    const shown: TaskList = {
      ...list,
      parent_task: parent === null ? null : { id: parent, title: titleOf.get(parent) ?? '' },
      task_count: sizes.get(list.id) ?? 0,
    };
    normaliseTimes(shown, LIST_TIMES);
    return shown;
  });
  const tasks = bareTasks.map((task) => {
    const list = listOf.get(task.task_list_id);
    if (list === undefined) throw new Error(`task ${task.id} stands in no list`);
    const shown: Task = {
      ...task,
      parent_task_id: list.parent_task_id,
      task_list_name: list.name,
      task_list_depth: list.depth,
    };
    normaliseTimes(shown, TASK_TIMES);
    return shown;
  });
  return { tasks, task_lists };
}

const LIST_TIMES = ['created_at', 'updated_at'] as const;
const TASK_TIMES = ['created_at', 'updated_at', 'completed_at', 'agent_lock'] as const;
const BATON_TIMES = ['taken_at', 'last_call_at', 'expires_at'] as const;

/** PostgreSQL formats times in the session's zone without trailing zeros; clients compare them as strings. */
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

/** One statement has one snapshot: rows and feed number are consistent. */
const PLAN = `
  select
    (select coalesce(json_agg(x), '[]'::json) from (
      select l.id, l.project_id, l.parent_task_id, l.name, l.operational_brief, l.depth, l.created_at, l.updated_at, l.deleted_at
      from task_lists l where l.project_id = $1 and l.deleted_at is null
      order by l.depth, l.created_at, l.id
    ) x) as task_lists,
    (select coalesce(json_agg(x), '[]'::json) from (
      select t.id, t.number, t.project_id, t.task_list_id, t.title, t.description, t.checks,
        case when t.prd_start_line is null then null else json_build_object('start', t.prd_start_line, 'end', t.prd_end_line) end as prd_lines,
        t.status, t.order_in_parent, t.level, t.is_completed, t.completed_at, t.agent_lock, t.blocked_reason, t.question, t.work,
        t.requirement_ids, t.is_enabler, t.prd_state, t.created_at, t.updated_at, t.deleted_at
      from tasks t where t.project_id = $1 and t.deleted_at is null
      order by t.order_in_parent, t.level, t.id
    ) x) as tasks,
    ${BESIDE_TASKS}`;
