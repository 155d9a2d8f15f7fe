import type { Id } from '#contract/fields.ts';
import type { DraftTask } from '#contract/plan-draft.ts';
import { PARKED_REASON } from '#contract/plan-texts.ts';
import { noOrigin } from '#server/plan/index.ts';
import { isSaidToBeDone, pickChecks } from './draft-checks.ts';
import { rememberTexts } from './remember-texts.ts';
import type { Bench, MergeTask } from './sides.ts';

/** A new row from a drafted task with the checks of its remaining requirements; its order is set later. */
export function makeTask(bench: Bench, drafted: DraftTask, listId: Id, requirementIds: string[]): MergeTask {
  const isAll = isSaidToBeDone(bench, drafted, requirementIds);
  const isParked = drafted.parked && !isAll;
  const checks = pickChecks(bench, drafted, requirementIds).map(({ text, done }) => ({ text, met: done || isAll }));
  const ticked = [...new Set(checks.filter(({ met }) => met).map(({ text }) => text))];
  const now = bench.making.now.toISOString();
  const origin = {
    ...noOrigin(),
    key: drafted.key,
    list: drafted.list,
    title: drafted.title,
    description: drafted.description,
    checks: checks.map(({ text }) => text),
    requirement_ids: [...requirementIds],
    depends_on: [...drafted.depends_on],
    ...(ticked.length > 0 ? { ticked } : {}),
    ...(isAll ? { done: true } : {}),
    ...(isParked ? { parked: true } : {}),
  };
  rememberTexts(bench, origin, requirementIds);
  const task: MergeTask = {
    id: bench.making.newId(),
    task_list_id: listId,
    number: bench.making.nextNumber++,
    title: drafted.title,
    description: drafted.description,
    checks,
    prd_start_line: drafted.prd_lines?.start ?? null,
    prd_end_line: drafted.prd_lines?.end ?? null,
    status: isAll ? 'done' : 'open',
    order_in_parent: 0,
    level: 0,
    is_completed: isAll,
    completed_at: isAll ? now : null,
    blocked_reason: isParked ? PARKED_REASON : null,
    question: null,
    work: null,
    created_at: now,
    requirement_ids: requirementIds,
    is_enabler: drafted.is_enabler,
    prd_state: null,
    origin,
  };
  bench.tasks.set(task.id, task);
  return task;
}
