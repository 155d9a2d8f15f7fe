import type { Id } from '#contract/fields.ts';
import type { TimelineEntry } from '#contract/timeline.ts';

/** These put another plan in place: a checkpoint from before them is no way back to what came between. */
const REPLACED = new Set(['generation', 'import', 'restore']);

/** The newest change of the plan that has a checkpoint from before it; none if the plan was replaced since. */
export function findUndoable(items: readonly TimelineEntry[]): { entry: TimelineEntry; checkpointId: Id } | undefined {
  const entry = items.find(
    ({ kind, data: { plan, checkpoint_id } }) =>
      kind === 'planned' && (checkpoint_id != null || (plan !== undefined && REPLACED.has(plan.cause))),
  );
  const checkpointId = entry?.data.checkpoint_id;
  return entry === undefined || checkpointId == null ? undefined : { entry, checkpointId };
}
