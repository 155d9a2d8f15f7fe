import type { Task } from '#contract/task.ts';
import type { PlanOp } from '#contract/tools.ts';
import { type KnownPlan, byOrder } from './document-of.ts';
import { longestRun } from './longest-run.ts';
import type { Matched } from './match-document.ts';
import type { DocumentTask, PlanDocument } from './plan-document.ts';

/**
 * The edits that put every task of the file in its place, from the top of the tree down: a task that moves finds its
 * new parent where that belongs, so none can come to stand below itself. Siblings that keep their order stay.
 */
export function placeEdits(
  document: PlanDocument,
  plan: KnownPlan,
  matched: Matched,
  nameOf: (task: DocumentTask) => string,
): PlanOp[] {
  const tasksIn = Map.groupBy(plan.tasks.toSorted(byOrder), ({ task_list_id }) => task_list_id as string);
  const listBelow = new Map(plan.task_lists.map(({ id, parent_task_id }) => [parent_task_id as string | null, id]));

  const placeAll = (
    siblings: readonly DocumentTask[],
    listId: string | undefined,
    where: Pick<PlanOp, 'list' | 'parent'>,
  ): PlanOp[] => {
    const there = listId === undefined ? [] : (tasksIn.get(listId) ?? []);
    const stays = findStaying(siblings, there, matched.tasks);
    return siblings.flatMap((task, at): PlanOp[] => {
      const known = matched.tasks.get(task);
      const before = siblings[at - 1];
      const place = {
        ...where,
        ...(before === undefined ? (there.length > 0 ? { first: true } : {}) : { after: nameOf(before) }),
      };
      const below = known === undefined ? undefined : listBelow.get(known.id);
      return [
        ...(known === undefined ? [addOp(task, nameOf(task), place)] : []),
        ...(known === undefined || stays.has(task) ? [] : [{ op: 'move' as const, id: nameOf(task), ...place }]),
        ...placeAll(task.children, below, { parent: nameOf(task) }),
      ];
    });
  };
  return document.lists.flatMap((list) => {
    const known = matched.lists.get(list);
    return placeAll(list.tasks, known?.id, { list: known?.id ?? list.name });
  });
}

function findStaying(
  siblings: readonly DocumentTask[],
  there: readonly Task[],
  matched: Matched['tasks'],
): Set<DocumentTask> {
  const placeOf = new Map(there.map(({ id }, place) => [id, place]));
  const old = siblings.flatMap((task) => {
    const known = matched.get(task);
    const place = known === undefined ? undefined : placeOf.get(known.id);
    return place === undefined ? [] : [{ task, place }];
  });
  const run = longestRun(old.map(({ place }) => place));
  return new Set(old.filter((_, at) => run.has(at)).map(({ task }) => task));
}

const addOp = (
  { title, description, checks, requirements }: DocumentTask,
  ref: string,
  place: Pick<PlanOp, 'list' | 'parent' | 'after' | 'first'>,
): PlanOp => ({
  op: 'add',
  ref,
  title,
  ...(description === '' ? {} : { description }),
  ...(checks.length === 0 ? {} : { checks }),
  ...(requirements.length === 0 ? {} : { requirements }),
  ...place,
});
