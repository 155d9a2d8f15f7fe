import type { Id } from '#contract/fields.ts';
import type { DraftList, DraftTask } from '#contract/plan-draft.ts';
import { isMovable } from './judge-task.ts';
import { makeTask } from './make-task.ts';
import { type AnswerTo, answerAlso, findAnswers } from './answer-requirements.ts';
import { findRestated } from './draft-checks.ts';
import { isBuried, isTakenOut } from './read-deleted.ts';
import type { Bench } from './sides.ts';
import { type Steps, isTurn } from './take-turns.ts';

interface Plan {
  /** Drafted tasks to create, with the requirements left for them. */
  wanted: Map<string, string[]>;
  /** Drafted lists that will not be empty. */
  lists: Set<string>;
}

/**
 * Creates what the plan lacks; lists and parents only where they will not be empty. Additional requirements of finished
 * work are added to `unanswered`.
 */
export function* addTasks(bench: Bench, unanswered: Map<Id, string[]>): Steps<Set<Id>> {
  const { draft } = bench.theirs;
  const plan = decide(bench, unanswered);
  yield;
  const added = new Set<Id>();
  const tasksOf = Map.groupBy(draft.tasks, ({ list }) => list);
  const below = new Map(draft.lists.map((list) => [list.parent ?? '', list]));
  function* walk(list: DraftList): Steps<void> {
    if (!plan.lists.has(list.key)) return;
    const listId = openList(bench, list);
    for (const drafted of tasksOf.get(list.key) ?? []) {
      const ids = plan.wanted.get(drafted.key);
      if (ids !== undefined) {
        if (isTurn(added.size)) yield;
        const task = makeTask(bench, drafted, listId, ids);
        bench.taskOf.set(drafted.key, task.id);
        added.add(task.id);
      }
      const child = below.get(drafted.key);
      if (child !== undefined) yield* walk(child);
    }
  }
  for (const list of draft.lists) if (list.parent === null) yield* walk(list);
  return added;
}

function decide(bench: Bench, unanswered: Map<Id, string[]>): Plan {
  const { draft } = bench.theirs;
  const plan: Plan = { wanted: new Map(), lists: new Set() };
  const answerTo = findAnswers(bench);
  const below = new Map(draft.lists.map((list) => [list.parent ?? '', list]));
  const tasksOf = Map.groupBy(draft.tasks, ({ list }) => list);
  const isNeeded = (list: DraftList): boolean => {
    let needed = bench.listOf.has(list.key);
    for (const drafted of tasksOf.get(list.key) ?? []) {
      const child = below.get(drafted.key);
      const isUsed = child !== undefined && isNeeded(child);
      if (decideTask(bench, drafted, { answerTo, unanswered, isParent: child !== undefined, isUsed }, plan))
        needed = true;
    }
    if (needed) plan.lists.add(list.key);
    return needed;
  };
  for (const list of draft.lists) if (list.parent === null) isNeeded(list);
  return plan;
}

interface Around {
  answerTo: AnswerTo;
  unanswered: Map<Id, string[]>;
  isParent: boolean;
  isUsed: boolean;
}

/** Whether the list of a drafted task is needed for it. */
function decideTask(bench: Bench, drafted: DraftTask, around: Around, plan: Plan): boolean {
  const { answerTo, isParent, isUsed } = around;
  const counterpart = bench.tasks.get(bench.taskOf.get(drafted.key) ?? ('' as Id));
  const ids = listOpen(bench, drafted, around);
  if (counterpart !== undefined) return isMovable(bench, counterpart) && counterpart.origin?.list !== drafted.list;
  const isBare = drafted.requirement_ids.length === 0;
  if (ids.length > 0 || (isBare && (isParent ? isUsed : !isTakenOut(bench, drafted)))) {
    plan.wanted.set(drafted.key, ids);
    return true;
  }
  const instead = drafted.requirement_ids.flatMap((id) => answerTo(drafted, id)?.id ?? [])[0];
  if (instead !== undefined) bench.taskOf.set(drafted.key, instead);
  if (!isUsed) return false;
  plan.wanted.set(drafted.key, ids);
  return true;
}

/** Requirements not covered yet; a repetition is assigned to the task that covers the first occurrence. */
function listOpen(bench: Bench, drafted: DraftTask, { answerTo, unanswered }: Around): string[] {
  const isGone = (id: string) => isBuried(bench, drafted, id);
  const isAnswered = (id: string) => answerTo(drafted, id) !== undefined || isGone(id);
  return drafted.requirement_ids.filter((id) => {
    if (isAnswered(id)) return false;
    const other = findRestated(drafted, id, isAnswered);
    if (other === undefined) return true;
    const task = answerTo(drafted, other);
    // A person removed this requirement from the task.
    if (task === undefined || task.origin?.requirement_ids.includes(id) === true) return false;
    answerAlso(bench, task, [id]);
    const left = unanswered.get(task.id);
    if (left?.includes(other) === true) left.push(id);
    return false;
  });
}

/** The list that a drafted one became before, or a new one. */
function openList(bench: Bench, list: DraftList): Id {
  const known = bench.listOf.get(list.key);
  if (known !== undefined) return known;
  const parentId = list.parent === null ? null : (bench.taskOf.get(list.parent) ?? null);
  const existing = parentId === null ? undefined : bench.childOf.get(parentId);
  const id = existing?.id ?? bench.making.newId();
  // Lists are ordered by creation time.
  const moment = new Date(bench.making.now.getTime() + bench.lists.size).toISOString();
  if (existing === undefined) {
    const made = {
      id,
      parent_task_id: parentId,
      name: list.name,
      operational_brief: list.brief,
      depth: 0,
      created_at: moment,
      origin: { key: list.key, name: list.name, brief: list.brief },
    };
    bench.lists.set(id, made);
    if (parentId !== null) bench.childOf.set(parentId, made);
  }
  bench.listOf.set(list.key, id);
  return id;
}
