import { expect, test } from 'vitest';
import type { Baton } from '#contract/plan.ts';
import { sampleNote } from '#test/web/sample-notes.ts';
import { holderMark } from './by-holder.ts';

const holder = { kind: 'agent', id: null, name: 'codex-cli' };
const baton = { task_id: 't1', holder, taken_at: '2026-01-01T00:10:00.000Z' } as unknown as Baton;

test('a note is the holder’s own if it wrote it on that task since it took the baton', () => {
  expect(holderMark(sampleNote('a', 11, { task_id: 't1' }), [baton])).toBe('now');
  expect(holderMark(sampleNote('a', 9, { task_id: 't1' }), [baton]), 'before').toBeUndefined();
  expect(holderMark(sampleNote('a', 11, { task_id: 't2' }), [baton]), 'another task').toBeUndefined();
  expect(holderMark(sampleNote('a', 11), [baton]), 'the project').toBeUndefined();
  expect(holderMark(sampleNote('a', 11, { task_id: 't1' }), []), 'nobody holds it').toBeUndefined();
  const other = { task_id: 't1', author: { ...holder, name: 'claude-code' } };
  expect(holderMark(sampleNote('a', 11, other), [baton]), 'somebody else').toBeUndefined();
  const person = { task_id: 't1', author: { ...holder, kind: 'user' } };
  expect(holderMark(sampleNote('a', 11, person), [baton]), 'a person of that name').toBeUndefined();
});

test('a note keeps its mark after the baton was handed back', () => {
  const written = sampleNote('a', 11, { task_id: 't1', by_holder: true });
  expect(holderMark(written, [baton])).toBe('now');
  expect(holderMark(written, [])).toBe('earlier');
  const again = { ...baton, taken_at: '2026-01-01T00:20:00.000Z' };
  expect(holderMark(written, [again]), 'held again since').toBe('earlier');
  const other = { ...baton, holder: { ...baton.holder, name: 'claude-code' } };
  expect(holderMark(written, [other]), 'somebody else holds it').toBe('earlier');
});
