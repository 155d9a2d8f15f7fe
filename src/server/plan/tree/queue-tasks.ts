import { and, eq, inArray, isNull, max } from 'drizzle-orm';
import { ORDER_STEP, TASK_LIST_NAME_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import { taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import { newId } from '#server/platform/id.ts';
import { checksOf } from './checks-of.ts';
import { countLiveTasks } from './count-tasks.ts';
import { findOrder } from './find-place.ts';
import { insertNumbered, takeNumbers } from './insert-rows.ts';
import { originFor } from '../prd/make-origin.ts';
import type { EditedTask, Editing } from './open-editing.ts';
import { presentTaskList } from '../present.ts';
import type { TaskListRow } from '../rows.ts';
import { requireRootList } from './edit-lists.ts';
import { rollUp } from './roll-up.ts';
import { cutText, orderBetween, requireDepth, requireRoomForTasks } from '../rules.ts';
import { answersOf } from '../baton/say-answers.ts';

/** The list of batched tasks; created with them where the parent has none yet. */
interface Target {
  row: TaskListRow & { id: Id };
  parent: EditedTask | undefined;
  isNew: boolean;
  /** Batched tasks in order. */
  waiting: Waiting[];
}

interface Waiting {
  place: number;
  task: EditedTask;
  op: PlanOp;
  target: Target;
}

export interface TaskQueue {
  /** Batches a task; undefined where it must be placed between existing ones. */
  add(op: PlanOp): Promise<EditedTask | undefined>;
  /** Writes the batch, one level of the tree at a time; returns a line for each, by index of its op. */
  flush(): Promise<Map<number, string>>;
}

/** Batches the tasks that one edit adds, so that sixty cost as much as a few. */
export function openTaskQueue(editing: Editing, placeOf: () => number): TaskQueue {
  const { ctx, tx, project } = editing;
  let queue: Waiting[] = [];
  const below = new Map<Id, Target>();
  const roots = new Map<Id, Target>();

  async function targetOf(op: PlanOp): Promise<Target> {
    if (op.parent !== undefined) return targetBelow(await editing.find(op.parent, 'parent'));
    const row = await requireRootList(editing, op.list);
    const known = roots.get(row.id) ?? { row, parent: undefined, isNew: false, waiting: [] };
    roots.set(row.id, known);
    return known;
  }

  async function targetBelow(parent: EditedTask): Promise<Target> {
    const known = below.get(parent.id);
    if (known !== undefined) return known;
    const live = and(eq(taskLists.parentTaskId, parent.id), isNull(taskLists.deletedAt));
    const [row] = parent.isPending ? [] : await tx.select().from(taskLists).where(live);
    if (row === undefined) requireDepth(parent.level + 1);
    const target: Target = {
      row: row === undefined ? newListBelow(parent) : { ...row, id: row.id as Id },
      parent,
      isNew: row === undefined,
      waiting: [],
    };
    below.set(parent.id, target);
    return target;
  }

  function newListBelow(parent: EditedTask): TaskListRow & { id: Id } {
    const now = ctx.now();
    return {
      id: newId(now.getTime()),
      projectId: project.id,
      parentTaskId: parent.id,
      name: cutText(parent.title, TASK_LIST_NAME_MAX),
      operationalBrief: '',
      depth: parent.level + 1,
      origin: null,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      deletedWith: null,
    };
  }

  /** The last order of each list, in one statement. */
  async function orderTasks(targets: readonly Target[]): Promise<Map<EditedTask, number>> {
    const old = targets.filter(({ isNew }) => !isNew).map(({ row }) => row.id);
    const ends = await tx
      .select({ id: tasks.taskListId, last: max(tasks.orderInParent) })
      .from(tasks)
      .where(and(inArray(tasks.taskListId, old), isNull(tasks.deletedAt)))
      .groupBy(tasks.taskListId);
    const lastOf = new Map(ends.map(({ id, last }) => [id, last ?? undefined]));
    const orders = new Map<EditedTask, number>();
    for (const { row, waiting } of targets) {
      const last = lastOf.get(row.id);
      const end = orderBetween(last === undefined ? undefined : last + ORDER_STEP * (waiting.length - 1), undefined);
      const first =
        end === undefined
          ? await findOrder(tx, editing.emit, { id: row.id, projectId: project.id }, undefined)
          : (last ?? 0) + ORDER_STEP;
      for (const [at, { task }] of waiting.entries()) orders.set(task, first + at * ORDER_STEP);
    }
    return orders;
  }

  async function requireRoom(lastNumber: number): Promise<void> {
    // There are never more tasks than numbers: exact counting is only needed close to the limit.
    if (lastNumber <= editing.taskLimit) return;
    const live = await countLiveTasks(tx, project);
    const tooMany = queue[Math.max(0, editing.taskLimit - live)];
    try {
      requireRoomForTasks(live, queue.length, editing.taskLimit);
    } catch (error) {
      throw error instanceof AppError ? error.about(`ops[${tooMany?.place ?? 0}] (add)`) : error;
    }
  }

  async function writeLists(targets: readonly Target[]): Promise<void> {
    const added = targets.filter(({ isNew }) => isNew);
    if (added.length === 0) return;
    await tx.insert(taskLists).values(added.map(({ row }) => row));
    for (const { row, parent } of added)
      editing.emit(`project:${project.id}`, 'task_list.created', presentTaskList(row, parent?.title ?? null, 0));
  }

  async function writeTasks(targets: readonly Target[], orders: ReadonlyMap<EditedTask, number>): Promise<void> {
    const added = targets.flatMap(({ row, waiting }) => waiting.map((each) => ({ ...each, list: row })));
    await insertNumbered(
      ctx,
      tx,
      editing.emit,
      added.map(({ task, op, list }) => {
        const { ids, lines } = answersOf(editing, op.requirements);
        return {
          id: task.id,
          list,
          number: task.number,
          title: task.title,
          description: op.description,
          checks: checksOf(op.checks),
          requirement_ids: ids,
          prd_lines: lines,
          origin: originFor(ids, (id) => editing.requirements.get(id)?.hash ?? ''),
          order: orders.get(task) ?? ORDER_STEP,
        };
      }),
    );
  }

  return {
    async add(op) {
      // Before existing tasks.
      if (op.first === true) return undefined;
      const target = await targetOf(op);
      const after = op.after === undefined ? undefined : await editing.find(op.after, 'after');
      const before = target.waiting.findIndex(({ task }) => task === after);
      if (after !== undefined && before === -1) {
        if (after.isPending) throw notFound('The task to follow');
        return undefined;
      }
      answersOf(editing, op.requirements);
      const task: EditedTask = {
        id: newId(ctx.now().getTime()),
        number: 0,
        title: op.title ?? '',
        level: target.row.depth,
        isPending: true,
      };
      const waiting = { place: placeOf(), task, op, target };
      queue.push(waiting);
      target.waiting.splice(before === -1 ? target.waiting.length : before + 1, 0, waiting);
      return task;
    },
    async flush() {
      if (queue.length === 0) return new Map();
      const { first } = await takeNumbers(tx, project.id, queue.length);
      await requireRoom(first + queue.length - 1);
      for (const [at, { task }] of queue.entries()) task.number = first + at;
      const targets = [...roots.values(), ...below.values()].filter(({ waiting }) => waiting.length > 0);
      const orders = await orderTasks(targets);
      const levels = Map.groupBy(targets, ({ row }) => row.depth);
      for (const depth of [...levels.keys()].toSorted((a, b) => a - b)) {
        const level = levels.get(depth) ?? [];
        await writeLists(level);
        await writeTasks(level, orders);
      }
      const grown = targets.filter(({ parent }) => parent !== undefined && !parent.isPending);
      const lines = new Map(queue.map(({ place, task, op, target }) => [place, lineOf(task, op, target)]));
      for (const { task } of queue) task.isPending = false;
      queue = [];
      below.clear();
      roots.clear();
      for (const { row } of grown) await rollUp(ctx, tx, editing.emit, row.id);
      return lines;
    },
  };
}

function lineOf(task: EditedTask, op: PlanOp, { parent }: Target): string {
  const where = parent === undefined ? (op.list ?? '') : `T${parent.number}`;
  return `+ T${task.number} ${task.title}${where === '' ? '' : ` under ${where}`}`;
}
