import type { Plan } from '#contract/plan.ts';
import type { Task } from '#contract/task.ts';
import type { PlanOp } from '#contract/tools.ts';
import { Failure } from '../failure.ts';
import { findNamed } from './find-named.ts';
import type { FileTask } from './read-markdown-plan.ts';

/** As much of a plan as an edit is worked out from. */
export type KnownPlan = Pick<Plan, 'tasks' | 'dependencies'>;

/**
 * The edits that bring the plan to what the file says. A task of the same title in the same place is the same task, so
 * that sending a file again changes only what has changed in it; nothing is ever removed.
 */
export function planOps(file: readonly FileTask[], plan: KnownPlan): PlanOp[] {
  const matched = matchTasks(file, plan.tasks);
  const names = new Map(
    file.map((task, place) => [task, matched.has(task) ? `T${matched.get(task)?.number ?? 0}` : `line-${place}`]),
  );
  const nameOf = (task: FileTask) => names.get(task) ?? '';
  refuseOpenBelow(file, matched);
  const adds = file.flatMap((task, place) => (matched.has(task) ? [] : [addOp(task, file.slice(0, place), nameOf)]));
  // The deepest first: what a task with subtasks is, they say, so they must have said it before it is ticked itself.
  const levelOf = (task: FileTask): number =>
    matched.get(task)?.level ?? (task.parent === undefined ? 0 : levelOf(task.parent) + 1);
  const updates = file
    .toSorted((a, b) => levelOf(b) - levelOf(a))
    .flatMap((task) => updateOps(task, matched.get(task), nameOf(task)));
  const waits = file.flatMap((task) =>
    task.after.flatMap((value) => findNamed(value, task, file)).map((other) => ({ task, other })),
  );
  const depends = waits.flatMap(({ task, other }): PlanOp[] => {
    const on = typeof other === 'string' ? other : nameOf(other);
    const isKnown = plan.dependencies.some(
      ({ task_id, depends_on_id }) => numberOf(plan, task_id) === nameOf(task) && numberOf(plan, depends_on_id) === on,
    );
    return isKnown ? [] : [{ op: 'depend', id: nameOf(task), on }];
  });
  return [...adds, ...updates, ...depends];
}

const numberOf = ({ tasks }: KnownPlan, id: string): string | undefined => {
  const found = tasks.find((task) => task.id === id);
  return found === undefined ? undefined : `T${found.number}`;
};

/** Which tasks of the file are there already: those with a number, and those found in their place by their title. */
function matchTasks(file: readonly FileTask[], tasks: readonly Task[]): Map<FileTask, Task> {
  const matched = new Map<FileTask, Task>();
  const taken = new Set<string>();
  const take = (task: FileTask, known: Task) => {
    matched.set(task, known);
    taken.add(known.id);
  };
  for (const task of file.filter(({ number }) => number !== undefined)) {
    const known = tasks.find(({ number }) => number === task.number);
    if (known === undefined) throw new Failure(`Line ${task.line}: there is no task T${task.number ?? ''}.`);
    if (taken.has(known.id)) throw new Failure(`Line ${task.line}: T${known.number} stands in the file twice.`);
    take(task, known);
  }
  for (const task of file.filter(({ number }) => number === undefined)) {
    const parent = task.parent === undefined ? undefined : matched.get(task.parent);
    if (task.parent !== undefined && parent === undefined) continue;
    const known = tasks.find(
      (each) => !taken.has(each.id) && each.title === task.title && isInPlace(each, parent, task.list),
    );
    if (known !== undefined) take(task, known);
  }
  return matched;
}

/** A task without a heading above it may stand in any list at the root. */
function isInPlace(task: Task, parent: Task | undefined, list: string | undefined): boolean {
  if (parent !== undefined) return task.parent_task_id === parent.id;
  if (task.parent_task_id !== null) return false;
  return list === undefined || task.task_list_name.toLowerCase() === list.toLowerCase();
}

/** A tick above a subtask that stays open cannot come true; found here, it can be told by its line. */
function refuseOpenBelow(file: readonly FileTask[], matched: ReadonlyMap<FileTask, Task>): void {
  const parentOf = (task: FileTask): FileTask | undefined => {
    const known = matched.get(task);
    const parent = task.parent === undefined ? undefined : matched.get(task.parent);
    return known === undefined || known.parent_task_id === parent?.id ? task.parent : undefined;
  };
  const isOpen = (task: FileTask) =>
    !task.isDone && matched.get(task)?.status !== 'done' && file.every((each) => parentOf(each) !== task);
  for (const task of file.filter(isOpen)) {
    let above = parentOf(task);
    while (above !== undefined && !above.isDone) above = parentOf(above);
    if (above === undefined) continue;
    throw new Failure(
      `Line ${above.line} is ticked, but line ${task.line} below it is not: a task with subtasks is done when they are. Nothing was changed.`,
    );
  }
}

function addOp(task: FileTask, before: readonly FileTask[], nameOf: (task: FileTask) => string): PlanOp {
  const sibling = before.findLast(
    (each) => each.number === undefined && each.parent === task.parent && each.list === task.list,
  );
  return {
    op: 'add',
    ref: nameOf(task),
    title: task.title,
    ...(task.description === '' ? {} : { description: task.description }),
    ...(task.checks.length === 0 ? {} : { checks: task.checks }),
    ...(task.requirements.length === 0 ? {} : { requirements: task.requirements }),
    ...(task.parent === undefined ? {} : { parent: nameOf(task.parent) }),
    ...(task.parent === undefined && task.list !== undefined ? { list: task.list } : {}),
    ...(sibling === undefined ? {} : { after: nameOf(sibling) }),
  };
}

/** What the file does not say stays; a box that is empty reopens nothing. */
function updateOps(task: FileTask, known: Task | undefined, id: string): PlanOp[] {
  if (known === undefined) return task.isDone ? [{ op: 'update', id, status: 'done' }] : [];
  const isOther = (checks: readonly string[]) =>
    checks.length !== known.checks.length || checks.some((text, place) => known.checks[place]?.text !== text);
  const fields = {
    ...(task.title === '' || task.title === known.title ? {} : { title: task.title }),
    ...(task.description === '' || task.description === known.description.trim()
      ? {}
      : { description: task.description }),
    ...(task.checks.length > 0 && isOther(task.checks) ? { checks: task.checks } : {}),
    ...(task.requirements.every((id) => known.requirement_ids.includes(id)) ? {} : { requirements: task.requirements }),
    ...(task.isDone && known.status !== 'done' ? { status: 'done' as const } : {}),
  };
  return Object.keys(fields).length === 0 ? [] : [{ op: 'update', id, ...fields }];
}
