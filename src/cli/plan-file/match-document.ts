import type { Task, TaskList } from '#contract/task.ts';
import { Failure } from '../failure.ts';
import type { KnownPlan } from './document-of.ts';
import { type DocumentList, type DocumentTask, type PlanDocument, keyOf, listTasks } from './plan-document.ts';

/** What of a file is there already. */
export interface Matched {
  lists: Map<DocumentList, TaskList>;
  tasks: Map<DocumentTask, Task>;
}

/** Lists by their marks and tasks by their numbers; what has none is the same as what has its name in its place. */
export function matchDocument(document: PlanDocument, plan: KnownPlan): Matched {
  const lists = matchLists(document, plan);
  const tasks = new Map<DocumentTask, Task>();
  const taken = new Set<string>();
  const numbered = new Map(plan.tasks.map((task) => [task.number, task]));
  const inList = Map.groupBy(plan.tasks, ({ task_list_id }) => task_list_id as string);
  const listBelow = new Map(plan.task_lists.map(({ id, parent_task_id }) => [parent_task_id as string | null, id]));
  const take = (task: DocumentTask, known: Task) => {
    tasks.set(task, known);
    taken.add(known.id);
  };
  for (const task of listTasks(document)) {
    if (task.number === undefined) continue;
    const known = numbered.get(task.number);
    if (known === undefined)
      throw new Failure(
        `Line ${task.line}: there is no task T${task.number}. Take its number away to add it as a new one.`,
      );
    if (taken.has(known.id)) throw new Failure(`Line ${task.line}: T${known.number} stands in the file twice.`);
    take(task, known);
  }
  const findIn = (siblings: readonly DocumentTask[], listId: string | undefined) => {
    for (const task of siblings) {
      const known =
        task.number === undefined && listId !== undefined
          ? inList.get(listId)?.find((each) => !taken.has(each.id) && each.title === task.title)
          : undefined;
      if (known !== undefined) take(task, known);
      const id = tasks.get(task)?.id;
      findIn(task.children, id === undefined ? undefined : listBelow.get(id));
    }
  };
  for (const list of document.lists) findIn(list.tasks, lists.get(list)?.id);
  return { lists, tasks };
}

function matchLists({ lists }: PlanDocument, plan: KnownPlan): Map<DocumentList, TaskList> {
  const roots = plan.task_lists.filter(({ parent_task_id }) => parent_task_id === null);
  const matched = new Map<DocumentList, TaskList>();
  const taken = new Set<string>();
  const take = (list: DocumentList, known: TaskList) => {
    if (taken.has(known.id)) throw new Failure(`Line ${list.line}: the list “${list.name}” stands in the file twice.`);
    matched.set(list, known);
    taken.add(known.id);
  };
  for (const list of lists.filter(({ key }) => key !== undefined)) {
    const known = roots.find(({ id }) => keyOf(id) === list.key);
    if (known === undefined)
      throw new Failure(
        `Line ${list.line}: the list “${list.name}” is not there any more. Take its mark away to add it as a new one.`,
      );
    take(list, known);
  }
  for (const list of lists.filter(({ key }) => key === undefined)) {
    const known = roots.find(({ id, name }) => !taken.has(id) && name.toLowerCase() === list.name.toLowerCase());
    if (known !== undefined) take(list, known);
  }
  return matched;
}
