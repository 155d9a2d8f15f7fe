import fc from 'fast-check';
import { expect } from 'vitest';
import type { TaskStatus } from '#contract/task.ts';
import { answerQuestion } from '#server/plan/baton/answer-question.ts';
import { claimNext as claimNextTask, claimTask } from '#server/plan/baton/claim-task.ts';
import { finishTask } from '#server/plan/baton/finish-task.ts';
import { releaseBaton } from '#server/plan/baton/release-baton.ts';
import { updateTask } from '#server/plan/tree/update-task.ts';
import { editByOp } from './edit-by-op.ts';
import * as baton from './plan-model-batons.ts';
import { By, Pick, type RealPlan, command, idOf, isLeaf, pick, pickTask } from './plan-model-steps.ts';
import { heldBaton } from './plan-model.ts';

export const setStatus = fc
  .tuple(Pick, fc.constantFrom<TaskStatus>('open', 'done', 'done', 'wip'), By, fc.boolean())
  .map(([of, status, by, isOp]) =>
    command((state) => {
      const number = pickTask(state, of, isLeaf(state));
      if (number === undefined) return undefined;
      return {
        say: `${by} sets T${number} ${status}`,
        model: (draft) => {
          baton.requireFreeToEdit(draft, number, by);
          baton.setStatus(draft, number, status, by);
        },
        real: (real): Promise<unknown> =>
          isOp && status !== 'wip'
            ? editByOp(real.as[by], real.projectId, { op: 'update', id: idOf(real.tasks, number), status })
            : updateTask(real.as[by], { id: idOf(real.tasks, number), status }),
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
      model: (draft) => baton.claim(draft, number, by, isTakeover),
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
      model: (draft) => void (expected = baton.claimNext(draft, by)),
      real: (real) => claimNextTask(real.as[by], { id: real.projectId }),
      learn: (_, real, answer) => {
        expect(answer?.task.number ?? null).toBe(expected);
        if (answer !== null) real.tokens.set(answer.baton.fence, answer.token);
      },
    };
  }),
);

/**
 * The current token, one of an earlier claim, the right number with a guessed secret, or with an earlier token's
 * secret.
 */
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
      model: (draft) => baton.answer(draft, number),
      real: (real) => answerQuestion(real.as[by], { id: idOf(real.tasks, number), text: 'Oak.' }),
    };
  }),
);

export const finish = fc
  .tuple(Pick, By, fc.constantFrom<baton.Outcome>('done', 'done', 'release', 'block', 'skip', 'ask'), Sent, fc.nat(7))
  .map(([of, by, outcome, sent, chance]) =>
    command((state) => {
      const number = of.fromGone ? pickTask(state, of) : state.batons[of.at % Math.max(1, state.batons.length)]?.task;
      if (number === undefined) return undefined;
      const fence = heldBaton(state, number)?.fence ?? 1;
      const files = chance === 1 ? ['keel.ts'] : [];
      return {
        say: `${by} finishes T${number} with the ${sent} token of ${fence}: ${outcome}`,
        model: (draft) => baton.finish(draft, number, sent === 'right', outcome, files.length > 0),
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

export const release = fc.tuple(Pick, By, fc.oneof(Sent, fc.constant('no' as const))).map(([of, by, sent]) =>
  command((state) => {
    const number = of.fromGone ? pickTask(state, of) : state.batons[of.at % Math.max(1, state.batons.length)]?.task;
    if (number === undefined) return undefined;
    const fence = heldBaton(state, number)?.fence ?? 1;
    return {
      say: `${by} releases T${number} with ${sent} token of ${fence}`,
      model: (draft) => baton.giveBack(draft, number, by, GIVEN[sent]),
      real: (real) =>
        releaseBaton(real.as[by], {
          id: idOf(real.tasks, number),
          ...(sent === 'no' ? {} : { baton: tokenOf(real, fence, sent) }),
        }),
    };
  }),
);
