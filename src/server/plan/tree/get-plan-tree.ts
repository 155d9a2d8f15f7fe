import type { Id } from '#contract/fields.ts';
import type { Baton, NoteCount } from '#contract/plan.ts';
import { type PlanTree, TREE_REASON_MAX } from '#contract/plan-tree.ts';
import type { Work } from '#contract/proof.ts';
import type { Question } from '#contract/question.ts';
import type { Dependency, Task } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import { proveSummary } from '#server/projects/index.ts';
import { type TreeList, type TreeTask, packTree } from './pack-tree.ts';
import { BESIDE_TASKS } from './beside-tasks.ts';

interface TaskRow extends Omit<TreeTask, 'agent_lock' | 'blocked_reason' | 'is_enabler' | 'prd_state' | 'question'> {
  agent_lock: string | null;
  blocked_reason: string | null;
  is_enabler: boolean;
  prd_state: Task['prd_state'];
  question: Question | null;
}

interface TreeRow {
  task_lists: TreeList[];
  tasks: TaskRow[];
  dependencies: Dependency[];
  batons: Baton[];
  note_counts: NoteCount[];
  last_run: { id: Id; work: Work } | null;
  seq: number;
}

/** What the tree view of a plan shows, from one snapshot, with the feed's number of that snapshot. */
export async function getPlanTree(ctx: Context, input: { id: Id }): Promise<PlanTree> {
  const project = await proveSummary(ctx, input.id);
  const { rows } = await ctx.database.pool.query<TreeRow>({ name: 'baton_plan_tree', text: TREE, values: [input.id] });
  const [row] = rows;
  if (row === undefined) throw new Error('the plan has no row');
  const { last_run: run, batons, ...rest } = row;
  return packTree({
    ...rest,
    project,
    tasks: row.tasks.map((task) => present(task, run?.id === task.id ? run.work : undefined)),
    batons: batons.map((baton) => ({
      ...baton,
      taken_at: inUtc(baton.taken_at),
      last_call_at: inUtc(baton.last_call_at),
      expires_at: inUtc(baton.expires_at),
    })),
  });
}

/** Absent values are omitted. */
function present(
  { agent_lock, blocked_reason, is_enabler, prd_state, question, ...task }: TaskRow,
  work: Work | undefined,
): TreeTask {
  return {
    ...task,
    ...(agent_lock !== null && { agent_lock: inUtc(agent_lock) }),
    ...(blocked_reason !== null && { blocked_reason }),
    ...(is_enabler && { is_enabler }),
    ...(prd_state !== null && { prd_state }),
    ...(question !== null && { question }),
    ...(work !== undefined && { work }),
  };
}

/** PostgreSQL formats times in the session's zone without trailing zeros; clients compare them as strings. */
const inUtc = (time: string) => new Date(time).toISOString();

const ms = (column: string) => `floor(extract(epoch from ${column}) * 1000)::int8`;

/** One statement has one snapshot, like the whole plan's; it reads no task texts. */
const TREE = `
  select
    (select coalesce(json_agg(x), '[]'::json) from (
      select l.id, l.name, l.parent_task_id, l.depth, ${ms('l.created_at')} as created_at, ${ms('l.updated_at')} as updated_at
      from task_lists l where l.project_id = $1 and l.deleted_at is null
      order by l.depth, l.created_at, l.id
    ) x) as task_lists,
    (select coalesce(json_agg(x), '[]'::json) from (
      select t.id, t.number, t.task_list_id, t.title, t.status, t.order_in_parent, t.level,
        jsonb_array_length(t.checks) as checks, t.requirement_ids, t.agent_lock, t.is_enabler, t.prd_state,
        left(t.blocked_reason, ${TREE_REASON_MAX}) as blocked_reason, case when t.is_asking then t.question end as question,
        ${ms('t.created_at')} as created_at, ${ms('t.updated_at')} as updated_at, ${ms('t.completed_at')} as completed_at
      from tasks t where t.project_id = $1 and t.deleted_at is null
      order by t.order_in_parent, t.level, t.id
    ) x) as tasks,
    (select json_build_object('id', t.id, 'work', t.work) from tasks t
      where t.project_id = $1 and t.deleted_at is null and jsonb_typeof(t.work -> 'verification') = 'object'
      order by coalesce(t.completed_at, t.updated_at) desc limit 1) as last_run,
    ${BESIDE_TASKS}`;
