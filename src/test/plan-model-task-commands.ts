import fc from 'fast-check';
import { expect } from 'vitest';
import { addDependency, removeDependency } from '#server/plan/tree/add-dependency.ts';
import { breakDownTask } from '#server/plan/tree/break-down-task.ts';
import { createTask } from '#server/plan/tree/create-task.ts';
import { deleteTask, undeleteTask } from '#server/plan/tree/delete-task.ts';
import { moveTask } from '#server/plan/tree/move-task.ts';
import { updateTask } from '#server/plan/tree/update-task.ts';
import { editByOp } from './edit-by-op.ts';
import * as edit from './plan-model-edits.ts';
import {
  OtherPick,
  Pick,
  Place,
  Title,
  command,
  idOf,
  isBelow,
  isLeaf,
  pick,
  pickGone,
  pickTask,
  placeOf,
  readPlace,
  sayPlace,
  touch,
} from './plan-model-steps.ts';
import { listOf, liveTask, taskOf } from './plan-model.ts';

export const makeCreate = ([title, where]: [string, Place]) =>
  command((state) => {
    const place = readPlace(state, where);
    const number = state.tasks.size + 1;
    return {
      say: `create T${number} ${title}${sayPlace(place)}`,
      model: (draft) => edit.create(draft, title, place),
      real: (real) => createTask(real.as.user, { id: real.projectId, title, ...placeOf(real, place) }),
      learn: (after, real, answer) => {
        expect(answer.number).toBe(number);
        touch(after, number);
        real.tasks.set(number, answer.id);
        real.lists.set(taskOf(after, number).list, answer.task_list_id);
      },
    };
  });

export const makeBreakDown = ([of, titles, name]: [Pick, string[], string | undefined]) =>
  command((state) => {
    const number = pickTask(state, of);
    if (number === undefined) return undefined;
    const first = state.tasks.size + 1;
    const named = name === undefined ? {} : { name, brief: `About ${name}` };
    return {
      say: `break down T${number} into ${titles.length}${name === undefined ? '' : ` as ${name}`}`,
      model: (draft) => edit.breakDown(draft, number, { ...named, titles }),
      real: (real) =>
        breakDownTask(real.as.user, {
          id: idOf(real.tasks, number),
          ...(name === undefined ? {} : { name, operational_brief: `About ${name}` }),
          tasks: titles.map((title) => ({ title })),
        }),
      learn: (after, real, { tasks, task_list }) => {
        expect(tasks.map((task) => task.number)).toEqual(titles.map((_, place) => first + place));
        for (const task of tasks) real.tasks.set(task.number, task.id);
        real.lists.set(taskOf(after, first).list, task_list.id);
      },
    };
  });

export const editText = fc.tuple(Pick, Title, fc.boolean(), fc.boolean()).map(([of, text, isTitle, isOp]) =>
  command((state) => {
    const number = pickTask(state, of);
    if (number === undefined) return undefined;
    const fields = isTitle ? { title: text } : { description: text };
    return {
      say: `edit T${number}: ${JSON.stringify(fields)}`,
      model: (draft) => void Object.assign(liveTask(draft, number), fields),
      real: (real): Promise<unknown> =>
        isOp
          ? editByOp(real.as.user, real.projectId, { op: 'update', id: idOf(real.tasks, number), ...fields })
          : updateTask(real.as.user, { id: idOf(real.tasks, number), ...fields }),
    };
  }),
);

export const block = fc.tuple(Pick, fc.boolean()).map(([of, isBlocked]) =>
  command((state) => {
    const number = pickTask(state, of, isLeaf(state));
    if (number === undefined) return undefined;
    return {
      say: `${isBlocked ? 'block' : 'unblock'} T${number}`,
      model: (draft) => void (liveTask(draft, number).isBlocked = isBlocked),
      real: (real) =>
        updateTask(real.as.user, { id: idOf(real.tasks, number), blocked_reason: isBlocked ? 'No oak' : null }),
    };
  }),
);

export const move = fc.tuple(Pick, Place).map(([of, where]) =>
  command((state) => {
    const number = pickTask(state, of);
    if (number === undefined) return undefined;
    const place = readPlace(state, where, number);
    return {
      say: `move T${number}${sayPlace(place)}`,
      model: (draft) => edit.move(draft, number, place),
      real: (real) => moveTask(real.as.user, { id: idOf(real.tasks, number), ...placeOf(real, place) }),
      learn: (after, real, answer) => void real.lists.set(taskOf(after, number).list, answer.task_list_id),
    };
  }),
);

export const removeTask = Pick.map((of) =>
  command((state) => {
    const number = pickTask(state, of, isBelow(state));
    if (number === undefined) return undefined;
    let deleted = 0;
    return {
      say: `delete T${number}`,
      model: (draft) => void (deleted = edit.remove(draft, { task: number })),
      real: (real) => deleteTask(real.as.user, { id: idOf(real.tasks, number) }),
      learn: (_, real, answer) => {
        expect(answer.deleted).toBe(deleted);
        if (answer.checkpoint_id !== null) real.checkpoints.push(answer.checkpoint_id);
      },
    };
  }),
);

export const undelete = Pick.map((of) =>
  command((state) => {
    const number = pickGone(state.tasks.values(), (task) => `T${task.number}`, of)?.number;
    if (number === undefined) return undefined;
    const { list, gone } = taskOf(state, number);
    const isUntouched = gone !== null && gone.version === listOf(state, list).version;
    return {
      say: `undelete T${number}`,
      model: (draft) => edit.bringBack(draft, { task: number }),
      real: (real) => undeleteTask(real.as.user, { id: idOf(real.tasks, number) }),
      learn: async (after, real, answer) => {
        expect(answer.deleted_at).toBeNull();
        const there = listOf(after, list);
        const order = await real.orderOf(idOf(real.lists, list));
        const others = (numbers: number[]) => numbers.filter((each) => each !== number);
        if (isUntouched) expect(order, 'a task comes back to its place').toEqual(there.order);
        expect(others(order)).toEqual(others(there.order));
        there.order = order;
      },
    };
  }),
);

export const wait = fc.tuple(Pick, OtherPick).map(([of, by]) =>
  command((state) => {
    const number = pickTask(state, of);
    const other = pickTask(state, by, (task) => task.number !== number);
    if (number === undefined || other === undefined) return undefined;
    return {
      say: `T${number} waits for T${other}`,
      model: (draft) => edit.wait(draft, number, other),
      real: (real) =>
        addDependency(real.as.user, { id: idOf(real.tasks, number), depends_on_id: idOf(real.tasks, other) }),
    };
  }),
);

export const stopWaiting = fc.tuple(Pick, Pick).map(([of, by]) =>
  command((state) => {
    const waiting = [...state.tasks.values()].filter((task) => task.waitsFor.size > 0);
    const number = pick(waiting, of)?.number;
    if (number === undefined) return undefined;
    const known = [...taskOf(state, number).waitsFor];
    const other = known[by.at % Math.max(1, known.length)] ?? number;
    return {
      say: `T${number} no longer waits for T${other}`,
      model: (draft) => edit.stopWaiting(draft, number, other),
      real: (real) =>
        removeDependency(real.as.user, { id: idOf(real.tasks, number), dependsOnId: idOf(real.tasks, other) }),
    };
  }),
);
