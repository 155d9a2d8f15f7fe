import type { Id } from '#contract/fields.ts';
import type { DraftTask } from '#contract/plan-draft.ts';
import { noOrigin } from '#server/plan/index.ts';
import { rememberTexts } from './merge-task.ts';
import type { Bench, MergeTask } from './sides.ts';

/** A new row from a drafted task; its place is given later. */
export function makeTask(bench: Bench, drafted: DraftTask, listId: Id, requirementIds: string[]): MergeTask {
  const origin = {
    ...noOrigin(),
    key: drafted.key,
    list: drafted.list,
    title: drafted.title,
    description: drafted.description,
    checks: [...drafted.checks],
    requirement_ids: [...requirementIds],
    depends_on: [...drafted.depends_on],
  };
  rememberTexts(bench, origin, requirementIds);
  const task: MergeTask = {
    id: bench.making.newId(),
    task_list_id: listId,
    number: bench.making.nextNumber++,
    title: drafted.title,
    description: drafted.description,
    checks: drafted.checks.map((text) => ({ text, met: false })),
    prd_start_line: drafted.prd_lines?.start ?? null,
    prd_end_line: drafted.prd_lines?.end ?? null,
    status: 'open',
    order_in_parent: 0,
    level: 0,
    is_completed: false,
    completed_at: null,
    blocked_reason: null,
    created_at: bench.making.now.toISOString(),
    requirement_ids: requirementIds,
    is_enabler: drafted.is_enabler,
    prd_state: null,
    origin,
  };
  bench.tasks.set(task.id, task);
  return task;
}
