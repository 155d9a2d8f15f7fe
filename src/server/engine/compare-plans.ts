import type { Id } from '#contract/fields.ts';
import type { Requirement } from '#contract/requirement.ts';
import { type PlanState, requireRoomForTasks } from '#server/plan/index.ts';
import { newId } from '#server/platform/id.ts';
import { hashRequirement } from '#server/prd/index.ts';
import type { Drafted } from './draft-plan.ts';
import { mergePlan } from './merge/merge-plan.ts';
import { type Steps, isTurn, takeTurns } from './merge/take-turns.ts';
import type { Change, Making, Merged, Theirs } from './merge/sides.ts';

export interface Compared extends Merged {
  /** One entry per current or former task, even where the whole plan is replaced. */
  changes: Change[];
}

interface Limits {
  now: Date;
  /** The last task number of the project. */
  lastNumber: number;
  maxTasks: number;
}

const NOTHING: PlanState = {
  plan: { version: 1, task_lists: [], tasks: [], dependencies: [], note_ids: [] },
  held: new Set<Id>(),
  noted: new Set<Id>(),
  deleted: [],
  notes: 0,
};

/** Computes the plan that a draft would give, merged or replacing. Yields to the event loop. */
export async function comparePlans(
  state: PlanState,
  { draft, reading }: Pick<Drafted, 'draft' | 'reading'>,
  way: 'merge' | 'replace',
  limits: Limits,
): Promise<Compared> {
  const theirs: Theirs = { draft, requirements: await takeTurns(hashAll(reading.requirements)) };
  const making: Making = {
    newId: () => newId(limits.now.getTime()),
    now: limits.now,
    nextNumber: limits.lastNumber + 1,
  };
  const merged = await takeTurns(mergePlan(way === 'merge' ? state : NOTHING, theirs, making));
  const current = way === 'merge' ? state.plan.tasks.length : 0;
  const added = merged.plan.tasks.length - current;
  if (added > 0) requireRoomForTasks(current, added, limits.maxTasks);
  return way === 'merge' ? merged : { ...merged, changes: [...takenOut(state), ...merged.changes] };
}

function* hashAll(found: readonly Requirement[]): Steps<Theirs['requirements']> {
  const hashed = new Map<string, Requirement & { hash: string }>();
  for (const each of found) {
    if (isTurn(hashed.size)) yield;
    hashed.set(each.id, { ...each, hash: hashRequirement(each) });
  }
  return hashed;
}

function takenOut({ plan }: PlanState): Change[] {
  const nameOf = new Map(plan.task_lists.map(({ id, name }) => [id, name]));
  return plan.tasks.map((task) => ({
    change: 'removed',
    reason: '',
    task,
    isNew: false,
    listName: nameOf.get(task.task_list_id) ?? '',
  }));
}
