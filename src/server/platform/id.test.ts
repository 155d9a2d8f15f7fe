import { expect, test } from 'vitest';
import { Id } from '#contract/fields.ts';
import { newId } from './id.ts';

test('an id is a version 7 UUID that begins with its time', () => {
  const id = newId(0x0123_4567_89ab);
  expect(Id.parse(id)).toBe(id);
  expect(id).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('a thousand ids of one instant differ', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => newId(1))).size).toBe(1_000);
});

test('ids that are made together sort in the order they were made', () => {
  const ids = Array.from({ length: 200 }, () => newId(1_700_000_000_000));
  expect(ids.toSorted()).toEqual(ids);
});

test('they do so also where calls of several moments overlap', () => {
  const ids: string[] = [];
  for (let n = 0; n < 50; n += 1) {
    ids.push(newId(1_700_000_000_001));
    newId(1_700_000_000_002);
  }
  expect(ids.toSorted()).toEqual(ids);
});
