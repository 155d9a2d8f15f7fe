import type { PlanChange, PlanChangeKind, PlanDiff } from '#contract/generation.ts';
import { AppError } from '#server/platform/error.ts';
import type { PlanState } from '#server/plan/index.ts';
import type { Change } from './merge/sides.ts';
import type { RunRow } from './queries.ts';
import { BUSY_RETRY_SECONDS } from './queue-jobs.ts';

const CHANGES_MAX = 200;
/** In order of importance for a person. */
const ORDER: readonly PlanChangeKind[] = ['removed', 'orphaned', 'review', 'follow_up', 'updated', 'added', 'kept'];

export function presentDiff(changes: readonly Change[], { plan, held, notes }: PlanState): PlanDiff {
  const counts = Object.fromEntries(ORDER.map((kind) => [kind, 0])) as Record<PlanChangeKind, number>;
  for (const { change } of changes) counts[change] += 1;
  const first = ORDER.flatMap((kind) => changes.filter(({ change }) => change === kind)).slice(0, CHANGES_MAX);
  return {
    counts,
    changes: first.map(presentChange),
    today: {
      tasks: plan.tasks.length,
      done: plan.tasks.filter(({ status }) => status === 'done').length,
      held: held.size,
      notes,
    },
  };
}

function presentChange({ change, task, isNew, listName, reason }: Change): PlanChange {
  return {
    change,
    task_id: isNew ? null : task.id,
    number: isNew ? null : task.number,
    title: task.title,
    list_name: listName,
    reason,
  };
}

/** The answer of a failed run, for the first and every repeated request. */
export function presentFailure({ error, errorType, errorCode }: RunRow): AppError {
  return new AppError(errorType ?? 'INTERNAL_ERROR', error ?? 'The plan could not be generated.', {
    ...(errorCode === null ? {} : { code: errorCode }),
    ...(errorCode === 'GENERATION_INTERRUPTED' ? { status: 503 as const, retryAfterSeconds: 1 } : {}),
    ...(errorCode === 'SERVER_BUSY' ? { status: 503 as const, retryAfterSeconds: BUSY_RETRY_SECONDS } : {}),
  });
}
