import fc from 'fast-check';
import * as baton from './plan-model-baton-commands.ts';
import * as other from './plan-model-other-commands.ts';
import { Pick, Place, type PlanCommand, Title } from './plan-model-steps.ts';
import * as task from './plan-model-task-commands.ts';

const live = (at: number): Pick => ({ at, fromGone: false, isNear: false });
const atEnd = (into: Place['into'], target: number): Place => ({
  into,
  target: live(target),
  after: 'end',
  sibling: live(0),
});

/** An initial plan, so that random commands change something: T1 and T2, T1 with T3 and T4, T4 with T5. */
export const prelude = (): PlanCommand[] => [
  task.makeCreate(['Alder', atEnd('nowhere', 0)]),
  task.makeCreate(['Beech', atEnd('nowhere', 0)]),
  task.makeBreakDown([live(0), ['Fir', 'Hazel'], undefined]),
  task.makeCreate(['Larch', atEnd('parent', 3)]),
];

/** Relative frequencies. */
const WEIGHTS: [fc.Arbitrary<PlanCommand>, number][] = [
  [fc.tuple(Title, Place).map(task.makeCreate), 2],
  [
    fc
      .tuple(Pick, fc.array(Title, { minLength: 1, maxLength: 3 }), fc.option(Title, { nil: undefined }))
      .map(task.makeBreakDown),
    1,
  ],
  [task.editText, 2],
  [baton.setStatus, 9],
  [baton.claim, 4],
  [baton.claimNext, 2],
  [baton.finish, 5],
  [baton.answer, 2],
  [task.block, 2],
  [baton.release, 2],
  [task.move, 8],
  [task.removeTask, 4],
  [task.undelete, 5],
  [other.createList, 1],
  [other.editList, 1],
  [other.removeList, 2],
  [other.undeleteList, 3],
  [task.wait, 5],
  [task.stopWaiting, 1],
  [other.note, 1],
  [other.changeNote, 1],
  [other.save, 1],
  [other.restore, 3],
  [other.squeeze, 1],
  [other.timePasses, 1],
  [other.setSlots, 1],
];

/** Without fast-check's bias towards small values, which would repeat the same commands. */
export const planCommands = (maxCommands: number) =>
  fc.noBias(
    fc.commands(
      WEIGHTS.flatMap(([arbitrary, weight]) => Array.from({ length: weight }, () => arbitrary)),
      { maxCommands, size: 'max' },
    ),
  );
