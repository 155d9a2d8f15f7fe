import { expect, onTestFinished, test, vi } from 'vitest';
import { coalesceMessages } from './coalesce-messages.ts';

test('what is said again within a moment leaves once, all in one statement', async () => {
  const sent: string[][] = [];
  const gathered = coalesceMessages(async (messages) => sent.push(messages));
  for (const message of ['a', 'b', 'a', 'c', 'b']) gathered.add(message);
  expect(sent).toEqual([]);
  await vi.waitFor(() => expect(sent).toEqual([['a', 'b', 'c']]));
});

test('what is said while the same is being sent leaves once more: it may be news', async () => {
  const sent: string[][] = [];
  const first = Promise.withResolvers<void>();
  const gathered = coalesceMessages(async (messages) => {
    sent.push(messages);
    if (sent.length === 1) await first.promise;
  });
  gathered.add('a');
  const flushing = gathered.flush();
  gathered.add('a');
  first.resolve();
  await flushing;
  await gathered.flush();
  expect(sent).toEqual([['a'], ['a']]);
});

test('what could not be sent leaves when it can, and no more waits than there is room for', async () => {
  const sent: string[][] = [];
  let isAway = true;
  const gathered = coalesceMessages(async (messages) => {
    if (isAway) throw new Error('away');
    sent.push(messages);
  }, 3);
  for (const message of ['a', 'b', 'c', 'd']) gathered.add(message);
  await gathered.flush();
  isAway = false;
  await gathered.flush();
  expect(sent).toEqual([['a', 'b', 'c']]);
});

test('many leave in several statements', async () => {
  const sent: number[] = [];
  const gathered = coalesceMessages(async (messages) => sent.push(messages.length));
  for (let n = 0; n < 1_200; n += 1) gathered.add(String(n));
  await gathered.flush();
  expect(sent).toEqual([500, 500, 200]);
});

test('the first after a pause leaves at once, those close behind it together and a little later', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent: string[][] = [];
  const gathered = coalesceMessages(async (messages) => sent.push(messages));
  gathered.add('a');
  await vi.advanceTimersByTimeAsync(5);
  expect(sent).toEqual([['a']]);
  for (const message of ['b', 'c', 'd', 'e']) {
    gathered.add(message);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(sent).toEqual([['a']]);
  await vi.advanceTimersByTimeAsync(10);
  expect(sent).toEqual([['a'], ['b', 'c', 'd', 'e']]);
  await vi.advanceTimersByTimeAsync(100);
  gathered.add('f');
  await vi.advanceTimersByTimeAsync(5);
  expect(sent.at(-1)).toEqual(['f']);
});
