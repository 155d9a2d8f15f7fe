import { expect, test } from 'vitest';
import { keepAnswer } from './keep-answer.ts';

function open(answers: boolean[]) {
  let time = 0;
  let asked = 0;
  const look = keepAnswer(
    async () => {
      asked += 1;
      return answers.shift() ?? true;
    },
    (answer) => answer,
    () => new Date(time),
  );
  return {
    look,
    asked: () => asked,
    after: (ms: number) => {
      time += ms;
    },
  };
}

test('a part that works is asked every five minutes, however many look', async () => {
  const part = open([true, true]);
  expect(await Promise.all([part.look(), part.look(), part.look()])).toEqual([true, true, true]);
  part.after(299_999);
  await part.look();
  expect(part.asked()).toBe(1);
  part.after(1);
  await part.look();
  expect(part.asked()).toBe(2);
});

test('a part that fails is asked again after a minute', async () => {
  const part = open([false, true]);
  expect(await part.look()).toBe(false);
  part.after(59_999);
  expect(await part.look()).toBe(false);
  part.after(1);
  expect(await part.look()).toBe(true);
});

test('an answer that did not come is not kept', async () => {
  let turn = 0;
  const look = keepAnswer(
    async () => {
      turn += 1;
      if (turn === 1) throw new Error('broken');
      return true;
    },
    () => true,
    () => new Date(0),
  );
  await expect(look()).rejects.toThrow('broken');
  expect(await look()).toBe(true);
});
