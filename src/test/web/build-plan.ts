import type { Plan } from '#contract/plan.ts';
import { type PlanData, planOf } from '#web/lib/live/plan-data.ts';
import { type PlanView, viewOf } from '#web/features/plan/data/plan-view.ts';

/** Plans for tests: a row says only what matters to the case, the rest is as plain as can be. */
type Row<T> = Partial<Omit<T, 'id' | 'task_list_id' | 'parent_task_id'>> & { id: string; parent_task_id?: string };

const AT = '2026-03-01T00:00:00.000Z';

interface Rows {
  lists?: Row<Plan['task_lists'][number]>[];
  tasks: (Row<Plan['tasks'][number]> & { list?: string })[];
  waits?: [task: string, on: string][];
  batons?: (Partial<Plan['batons'][number]> & { task: string })[];
}

export const buildPlan = (rows: Rows): PlanView => viewOf(buildPlanData(rows), []);

export function buildPlanData({
  lists = [{ id: 'l1', name: 'Rate limiter' }],
  tasks,
  waits = [],
  batons = [],
}: Rows): PlanData {
  const answer: unknown = {
    project: { id: 'p1', role: 'owner', name: 'Harbor API', deleted_at: null },
    task_lists: lists.map((list) => ({
      project_id: 'p1',
      parent_task_id: null,
      parent_task: null,
      name: list.id,
      operational_brief: '',
      depth: 0,
      task_count: 0,
      created_at: AT,
      updated_at: AT,
      deleted_at: null,
      ...list,
    })),
    tasks: tasks.map(({ list = 'l1', ...task }, i) => ({
      number: i + 1,
      project_id: 'p1',
      parent_task_id: null,
      task_list_id: list,
      task_list_name: list,
      task_list_depth: 0,
      title: task.id,
      description: '',
      checks: [],
      prd_lines: null,
      status: 'open',
      order_in_parent: (i + 1) * 1_024,
      level: 0,
      is_completed: false,
      completed_at: null,
      agent_lock: null,
      blocked_reason: null,
      question: null,
      work: null,
      requirement_ids: [],
      is_enabler: false,
      prd_state: null,
      created_at: AT,
      updated_at: AT,
      deleted_at: null,
      ...task,
    })),
    dependencies: waits.map(([task_id, depends_on_id]) => ({ task_id, depends_on_id })),
    batons: batons.map(({ task, ...baton }, i) => ({
      project_id: 'p1',
      task_id: task,
      slot: i + 1,
      holder: { kind: 'agent', id: null, name: 'claude-code' },
      fence: 1,
      taken_at: AT,
      last_call_at: AT,
      expires_at: AT,
      call_count: 1,
      beats: Array.from({ length: 24 }, () => 0),
      ...baton,
    })),
    note_counts: [],
    counts: { tasks: tasks.length, open: 0, wip: 0, done: 0 },
    seq: 1,
  };
  return planOf(answer as Plan);
}

/** The task of a built plan; one that is not there is a mistake of the test. */
export function taskOf(plan: PlanView, id: string) {
  const task = plan.tasks.get(id);
  if (!task) throw new Error(`the plan has no task ${id}`);
  return task;
}
