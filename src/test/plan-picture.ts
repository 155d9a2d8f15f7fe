import type { Plan } from '#contract/plan.ts';
import type { Task, TaskList } from '#contract/task.ts';
import { type PlanState, SHOWN, childList, depthOf, listOf, rootLists, taskOf } from './plan-model.ts';

/** A plan as comparable, readable lines: the tree, dependencies, holders, number of notes. */
export interface Picture {
  tree: string[];
  waits: string[];
  batons: string[];
  notes: string[];
  counts: Plan['counts'];
}

interface ListLine {
  name: string;
  brief: string;
  depth: number;
  size: number;
  above: string;
}

interface TaskLine {
  number: number;
  title: string;
  description: string;
  status: string;
  isCompleted: boolean;
  isLocked: boolean;
  isBlocked: boolean;
  asked: string;
  level: number;
  listName: string;
}

const drawList = (list: ListLine) =>
  `${'  '.repeat(list.depth)}[${list.name}] brief "${list.brief}", ${list.size} tasks, below "${list.above}"`;
const drawTask = (task: TaskLine) =>
  `${'  '.repeat(task.level)}- T${task.number} ${task.title} "${task.description}" ${task.status}` +
  `${task.isCompleted ? ' completed' : ''}${task.isLocked ? ' locked' : ''}${task.isBlocked ? ' blocked' : ''}${task.asked} in ${task.listName}`;

export function pictureOfModel(state: PlanState): Picture {
  const tree: string[] = [];
  const draw = (key: number) => {
    const list = listOf(state, key);
    const depth = depthOf(state, list);
    const above = list.parent === null ? '' : taskOf(state, list.parent).title;
    tree.push(drawList({ name: list.name, brief: list.brief, depth, size: list.order.length, above }));
    for (const number of list.order) {
      const task = taskOf(state, number);
      const isCompleted = task.status === 'done';
      const asked = task.question === null ? '' : ` ${task.question}`;
      const isLocked = task.status === 'wip';
      tree.push(drawTask({ ...task, isCompleted, isLocked, asked, level: depth, listName: list.name }));
      const child = childList(state, number);
      if (child !== undefined) draw(child.key);
    }
  };
  for (const list of rootLists(state)) draw(list.key);
  const live = [...state.tasks.values()].filter((task) => task.gone === null);
  const counts = { tasks: live.length, open: 0, wip: 0, done: 0 };
  for (const { status } of live) counts[status] += 1;
  const isLive = (number: number) => state.tasks.get(number)?.gone === null;
  return {
    tree,
    counts,
    waits: live
      .flatMap((task) => [...task.waitsFor].filter(isLive).map((each) => `T${task.number} for T${each}`))
      .toSorted(),
    batons: state.batons
      .map((each) => `${each.slot}: ${SHOWN[each.holder]} holds T${each.task} as ${each.fence}`)
      .toSorted(),
    notes: countNotes(state),
  };
}

function askedOf(question: Task['question']): string {
  if (question === null) return '';
  if (question.answer === null) return ' asked';
  return question.answer.taken_up_at === null ? ' answered' : ' taken up';
}

function countNotes(state: PlanState): string[] {
  const there = state.notes.filter((note) => !note.isGone);
  const groups = Map.groupBy(there, ({ task, type }) => `${type} of ${task === null ? 'the project' : `T${task}`}`);
  return [...groups].map(([name, notes]) => `${notes.length} ${name}`).toSorted();
}

/** With the numbers of all tasks ever: notes outlive their task. */
export function pictureOfPlan(plan: Plan, numbers: ReadonlyMap<Task['id'], number>): Picture {
  const tree: string[] = [];
  const nameOf = (id: Task['id']) => `T${numbers.get(id)}`;
  const draw = (list: TaskList) => {
    const { name, operational_brief: brief, depth, task_count: size, parent_task } = list;
    tree.push(drawList({ name, brief, depth, size, above: parent_task?.title ?? '' }));
    const tasks = plan.tasks.filter((task) => task.task_list_id === list.id);
    for (const task of tasks.toSorted((a, b) => a.order_in_parent - b.order_in_parent)) {
      const { is_completed: isCompleted, task_list_name: listName } = task;
      const isBlocked = task.blocked_reason !== null;
      const asked = askedOf(task.question);
      tree.push(drawTask({ ...task, isCompleted, isLocked: task.agent_lock !== null, isBlocked, asked, listName }));
      for (const child of plan.task_lists.filter((each) => each.parent_task_id === task.id)) draw(child);
    }
  };
  for (const list of plan.task_lists.filter((each) => each.parent_task_id === null)) draw(list);
  return {
    tree,
    counts: plan.counts,
    waits: plan.dependencies.map((each) => `${nameOf(each.task_id)} for ${nameOf(each.depends_on_id)}`).toSorted(),
    batons: plan.batons
      .map(
        ({ slot, holder, task_id, fence }) =>
          `${slot}: ${holder.kind === 'user' ? 'user' : holder.name} holds ${nameOf(task_id)} as ${fence}`,
      )
      .toSorted(),
    notes: plan.note_counts
      .map(({ count, type, task_id }) => `${count} ${type} of ${task_id === null ? 'the project' : nameOf(task_id)}`)
      .toSorted(),
  };
}

/** The expected lane counters: the live tasks of each root list with all descendants. */
export function lanesOfPlan(plan: Plan): Record<string, [open: number, wip: number, done: number]> {
  const listOf = new Map(plan.task_lists.map((list) => [list.id, list]));
  const taskOf = new Map(plan.tasks.map((task) => [task.id, task]));
  const rootOf = (id: TaskList['id']): TaskList['id'] => {
    const above = listOf.get(id)?.parent_task_id ?? null;
    const parent = above === null ? undefined : taskOf.get(above);
    return parent === undefined ? id : rootOf(parent.task_list_id);
  };
  const lanes: ReturnType<typeof lanesOfPlan> = {};
  for (const { task_list_id, status } of plan.tasks) {
    const root = rootOf(task_list_id);
    const [open, wip, done] = lanes[root] ?? [0, 0, 0];
    lanes[root] = [open + Number(status === 'open'), wip + Number(status === 'wip'), done + Number(status === 'done')];
  }
  return lanes;
}

/**
 * Tasks whose list is missing, or whose level or parent is not their list's: the lines above would miss them or be
 * wrong.
 */
export function findStrays(plan: Plan): string[] {
  const lists = new Map(plan.task_lists.map((list) => [list.id, list]));
  return plan.tasks
    .filter((task) => {
      const list = lists.get(task.task_list_id);
      return (
        list?.depth !== task.level || task.task_list_depth !== task.level || list.parent_task_id !== task.parent_task_id
      );
    })
    .map((task) => `T${task.number}`);
}
