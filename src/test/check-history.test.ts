import { describe, expect, test } from 'vitest';
import { type Recorded, checkHistory } from './check-history.ts';
import { type LockOp, type LockResult, RAN_OUT, newLock, stepLock } from './lock-model.ts';

/** An operation with its start and end; without a result, its connection died. */
const at = (invoked: number, completed: number, op: LockOp, result?: LockResult): Recorded => ({
  caller: 'test',
  op,
  invoked,
  completed,
  ...(result === undefined ? {} : { result }),
});
const claim = (by: string, task = 1): LockOp => ({ do: 'claim', task, by });
const takeover = (by: string, task = 1): LockOp => ({ do: 'claim', task, by, takeover: true });
const taken = (fence: number, task = 1, slot = 1): LockResult => ({ is: 'taken', task, fence, slot });
const held = (by: string, task = 1): LockResult => ({ is: 'held', by, task });
const finish = (fence: number, task = 1): LockOp => ({ do: 'finish', task, fence, outcome: 'done' });
const renew = (fence: number, task = 1): LockOp => ({ do: 'renew', task, fence });
const release = (fence: number, task = 1): LockOp => ({ do: 'release', task, fence });
const ok: LockResult = { is: 'ok' };

const judge = (history: Recorded[], slots = 1) => checkHistory(newLock(3, slots), history);
const isGood = (history: Recorded[], slots = 1) => judge(history, slots).linearizable;

describe('a good history is found good', () => {
  const good: Record<string, [Recorded[], number?]> = {
    'one takes, works and is done': [[at(1, 2, claim('a'), taken(1)), at(3, 4, renew(1), ok), at(5, 6, finish(1), ok)]],
    'of two at once one is refused': [[at(1, 4, claim('a'), held('b')), at(2, 3, claim('b'), taken(1))]],
    'the answers came back in the other order': [
      [at(1, 6, claim('a'), taken(1)), at(2, 5, release(1), ok), at(3, 4, claim('b'), taken(2))],
    ],
    'a claim without an answer was carried out': [
      [at(1, 9, claim('a')), at(2, 3, claim('b'), held('a')), at(10, 11, takeover('b'), taken(2))],
    ],
    'a claim without an answer was not carried out': [[at(1, 9, claim('a')), at(2, 3, claim('b'), taken(1))]],
    'a claim without an answer was carried out, and nobody noticed at first': [
      [at(1, 3, claim('a')), at(4, 5, renew(9, 2), { is: 'stale', now: null }), at(6, 7, claim('b'), held('a'))],
    ],
    'a takeover ends another task’s baton': [
      [at(1, 2, claim('a'), taken(1)), at(3, 4, takeover('b', 2), taken(2, 2)), at(5, 6, claim('b'), held('b', 2))],
    ],
    'two batons go to two agents': [[at(1, 2, claim('a'), taken(1)), at(3, 4, claim('b', 2), taken(2, 2, 2))], 2],
    'a lease runs out and the task is taken': [
      [
        at(1, 2, claim('a'), taken(1)),
        at(3, 4, { do: 'expire', fence: 1 }, ok),
        at(5, 6, finish(1), { is: 'stale', now: RAN_OUT }),
        at(7, 8, { do: 'claimNext', by: 'b' }, taken(2, 1)),
        at(
          9,
          10,
          { do: 'look' },
          {
            is: 'seen',
            view: { tasks: ['wip', 'open', 'open'], held: [{ slot: 1, task: 1, by: 'b', fence: 2 }] },
          },
        ),
      ],
    ],
  };
  test.for(Object.entries(good))('%s', ([, [history, slots]]) => {
    expect(judge(history, slots)).toMatchObject({ linearizable: true });
  });
});

describe('a bad history is found bad', () => {
  const bad: Record<string, [Recorded[], number?]> = {
    'two hold the same task': [[at(1, 2, claim('a'), taken(1)), at(3, 4, claim('b'), taken(2))]],
    'two hold the same task, asked at once': [[at(1, 4, claim('a'), taken(1)), at(2, 3, claim('b'), taken(2))]],
    'two hold the only baton for different tasks': [
      [at(1, 2, claim('a'), taken(1)), at(3, 4, claim('b', 2), taken(2, 2))],
    ],
    'two batons are in one slot': [[at(1, 2, claim('a'), taken(1)), at(3, 4, claim('b', 2), taken(2, 2, 1))], 2],
    'one agent holds two': [[at(1, 2, claim('a'), taken(1)), at(3, 4, claim('a', 2), taken(2, 2, 2))], 2],
    'a number is given twice': [
      [at(1, 2, claim('a'), taken(1)), at(3, 4, release(1), ok), at(5, 6, claim('b'), taken(1))],
    ],
    'a number is left out though every claim was answered': [
      [at(1, 2, claim('a'), taken(1)), at(3, 4, release(1), ok), at(5, 6, claim('b'), taken(3))],
    ],
    'numbers shrink': [[at(1, 2, claim('a'), taken(2)), at(3, 4, release(2), ok), at(5, 6, claim('b'), taken(1))]],
    'an old number finishes': [
      [at(1, 2, claim('a'), taken(1)), at(3, 4, takeover('b'), taken(2)), at(5, 6, finish(1), ok)],
    ],
    'an old number renews': [[at(1, 2, claim('a'), taken(1)), at(3, 4, release(1), ok), at(5, 6, renew(1), ok)]],
    'a lease that ran out is renewed': [
      [at(1, 2, claim('a'), taken(1)), at(3, 4, { do: 'expire', fence: 1 }, ok), at(5, 6, renew(1), ok)],
    ],
    'a task is finished twice': [[at(1, 2, claim('a'), taken(1)), at(3, 4, finish(1), ok), at(5, 6, finish(1), ok)]],
    'a finish is forgotten': [
      [at(1, 2, claim('a'), taken(1)), at(3, 4, finish(1), ok), at(5, 6, claim('b'), taken(2))],
    ],
    'the current number is refused': [[at(1, 2, claim('a'), taken(1)), at(3, 4, finish(1), { is: 'stale', now: 'b' })]],
    'a refusal names somebody who never held it': [[at(1, 2, claim('a'), taken(1)), at(3, 4, claim('b'), held('c'))]],
    'a refusal names somebody who had handed it back': [
      [at(1, 2, claim('a'), taken(1)), at(3, 4, release(1), ok), at(5, 6, claim('b'), held('a'))],
    ],
    'a claim is refused though nobody holds anything': [[at(1, 2, claim('a'), held('b'))]],
    'nothing is ready though a task is': [[at(1, 2, { do: 'claimNext', by: 'a' }, { is: 'nothing' })]],
    'the next task is not the first that is ready': [[at(1, 2, { do: 'claimNext', by: 'a' }, taken(1, 2))]],
    'a look shows a holder who was never there': [
      [at(1, 2, { do: 'look' }, { is: 'seen', view: { tasks: ['wip', 'open', 'open'], held: [] } })],
    ],
    'an operation takes effect before it began': [[at(1, 2, claim('b'), held('a')), at(3, 4, claim('a'), taken(1))]],
    'an operation without an answer takes effect when it can no longer': [
      [
        at(1, 3, claim('a')),
        at(4, 5, { do: 'look' }, { is: 'seen', view: { tasks: ['open', 'open', 'open'], held: [] } }),
        at(6, 7, claim('b'), held('a')),
      ],
    ],
    'one operation without an answer takes effect twice': [
      [
        at(1, 99, takeover('a')),
        at(2, 3, claim('b'), held('a')),
        at(4, 5, takeover('b'), taken(2)),
        at(6, 7, claim('b', 2), held('a')),
      ],
    ],
  };
  test.for(Object.entries(bad))('%s', ([, [history, slots]]) => {
    expect(judge(history, slots)).toMatchObject({ linearizable: false });
  });

  test('and told where it stops making sense', () => {
    const verdict = judge([at(1, 2, claim('a'), taken(1)), at(3, 4, claim('b'), taken(2))]);
    expect(verdict).toMatchObject({ reason: expect.stringContaining('1 of 2 fit') });
    expect(verdict).toMatchObject({ reason: expect.stringContaining('due {"is":"held","by":"a","task":1}') });
  });
});

describe('a long history', () => {
  /** Callers in turn, answered as by the model; every answer arrives after three later calls have begun. */
  const longHistory = (length: number): Recorded[] => {
    let state = newLock(3, 1);
    return Array.from({ length }, (_, index) => {
      const by = `agent-${index % 7}`;
      const [now] = state.held;
      const op: LockOp =
        now === undefined ? claim(by, (index % 3) + 1) : index % 5 === 0 ? release(now.fence, now.task) : takeover(by);
      const step = stepLock(state, op);
      state = step.next;
      return at(index * 10, index * 10 + 35, op, step.result);
    });
  };

  test('is judged without trying every order', () => {
    const history = longHistory(5_000);
    expect(isGood(history)).toBe(true);
    const last = history.findLast(({ result }) => result?.is === 'taken');
    expect(
      isGood(history.map((entry) => (entry === last ? { ...entry, result: { is: 'nothing' } as const } : entry))),
    ).toBe(false);
  });

  test('is good with a share of its answers lost', () => {
    const history = longHistory(2_000).map(({ result, ...entry }, index) =>
      index % 50 === 0 || result === undefined ? entry : { ...entry, result },
    );
    expect(isGood(history)).toBe(true);
  });
});
