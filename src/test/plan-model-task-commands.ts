import fc from 'fast-check';
import { expect } from 'vitest';
import type { TaskStatus } from '#contract/task.ts';
import { addDependency, removeDependency } from '#server/plan/add-dependency.ts';
import { answerQuestion } from '#server/plan/answer-question.ts';
import { breakDownTask } from '#server/plan/break-down-task.ts';
import { claimNext as claimNextTask, claimTask } from '#server/plan/claim-task.ts';
import { createTask } from '#server/plan/create-task.ts';
import { deleteTask, undeleteTask } from '#server/plan/delete-task.ts';
import { finishTask } from '#server/plan/finish-task.ts';
import { moveTask } from '#server/plan/move-task.ts';
import { releaseBaton } from '#server/plan/release-baton.ts';
import { updateTask } from '#server/plan/update-task.ts';
import * as edit from './plan-model-edits.ts';
import {
  By,
  OtherPick,
  Pick,
  Place,
  type RealPlan,
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
import { heldBaton, listOf, liveTask, taskOf } from './plan-model.ts';

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

export const editText = fc.tuple(Pick, Title, fc.boolean()).map(([of, text, isTitle]) =>
  command((state) => {
    const number = pickTask(state, of);
    if (number === undefined) return undefined;
    const fields = isTitle ? { title: text } : { description: text };
    return {
      say: `edit T${number}: ${JSON.stringify(fields)}`,
      model: (draft) => void Object.assign(liveTask(draft, number), fields),
      real: (real) => updateTask(real.as.user, { id: idOf(real.tasks, number), ...fields }),
    };
  }),
);

export const setStatus = fc
  .tuple(Pick, fc.constantFrom<TaskStatus>('open', 'done', 'done', 'wip'), By)
  .map(([of, status, by]) =>
    command((state) => {
      const number = pickTask(state, of, isLeaf(state));
      if (number === undefined) return undefined;
      return {
        say: `${by} sets T${number} ${status}`,
        model: (draft) => {
          edit.requireFreeToEdit(draft, number, by);
          edit.setStatus(draft, number, status, by);
        },
        real: (real) => updateTask(real.as[by], { id: idOf(real.tasks, number), status }),
      };
    }),
  );

export const claim = fc.tuple(Pick, By, fc.nat(3)).map(([of, by, chance]) =>
  command((state) => {
    const number = pickTask(state, of, isLeaf(state));
    if (number === undefined) return undefined;
    const isTakeover = chance === 0;
    return {
      say: `${by} ${isTakeover ? 'takes over' : 'claims'} T${number}`,
      model: (draft) => edit.claim(draft, number, by, isTakeover),
      real: (real) =>
        claimTask(real.as[by], {
          id: idOf(real.tasks, number),
          ...(isTakeover ? { takeover: true, reason: 'Mine now' } : {}),
        }),
      learn: (_, real, answer) => void real.tokens.set(answer.baton.fence, answer.token),
    };
  }),
);

export const claimNext = By.map((by) =>
  command(() => {
    let expected: number | null = null;
    return {
      say: `${by} claims the next task`,
      model: (draft) => void (expected = edit.claimNext(draft, by)),
      real: (real) => claimNextTask(real.as[by], { id: real.projectId }),
      learn: (_, real, answer) => {
        expect(answer?.task.number ?? null).toBe(expected);
        if (answer !== null) real.tokens.set(answer.baton.fence, answer.token);
      },
    };
  }),
);

/** The one that was given out, one of an earlier claim, one with the right number and a guessed secret, one of before. */
const Sent = fc.constantFrom('right', 'right', 'right', 'older', 'guessed', 'swapped');
type Sent = 'right' | 'older' | 'guessed' | 'swapped';
const GIVEN = { right: 'right', older: 'wrong', guessed: 'wrong', swapped: 'wrong', no: 'none' } as const;

const GUESSED = 'aaaaaaaa';
function tokenOf(real: RealPlan, fence: number, sent: Sent): string {
  const older = real.tokens.get(Math.max(...[...real.tokens.keys()].filter((each) => each < fence), 0));
  const secret = older?.split('.')[1] ?? GUESSED;
  if (sent === 'older') return older ?? `1.${GUESSED}`;
  if (sent === 'guessed') return `${fence}.${GUESSED}`;
  if (sent === 'swapped') return `${fence}.${secret}`;
  return real.tokens.get(fence) ?? `${fence}.${GUESSED}`;
}

export const answer = fc.tuple(Pick, By).map(([of, by]) =>
  command((state) => {
    const asking = [...state.tasks.values()].filter((task) => task.question !== null);
    const number = of.fromGone ? pickTask(state, of) : pick(asking, of)?.number;
    if (number === undefined) return undefined;
    return {
      say: `${by} answers T${number}`,
      model: (draft) => edit.answer(draft, number),
      real: (real) => answerQuestion(real.as[by], { id: idOf(real.tasks, number), text: 'Oak.' }),
    };
  }),
);

export const finish = fc
  .tuple(Pick, By, fc.constantFrom<edit.Outcome>('done', 'done', 'release', 'block', 'skip', 'ask'), Sent, fc.nat(7))
  .map(([of, by, outcome, sent, chance]) =>
    command((state) => {
      const number = of.fromGone ? pickTask(state, of) : state.batons[of.at % Math.max(1, state.batons.length)]?.task;
      if (number === undefined) return undefined;
      const fence = heldBaton(state, number)?.fence ?? 1;
      const files = chance === 1 ? ['keel.ts'] : [];
      return {
        say: `${by} finishes T${number} with the ${sent} token of ${fence}: ${outcome}`,
        model: (draft) => edit.finish(draft, number, sent === 'right', outcome, files.length > 0),
        real: (real) =>
          finishTask(real.as[by], {
            id: idOf(real.tasks, number),
            baton: tokenOf(real, fence, sent),
            outcome,
            files,
            ...(outcome === 'ask' ? { question: 'Oak or elm?' } : { summary: 'Said in words.' }),
          }),
        learn: (after, real, answer) => {
          for (const [place, id] of answer.notes.toReversed().entries())
            real.notes[after.notes.length - 1 - place] = id;
        },
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

export const release = fc.tuple(Pick, By, fc.oneof(Sent, fc.constant('no' as const))).map(([of, by, sent]) =>
  command((state) => {
    const number = of.fromGone ? pickTask(state, of) : state.batons[of.at % Math.max(1, state.batons.length)]?.task;
    if (number === undefined) return undefined;
    const fence = heldBaton(state, number)?.fence ?? 1;
    return {
      say: `${by} releases T${number} with ${sent} token of ${fence}`,
      model: (draft) => edit.giveBack(draft, number, by, GIVEN[sent]),
      real: (real) =>
        releaseBaton(real.as[by], {
          id: idOf(real.tasks, number),
          ...(sent === 'no' ? {} : { baton: tokenOf(real, fence, sent) }),
        }),
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
