import type { Note } from '#contract/note.ts';
import type { Task } from '#contract/task.ts';
import type { PlanOp } from '#contract/tools.ts';
import { Failure } from '../failure.ts';
import { type KnownPlan, isShown } from './document-of.ts';
import { noteEdits, wordEdits } from './field-edits.ts';
import { findNamed } from './find-named.ts';
import { listEdits } from './list-edits.ts';
import { type Matched, matchDocument } from './match-document.ts';
import { placeEdits } from './place-edits.ts';
import { type DocumentTask, type PlanDocument, listTasks } from './plan-document.ts';
import { statusEdit } from './status-edits.ts';

export interface Pushing {
  plan: KnownPlan;
  /** Those of tasks that the file has notes of. */
  notes: readonly Note[];
  /** What the file no longer names is taken out of the plan. */
  isPruning: boolean;
  isForced: boolean;
}

/**
 * The edits that make the plan what a pulled file says, in an order in which each can be made: words before places, so
 * that a list made below a task is called as the task is called now; dependencies go before tasks move and come after.
 */
export function planEdits(document: PlanDocument, pushing: Pushing): PlanOp[] {
  const { plan, isPruning } = pushing;
  const matched = matchDocument(document, plan);
  const all = listTasks(document);
  const nameOf = (task: DocumentTask): string => {
    const known = matched.tasks.get(task);
    return known === undefined ? `line-${task.line}` : `T${known.number}`;
  };
  const words = all.flatMap((task): PlanOp[] => {
    const known = matched.tasks.get(task);
    const fields = known === undefined ? {} : wordEdits(task, known);
    return Object.keys(fields).length === 0 ? [] : [{ op: 'update', id: nameOf(task), ...fields }];
  });
  const waits = waitEdits(all, plan, matched, nameOf);
  return [
    ...listEdits(document, plan, matched.lists),
    ...words,
    ...waits.gone,
    ...placeEdits(document, plan, matched, nameOf),
    ...(isPruning ? removals(document, plan, matched) : []),
    ...stateEdits(document, pushing, matched, nameOf),
    ...waits.added,
  ];
}

function waitEdits(
  all: readonly DocumentTask[],
  { tasks, dependencies }: KnownPlan,
  matched: Matched,
  nameOf: (task: DocumentTask) => string,
): { gone: PlanOp[]; added: PlanOp[] } {
  const numberOf = new Map(tasks.map(({ id, number }) => [id, `T${number}`]));
  const known = Map.groupBy(dependencies, ({ task_id }) => task_id);
  const gone: PlanOp[] = [];
  const added: PlanOp[] = [];
  for (const task of all) {
    const id = nameOf(task);
    const wanted = new Set(
      task.after
        .flatMap((value) => findNamed(value, task, all))
        .map((other) => (typeof other === 'string' ? other : nameOf(other))),
    );
    const now = new Set(
      (known.get(matched.tasks.get(task)?.id ?? ('' as Task['id'])) ?? []).flatMap(
        ({ depends_on_id }) => numberOf.get(depends_on_id) ?? [],
      ),
    );
    for (const on of now.difference(wanted)) gone.push({ op: 'undepend', id, on });
    for (const on of wanted.difference(now)) added.push({ op: 'depend', id, on });
  }
  return { gone, added };
}

/** Only the topmost: what stands below goes with it, and all that the file names has moved out before. */
function removals({ lists }: PlanDocument, plan: KnownPlan, matched: Matched): PlanOp[] {
  if (lists.length === 0)
    throw new Failure('There is nothing in this file, and all of the plan is not pruned at once.');
  const named = new Set([...matched.tasks.values()].map(({ id }) => id));
  const kept = new Set([...matched.lists.values()].map(({ id }) => id));
  const goneLists = plan.task_lists.filter(({ id, parent_task_id }) => parent_task_id === null && !kept.has(id));
  const goneIds = new Set(goneLists.map(({ id }) => id));
  const isTopmost = ({ parent_task_id, task_list_id }: Task) =>
    parent_task_id === null ? !goneIds.has(task_list_id) : named.has(parent_task_id);
  return [
    ...plan.tasks
      .filter((task) => !named.has(task.id) && isTopmost(task))
      .map(({ number }): PlanOp => ({ op: 'remove', id: `T${number}` })),
    ...goneLists.map(({ id }): PlanOp => ({ op: 'list_remove', list: id })),
  ];
}

/** Status, block, notes and the briefs below tasks: the deepest first, since a task above is what those below it are. */
function stateEdits(
  document: PlanDocument,
  { plan, notes, isPruning, isForced }: Pushing,
  { tasks: matched }: Matched,
  nameOf: (task: DocumentTask) => string,
): PlanOp[] {
  const named = new Set([...matched.values()].map(({ id }) => id));
  const below = Map.groupBy(plan.tasks, ({ parent_task_id }) => parent_task_id);
  const notesOf = Map.groupBy(notes.filter(isShown), ({ task_id }) => task_id);
  const listBelow = new Map(plan.task_lists.map((list) => [list.parent_task_id, list]));
  const othersOf = (known: Task | undefined) =>
    known === undefined || isPruning ? [] : (below.get(known.id) ?? []).filter(({ id }) => !named.has(id));
  const isDone = (task: DocumentTask): boolean => {
    const others = othersOf(matched.get(task));
    if (task.children.length === 0 && others.length === 0) return task.state === 'done';
    return task.children.every(isDone) && others.every(({ status }) => status === 'done');
  };
  return listTasks(document)
    .toReversed()
    .flatMap((task): PlanOp[] => {
      const known = matched.get(task);
      const id = nameOf(task);
      const others = othersOf(known);
      const hadChildren = known !== undefined && (below.get(known.id) ?? []).length > 0;
      const { status } = statusEdit(task, { known, others, hadChildren, isForced, isDone });
      const blocked = known?.blocked_reason ?? '';
      const added = noteEdits(task, known === undefined ? [] : (notesOf.get(known.id) ?? []));
      const fields = {
        ...(status === undefined ? {} : { status }),
        // A new status lifts the block, unless the file still has it.
        ...(task.blocked === blocked && (status === undefined || task.blocked === '') ? {} : { blocked: task.blocked }),
        ...(added.length === 0 ? {} : { notes: added }),
      };
      const list = known === undefined ? undefined : listBelow.get(known.id);
      const { name, brief } = task.steps;
      const steps = {
        ...(name === undefined || name === (list?.name ?? task.title) ? {} : { name }),
        ...(brief === (list?.operational_brief ?? '') ? {} : { brief }),
      };
      const isListed = Object.keys(steps).length > 0;
      if (isListed && list === undefined && task.children.length === 0)
        throw new Failure(`Line ${task.line}: steps: is for a task with subtasks.`);
      return [
        ...(Object.keys(fields).length === 0 ? [] : [{ op: 'update' as const, id, ...fields }]),
        ...(isListed ? [{ op: 'list_update' as const, id, ...steps }] : []),
      ];
    });
}
