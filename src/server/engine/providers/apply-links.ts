import { TASK_CHECKS_MAX, TASK_DESCRIPTION_MAX } from '#contract/constants.ts';
import type { DraftTask } from '#contract/plan-draft.ts';
import { cleanText } from './clean-text.ts';
import type { LinkAnswer } from './read-answer.ts';
import type { Plan } from './read-plan.ts';

/** Puts what the look over the whole plan found into it. Numbers count from 1; what is out of range is not there. */
export function applyLinks(plan: Plan, { dependencies, duplicates }: LinkAnswer): Plan {
  const keyOf = (number: number) => plan.tasks[number - 1]?.key;
  const after = Map.groupBy(dependencies, ({ task }) => keyOf(task));
  const linked: Plan = {
    ...plan,
    tasks: plan.tasks.map((task) => ({
      ...task,
      depends_on: [...task.depends_on, ...(after.get(task.key) ?? []).flatMap((link) => keyOf(link.after) ?? [])],
    })),
  };
  return duplicates.reduce((joined, { keep, drop }) => joinTasks(joined, keyOf(keep), keyOf(drop)), linked);
}

/**
 * Two tasks become one that answers both's requirements and waits for what the kept one did: being the same work, it can
 * begin then. Parents stay as they are: what is below them would lose its place.
 */
function joinTasks(plan: Plan, keep: string | undefined, drop: string | undefined): Plan {
  const isParent = (key: string) => plan.lists.some(({ parent }) => parent === key);
  const kept = plan.tasks.find(({ key }) => key === keep);
  const dropped = plan.tasks.find(({ key }) => key === drop);
  if (kept === undefined || dropped === undefined || kept === dropped) return plan;
  if (isParent(kept.key) || isParent(dropped.key)) return plan;
  const moved = (keys: readonly string[]) => [...new Set(keys.map((key) => (key === dropped.key ? kept.key : key)))];
  return {
    ...plan,
    tasks: plan.tasks
      .filter((task) => task !== dropped)
      .map((task) => (task === kept ? { ...absorb(kept, [dropped]), depends_on: kept.depends_on } : task))
      .map((task) => ({ ...task, depends_on: moved(task.depends_on).filter((key) => key !== task.key) })),
  };
}

/** One task in place of several: it answers, checks and waits for what they did. */
export function absorb(task: DraftTask, others: readonly DraftTask[]): DraftTask {
  const all = [task, ...others];
  const gone = new Set(all.map(({ key }) => key));
  const ids = [...new Set(all.flatMap(({ requirement_ids }) => requirement_ids))];
  const texts = [task.description, ...others.map(({ title, description }) => `${title}\n${description}`.trim())];
  return {
    ...task,
    description: cleanText(texts.filter(Boolean).join('\n\n'), TASK_DESCRIPTION_MAX / 2),
    checks: [...new Set(all.flatMap(({ checks }) => checks))].slice(0, TASK_CHECKS_MAX),
    requirement_ids: ids,
    is_enabler: ids.length === 0,
    depends_on: [...new Set(all.flatMap(({ depends_on }) => depends_on))].filter((key) => !gone.has(key)),
  };
}
