import { expect, test } from 'vitest';
import { type HostAnswer, chooseWriter, isNewer } from './choose-writer.ts';

const host = (name: string, more: Partial<HostAnswer> = {}): HostAnswer => ({
  name,
  url: `postgres://${name}`,
  refusal: undefined,
  timeline: 1,
  system: '7',
  ...more,
});
const standby = { refusal: 'is a standby', timeline: 0, system: '' };
const known = { url: 'postgres://b', timeline: 2, system: '7' };

test('the only host that takes writes is chosen', () => {
  const b = host('b');
  expect(chooseWriter([host('a', standby), b], undefined)).toEqual({ writer: b });
});

test('where none does, each says why', () => {
  const answers = [host('a', standby), host('b', { refusal: 'does not answer (gone)' })];
  expect(chooseWriter(answers, known)).toEqual({ reason: 'a is a standby, b does not answer (gone)' });
});

test('of two that take writes the promoted one is chosen, by whoever comes new too', () => {
  const b = host('b', { timeline: 2 });
  expect(chooseWriter([host('a'), b], undefined)).toEqual({ writer: b });
  expect(chooseWriter([host('a'), b], { ...known, url: 'postgres://a', timeline: 1 })).toEqual({ writer: b });
});

test('a former primary is not followed, even alone', () => {
  expect(chooseWriter([host('a'), host('b', { refusal: 'does not answer (gone)' })], known)).toMatchObject({
    reason: expect.stringContaining('a is on timeline 1, older than 2') as string,
  });
});

test('two copies on one timeline cannot be told apart, unless one is followed already', () => {
  const [a, b] = [host('a', { timeline: 2 }), host('b', { timeline: 2 })];
  expect(chooseWriter([a, b], undefined)).toMatchObject({
    reason: expect.stringContaining('stop all but one') as string,
  });
  expect(chooseWriter([a, b], known)).toEqual({ writer: b });
});

test('another database is neither followed nor chosen', () => {
  const a = host('a', { timeline: 9, system: '8' });
  const b = host('b', { timeline: 2 });
  expect(chooseWriter([a, b], known)).toEqual({ writer: b });
  expect(chooseWriter([a], known)).toMatchObject({ reason: expect.stringContaining('another database') as string });
  expect(chooseWriter([a, b], undefined)).toMatchObject({
    reason: expect.stringContaining('no copies of one database') as string,
  });
  expect(isNewer(a, known)).toBe(false);
  expect(isNewer(host('a', { timeline: 3 }), known)).toBe(true);
});

test('a host that does not tell its timeline is followed all the same', () => {
  const b = host('b', { timeline: 0, system: '' });
  expect(chooseWriter([host('a', standby), b], { ...known, timeline: 0 })).toEqual({ writer: b });
});
