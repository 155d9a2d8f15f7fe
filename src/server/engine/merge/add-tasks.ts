import type { Id } from '#contract/fields.ts';
import type { DraftList, DraftTask } from '#contract/plan-draft.ts';
import { isMovable } from './judge-task.ts';
import { makeTask } from './make-task.ts';
import { childListOf } from './open-bench.ts';
import { type Coverage, readCoverage } from './read-coverage.ts';
import type { Bench } from './sides.ts';

interface Plan {
  /** Drafted tasks that have to be made, with what is left for them to answer. */
  wanted: Map<string, string[]>;
  /** Drafted lists that something stands in, or will. */
  lists: Set<string>;
}

/** Makes what the plan does not have yet: lists and parents only where something comes to stand in them. */
export function addTasks(bench: Bench): Set<Id> {
  const { draft } = bench.theirs;
  const plan = decide(bench);
  const added = new Set<Id>();
  const tasksOf = Map.groupBy(draft.tasks, ({ list }) => list);
  const below = new Map(draft.lists.map((list) => [list.parent ?? '', list]));
  const walk = (list: DraftList) => {
    if (!plan.lists.has(list.key)) return;
    const listId = openList(bench, list);
    for (const drafted of tasksOf.get(list.key) ?? []) {
      const ids = plan.wanted.get(drafted.key);
      if (ids !== undefined) {
        const task = makeTask(bench, drafted, listId, ids);
        bench.taskOf.set(drafted.key, task.id);
        added.add(task.id);
      }
      const child = below.get(drafted.key);
      if (child !== undefined) walk(child);
    }
  };
  for (const list of draft.lists) if (list.parent === null) walk(list);
  return added;
}

function decide(bench: Bench): Plan {
  const { draft } = bench.theirs;
  const plan: Plan = { wanted: new Map(), lists: new Set() };
  const coverage = readCoverage(bench);
  const below = new Map(draft.lists.map((list) => [list.parent ?? '', list]));
  const tasksOf = Map.groupBy(draft.tasks, ({ list }) => list);
  const isNeeded = (list: DraftList): boolean => {
    let needed = bench.listOf.has(list.key);
    for (const drafted of tasksOf.get(list.key) ?? []) {
      const child = below.get(drafted.key);
      const isUsed = child !== undefined && isNeeded(child);
      if (decideTask(bench, drafted, { coverage, isParent: child !== undefined, isUsed }, plan)) needed = true;
    }
    if (needed) plan.lists.add(list.key);
    return needed;
  };
  for (const list of draft.lists) if (list.parent === null) isNeeded(list);
  return plan;
}

interface Around {
  coverage: Coverage;
  isParent: boolean;
  isUsed: boolean;
}

/** Whether the list of a drafted task has to be there for its sake. */
function decideTask(bench: Bench, drafted: DraftTask, { coverage, isParent, isUsed }: Around, plan: Plan): boolean {
  const counterpart = bench.tasks.get(bench.taskOf.get(drafted.key) ?? ('' as Id));
  if (counterpart !== undefined) return isMovable(bench, counterpart) && counterpart.origin?.list !== drafted.list;
  const ids = drafted.requirement_ids.filter(
    (id) => coverage.answerTo(drafted, id) === undefined && !coverage.isBuried(drafted, id),
  );
  const isBare = drafted.requirement_ids.length === 0;
  if (ids.length > 0 || (isBare && (isParent ? isUsed : !coverage.isTakenOut(drafted)))) {
    plan.wanted.set(drafted.key, ids);
    return true;
  }
  const instead = drafted.requirement_ids.flatMap((id) => coverage.answerTo(drafted, id)?.id ?? [])[0];
  if (instead !== undefined) bench.taskOf.set(drafted.key, instead);
  if (!isUsed) return false;
  plan.wanted.set(drafted.key, ids);
  return true;
}

/** The list that a drafted one became before, or a new one. */
function openList(bench: Bench, list: DraftList): Id {
  const known = bench.listOf.get(list.key);
  if (known !== undefined) return known;
  const parentId = list.parent === null ? null : (bench.taskOf.get(list.parent) ?? null);
  const existing = parentId === null ? undefined : childListOf(bench, parentId);
  const id = existing?.id ?? bench.making.newId();
  // Lists stand in the order of their making.
  const moment = new Date(bench.making.now.getTime() + bench.lists.size).toISOString();
  if (existing === undefined)
    bench.lists.set(id, {
      id,
      parent_task_id: parentId,
      name: list.name,
      operational_brief: list.brief,
      depth: 0,
      created_at: moment,
      origin: { key: list.key, name: list.name, brief: list.brief },
    });
  bench.listOf.set(list.key, id);
  return id;
}
