import type { Plan } from '#contract/plan.ts';
import type { PlanTree } from '#contract/plan-tree.ts';
import { packTree } from '#server/plan/tree/pack-tree.ts';

/** A plan in the tree format, without texts. */
export function packPlan(plan: Plan): PlanTree {
  const at = (time: string) => Date.parse(time);
  return packTree({
    ...plan,
    task_lists: plan.task_lists.map((list) => ({
      ...list,
      created_at: at(list.created_at),
      updated_at: at(list.updated_at),
    })),
    tasks: plan.tasks.map((task) => {
      const { agent_lock, blocked_reason, is_enabler, prd_state, question, work: _work, ...rest } = task;
      return {
        ...rest,
        checks: task.checks.length,
        created_at: at(task.created_at),
        updated_at: at(task.updated_at),
        completed_at: task.completed_at === null ? null : at(task.completed_at),
        ...(agent_lock !== null && { agent_lock }),
        ...(blocked_reason !== null && { blocked_reason }),
        ...(is_enabler && { is_enabler }),
        ...(prd_state !== null && { prd_state }),
        ...(question !== null && question.answer === null && { question }),
      };
    }),
  });
}
