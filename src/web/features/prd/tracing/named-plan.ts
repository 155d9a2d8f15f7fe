import type { PlanDraft } from '#contract/plan-draft.ts';
import { PARKED_REASON } from '#contract/plan-texts.ts';
import type { Task, TaskStatus } from '#contract/task.ts';
import type { ShownBlock } from '../document/shown-reading.ts';

/** A task as margin and panel show it, from a draft or from the plan. */
export interface NamedTask {
  key: string;
  /** "T4": in a draft the position, in the plan the task's number. */
  label: string;
  title: string;
  /** Nesting depth below its list. */
  depth: number;
  checks: readonly { text: string; done: boolean }[];
  status: TaskStatus;
  parked: boolean;
  holder: string | undefined;
  /** The first ready task. */
  first: boolean;
  /** Undefined for a draft. */
  taskId: string | undefined;
}

export interface NamedList {
  key: string;
  name: string;
  tasks: readonly NamedTask[];
}

export interface NamedPlan {
  lists: readonly NamedList[];
  tasks: ReadonlyMap<string, NamedTask>;
  /** Tasks by requirement id. */
  answering: ReadonlyMap<string, readonly NamedTask[]>;
}

interface Found {
  task: NamedTask;
  requirementIds: readonly string[];
}

/** The part of PlanView that is used here. */
export interface PlanTree {
  roots: readonly { id: string; name: string }[];
  tasksOf: (listId: string) => readonly Task[];
  childrenOf: (taskId: string) => readonly Task[];
  batonOf: (taskId: string) => { holder: { name: string } } | undefined;
  isReady: (taskId: string) => boolean;
}

export function nameDraft(draft: PlanDraft): NamedPlan {
  const listsOf = Map.groupBy(draft.lists, ({ parent }) => parent ?? '');
  const tasksOf = Map.groupBy(draft.tasks, ({ list }) => list);
  const open = draft.tasks.find((task) => !task.done && !task.parked && !listsOf.has(task.key));
  let number = 0;
  const below = (list: string, depth: number): Found[] =>
    (tasksOf.get(list) ?? []).flatMap((task) => {
      number += 1;
      const named: NamedTask = {
        key: task.key,
        label: `T${number}`,
        title: task.title,
        depth,
        checks: task.checks,
        status: task.done ? 'done' : 'open',
        parked: task.parked,
        holder: undefined,
        first: task === open,
        taskId: undefined,
      };
      const requirementIds = [...task.requirement_ids, ...task.checks.flatMap((check) => check.requirement_ids)];
      const inner = (listsOf.get(task.key) ?? []).flatMap(({ key }) => below(key, depth + 1));
      return [{ task: named, requirementIds }, ...inner];
    });
  return gather((listsOf.get('') ?? []).map(({ key, name }) => ({ key, name, found: below(key, 0) })));
}

export function namePlan(plan: PlanTree): NamedPlan {
  let isFirstFound = false;
  const below = (tasks: readonly Task[], depth: number): Found[] =>
    tasks.flatMap((task) => {
      const first = !isFirstFound && plan.isReady(task.id);
      isFirstFound ||= first;
      const named: NamedTask = {
        key: task.id,
        label: `T${task.number}`,
        title: task.title,
        depth,
        checks: task.checks.map(({ text, met }) => ({ text, done: met })),
        status: task.status,
        parked: task.blocked_reason === PARKED_REASON,
        holder: plan.batonOf(task.id)?.holder.name,
        first,
        taskId: task.id,
      };
      return [{ task: named, requirementIds: task.requirement_ids }, ...below(plan.childrenOf(task.id), depth + 1)];
    });
  return gather(plan.roots.map(({ id, name }) => ({ key: id, name, found: below(plan.tasksOf(id), 0) })));
}

function gather(lists: readonly { key: string; name: string; found: readonly Found[] }[]): NamedPlan {
  const answering = new Map<string, NamedTask[]>();
  const all = lists.flatMap(({ found }) => found);
  for (const { task, requirementIds } of all)
    for (const id of new Set(requirementIds)) answering.set(id, [...(answering.get(id) ?? []), task]);
  return {
    lists: lists.map(({ key, name, found }) => ({ key, name, tasks: found.map(({ task }) => task) })),
    tasks: new Map(all.map(({ task }) => [task.key, task])),
    answering,
  };
}

/** The task of a block. A heading whose requirements belong to several tasks has none. */
export function taskOf(plan: NamedPlan | undefined, block: ShownBlock): NamedTask | undefined {
  if (!plan) return undefined;
  const found = new Set(block.requirement_ids.flatMap((id) => plan.answering.get(id) ?? []));
  if (found.size > 1 && block.kind === 'heading') return undefined;
  const [first] = found;
  return first;
}

export const blocksOf = (plan: NamedPlan, key: string, blocks: readonly ShownBlock[]) =>
  blocks.filter((block) =>
    block.requirement_ids.some((id) => plan.answering.get(id)?.some((task) => task.key === key)),
  );

export type TaskSize = 'small' | 'medium' | 'large';

/** Estimated from the number of checks. */
export const sizeOf = ({ checks }: Pick<NamedTask, 'checks'>): TaskSize =>
  checks.length <= 3 ? 'small' : checks.length <= 6 ? 'medium' : 'large';
