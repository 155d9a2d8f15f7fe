import type { Baton, NoteCount } from '#contract/plan.ts';
import type { ProjectSummary } from '#contract/project.ts';
import type { Task, TaskList } from '#contract/task.ts';
import type { PlanData, ProjectEdit } from '#web/lib/live/plan-data.ts';
import { overlay, type PlanPatch } from '#web/lib/live/plan-patches.ts';
import { isAsking, listNeeds } from './needs-you.ts';
import { type Count, treeOf } from './plan-tree.ts';

/** Read-only index of the plan, memoized per version of the data. */
export interface PlanView {
  project: ProjectSummary;
  /** Who last changed a field of the project, if that was seen since the plan was read. */
  projectEditOf: (field: string) => ProjectEdit | undefined;
  seq: number;
  lists: ReadonlyMap<string, TaskList>;
  tasks: ReadonlyMap<string, Task>;
  /** Oldest first. */
  roots: readonly TaskList[];
  tasksOf: (listId: string) => readonly Task[];
  childListOf: (taskId: string) => TaskList | undefined;
  childrenOf: (taskId: string) => readonly Task[];
  parentOf: (taskId: string) => Task | undefined;
  /** From the root down, without the task itself. */
  pathOf: (taskId: string) => { root: TaskList | undefined; ancestors: readonly Task[] };
  rootOf: (taskId: string) => TaskList | undefined;
  blockedBy: (taskId: string) => readonly Task[];
  blocks: (taskId: string) => readonly Task[];
  /** Open, neither blocked nor asking, without subtasks, and every dependency done. */
  isReady: (taskId: string) => boolean;
  batons: readonly Baton[];
  batonOf: (taskId: string) => Baton | undefined;
  /** Ids of held tasks, their ancestors and the lists of these. */
  active: ReadonlySet<string>;
  /** Counts of all descendants. */
  countOf: (id: string) => Count;
  counts: { tasks: number; wip: number; done: number };
  noteCounts: readonly NoteCount[];
  /** In tree order (depth first). */
  order: readonly Task[];
  /** Tasks that need a person: questions, oldest first, then blocked tasks in tree order. */
  needsYou: () => readonly Task[];
  /** Number of open questions below a list or task. */
  asksBelow: (id: string) => number;
}

const NOTHING: Count = { done: 0, total: 0, wip: 0 };
const kept = new WeakMap<PlanData, { patches: readonly PlanPatch[]; view: PlanView }>();

/** Confirmed rows with the pending patches overlaid. Memoized by reference of both. */
export function viewOf(data: PlanData, patches: readonly PlanPatch[]): PlanView {
  const known = kept.get(data);
  if (known?.patches === patches) return known.view;
  const view = buildView(overlay(data, patches));
  kept.set(data, { patches, view });
  return view;
}

function buildView(data: PlanData): PlanView {
  const tree = treeOf(data.lists, data.tasks);
  const { lists, tasks, roots, order } = tree;
  const tasksOf = (listId: string) => tree.tasksOf.get(listId) ?? [];
  const childListOf = (taskId: string) => {
    const list = tree.childListOf.get(taskId);
    return list && lists.get(list.id);
  };
  const childrenOf = (taskId: string) => tasksOf(childListOf(taskId)?.id ?? '');
  const listOf = (taskId: string) => lists.get(tasks.get(taskId)?.task_list_id ?? '');
  const parentOf = (taskId: string) => tasks.get(listOf(taskId)?.parent_task_id ?? '');
  const pathOf = (taskId: string) => {
    const ancestors: Task[] = [];
    for (let up = parentOf(taskId); up; up = parentOf(up.id)) ancestors.unshift(up);
    return { root: listOf(ancestors[0]?.id ?? taskId), ancestors };
  };
  const isTask = (task: Task | undefined) => task !== undefined;
  const waitsFor = once(() => groupBy(data.dependencies.values(), (each) => each.task_id));
  const holdsUp = once(() => groupBy(data.dependencies.values(), (each) => each.depends_on_id));
  const blockedBy = (taskId: string) =>
    (waitsFor().get(taskId) ?? []).map((each) => tasks.get(each.depends_on_id)).filter(isTask);
  const batons = [...data.batons.values()]
    .filter((baton) => tasks.has(baton.task_id))
    .toSorted((a, b) => a.slot - b.slot);
  const batonByTask = new Map<string, Baton>(batons.map((baton) => [baton.task_id, baton]));
  const needsYou = once(() => listNeeds(order));
  const asks = once(() => {
    const above = needsYou()
      .filter(isAsking)
      .map(({ id }) => pathOf(id))
      .flatMap(({ root, ancestors }) => [...(root ? [root.id] : []), ...ancestors.map(({ id }) => id)]);
    return new Map([...Map.groupBy(above, (id) => id)].map(([id, { length }]) => [id as string, length]));
  });
  const total = roots.reduce((sum, { id }) => add(sum, tree.countOf.get(id) ?? NOTHING), NOTHING);

  return {
    project: data.project,
    projectEditOf: (field) => data.projectEdits.get(field),
    seq: data.seq,
    lists,
    tasks,
    roots,
    order,
    tasksOf,
    childListOf,
    childrenOf,
    parentOf,
    pathOf,
    rootOf: (taskId) => pathOf(taskId).root,
    blockedBy,
    blocks: (taskId) => (holdsUp().get(taskId) ?? []).map((each) => tasks.get(each.task_id)).filter(isTask),
    isReady: (taskId) =>
      tasks.get(taskId)?.status === 'open' &&
      tasks.get(taskId)?.blocked_reason === null &&
      !isAsking(tasks.get(taskId)) &&
      childrenOf(taskId).length === 0 &&
      blockedBy(taskId).every((task) => task.status === 'done'),
    batons,
    batonOf: (taskId) => batonByTask.get(taskId),
    active: new Set(
      batons
        .flatMap(({ task_id }) => [task_id, ...pathOf(task_id).ancestors.map(({ id }) => id)])
        .flatMap((id) => {
          const list = listOf(id);
          return list ? [id, list.id] : [id];
        }),
    ),
    countOf: (id) => tree.countOf.get(id) ?? NOTHING,
    counts: { tasks: total.total, done: total.done, wip: total.wip },
    noteCounts: [...data.noteCounts.values()],
    needsYou,
    asksBelow: (id) => asks().get(id) ?? 0,
  };
}

const add = (a: Count, b: Count): Count => ({ done: a.done + b.done, total: a.total + b.total, wip: a.wip + b.wip });

/** Widens the key from the branded id to string, because callers look up by plain string. */
const groupBy = <T>(rows: Iterable<T>, key: (row: T) => string) => Map.groupBy(rows, key);

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
