import type { Requirement } from '#contract/requirement.ts';
import { mergePlan } from '#server/engine/merge/merge-plan.ts';
import type { Merged, Mine } from '#server/engine/merge/sides.ts';
import { planOffline } from '#server/engine/offline/plan-offline.ts';
import { type Snapshot, hashRequirement } from '#server/plan/index.ts';
import { newId } from '#server/platform/id.ts';

const EMPTY: Snapshot = { version: 1, task_lists: [], tasks: [], dependencies: [], note_ids: [] };

export interface MergedText {
  merged: Merged;
  plan: Snapshot;
  found: Requirement[];
}

/** Plans a PRD with the embedded planner and merges that into a plan, as a run does, but without a server. */
export function mergeText(prd: string, previous: readonly Requirement[], mine: Partial<Mine> = {}): MergedText {
  const { extraction, draft } = planOffline(prd, previous, { maxTasks: 1_000 });
  const plan = mine.plan ?? EMPTY;
  const merged = mergePlan(
    { plan, held: new Set(), noted: new Set(), deleted: [], ...mine },
    {
      draft,
      requirements: new Map(extraction.requirements.map((each) => [each.id, { ...each, hash: hashRequirement(each) }])),
    },
    { newId, now: new Date(0), nextNumber: plan.tasks.reduce((most, { number }) => Math.max(most, number), 0) + 1 },
  );
  return { merged, plan: { version: 1, ...merged.plan, note_ids: [] }, found: extraction.requirements };
}

/** By title, what a merge has done to the tasks it did not leave alone. */
export const kindsOf = ({ changes }: Merged): Record<string, string> =>
  Object.fromEntries(changes.filter(({ change }) => change !== 'kept').map(({ task, change }) => [task.title, change]));
