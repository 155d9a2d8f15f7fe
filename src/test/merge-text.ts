import type { Requirement } from '#contract/requirement.ts';
import { mergePlan } from '#server/engine/merge/merge-plan.ts';
import type { Merged, Mine } from '#server/engine/merge/sides.ts';
import { planOffline } from '#server/engine/planning/plan-offline.ts';
import type { Snapshot } from '#server/plan/index.ts';
import { finish } from './merge-plans.ts';
import { newId } from '#server/platform/id.ts';
import { hashRequirement } from '#server/prd/index.ts';

const EMPTY: Snapshot = { version: 1, task_lists: [], tasks: [], dependencies: [], note_ids: [] };

export interface MergedText {
  merged: Merged;
  plan: Snapshot;
  found: Requirement[];
}

/** Plans a PRD with the embedded planner and merges it like a run, without a server. */
export function mergeText(prd: string, previous: readonly Requirement[], mine: Partial<Mine> = {}): MergedText {
  const { reading, draft } = planOffline(prd, { previous, roles: [], maxTasks: 1_000 });
  const plan = mine.plan ?? EMPTY;
  const steps = mergePlan(
    { plan, held: new Set(), noted: new Set(), deleted: [], ...mine },
    {
      draft,
      requirements: new Map(reading.requirements.map((each) => [each.id, { ...each, hash: hashRequirement(each) }])),
    },
    { newId, now: new Date(0), nextNumber: plan.tasks.reduce((most, { number }) => Math.max(most, number), 0) + 1 },
  );
  const merged = finish(steps);
  return { merged, plan: { version: 1, ...merged.plan, note_ids: [] }, found: reading.requirements };
}

/** Changes by title, without those kept. */
export const kindsOf = ({ changes }: Merged): Record<string, string> =>
  Object.fromEntries(changes.filter(({ change }) => change !== 'kept').map(({ task, change }) => [task.title, change]));
