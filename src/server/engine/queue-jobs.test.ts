import { expect, test } from 'vitest';
import type { AppError } from '#server/platform/error.ts';
import { type Account, type QueuedJob, createJobQueue } from './queue-jobs.ts';

interface Named extends QueuedJob {
  name: string;
  refused: AppError[];
}

function job(name: string, account: Account, isLive = false): Named {
  const refused: AppError[] = [];
  return { name, account, isLive, refused, refuse: (error) => refused.push(error) };
}

const BUSY = { type: 'INTERNAL_ERROR', status: 503, detail: { code: 'SERVER_BUSY', retryAfterSeconds: 5 } };
const catchError = (work: () => void): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
};

test('accounts take turns, in the order in which they came', () => {
  const queue = createJobQueue<Named>();
  queue.add(job('a1', 'ada'));
  expect(queue.next()?.name).toBe('a1');
  queue.add(job('a2', 'ada'));
  queue.add(job('b1', 'ben'));
  queue.add(job('c1', 'cem'));
  // Ada came first, but has had a turn.
  queue.finish('ada');
  expect([queue.next()?.name, queue.next()?.name, queue.next()?.name]).toEqual(['b1', 'c1', 'a2']);
});

test('an account has one job running, and its next one waits although nobody else does', () => {
  const queue = createJobQueue<Named>();
  queue.add(job('a1', 'ada'));
  queue.next();
  queue.add(job('a2', 'ada'));
  expect(queue.next()).toBeUndefined();
  expect(queue.waiting).toBe(1);
  queue.finish('ada');
  expect(queue.next()?.name).toBe('a2');
  expect(queue.waiting).toBe(0);
});

test('a third job of an account is refused in words, and one of another account is not', () => {
  const queue = createJobQueue<Named>();
  queue.add(job('a1', 'ada'));
  queue.next();
  queue.add(job('a2', 'ada'));
  const error = catchError(() => queue.add(job('a3', 'ada')));
  expect(error).toMatchObject(BUSY);
  expect(error).toMatchObject({
    message: 'One document of this account is being read and another one waits. Try again in a few seconds.',
  });
  queue.add(job('b1', 'ben'));
  expect(queue.next()?.name).toBe('b1');
});

test('a newer text takes the place of the one that waits, which is told', () => {
  const queue = createJobQueue<Named>();
  queue.add(job('a1', 'ada', true));
  queue.next();
  const old = job('a2', 'ada', true);
  queue.add(old);
  queue.add(job('a3', 'ada', true));
  expect(old.refused).toMatchObject([
    {
      type: 'CONFLICT',
      status: 409,
      message: 'This text was not read: a newer request of the same account took its place.',
      detail: { code: 'READING_SUPERSEDED' },
    },
  ]);
  expect(queue.waiting).toBe(1);
  queue.finish('ada');
  expect(queue.next()?.name).toBe('a3');
});

test('a replaced text leaves its turn to what replaced it', () => {
  const queue = createJobQueue<Named>();
  queue.add(job('a1', 'ada', true));
  queue.add(job('b1', 'ben'));
  queue.add(job('a2', 'ada'));
  expect([queue.next()?.name, queue.next()?.name]).toEqual(['a2', 'b1']);
});

test('a preview that waits is not replaced by a text that is being typed', () => {
  const queue = createJobQueue<Named>();
  const preview = job('a1', 'ada');
  queue.add(preview);
  expect(catchError(() => queue.add(job('a2', 'ada', true)))).toMatchObject(BUSY);
  expect(preview.refused).toEqual([]);
  expect(queue.next()).toBe(preview);
});

test('beyond two hundred waiting jobs whoever comes is told at once, except where a text is replaced', () => {
  const queue = createJobQueue<Named>();
  for (let place = 0; place < 200; place += 1) queue.add(job(`job ${place}`, `guest ${place}`, true));
  const error = catchError(() => queue.add(job('one too many', 'eve')));
  expect(error).toMatchObject({
    ...BUSY,
    message: 'Many documents are being read right now. Try again in a few seconds.',
  });
  queue.add(job('newer', 'guest 0', true));
  expect(queue.next()?.name).toBe('newer');
  queue.add(job('in time', 'eve'));
});

test('the server’s own work has a turn of its own, one at a time, and more of it may wait', () => {
  const queue = createJobQueue<Named>();
  for (let place = 1; place <= 20; place += 1) queue.add(job(`own ${place}`, null, true));
  expect(catchError(() => queue.add(job('own 21', null)))).toMatchObject(BUSY);
  queue.add(job('a1', 'ada'));
  expect([queue.next()?.name, queue.next()?.name, queue.next()?.name]).toEqual(['own 1', 'a1', undefined]);
  queue.finish(null);
  expect(queue.next()?.name).toBe('own 2');
});

test('what waits can be taken out, and what is over leaves nothing behind', () => {
  const queue = createJobQueue<Named>();
  queue.add(job('a1', 'ada'));
  queue.next();
  queue.add(job('a2', 'ada'));
  queue.add(job('b1', 'ben'));
  expect(queue.clear().map(({ name }) => name)).toEqual(['a2', 'b1']);
  expect(queue.waiting).toBe(0);
  queue.finish('ada');
  expect(queue.next()).toBeUndefined();
});
