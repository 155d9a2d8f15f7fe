import { expect, test } from 'vitest';
import type { Baton } from '#contract/plan.ts';
import { sampleNote } from '#test/web/sample-notes.ts';
import { isByHolder } from './by-holder.ts';

const holder = { kind: 'agent', id: null, name: 'codex-cli' };
const baton = { task_id: 't1', holder, taken_at: '2026-01-01T00:10:00.000Z' } as unknown as Baton;

test('a note is the holder’s own if it wrote it on that task since it took the baton', () => {
  expect(isByHolder(sampleNote('a', 11, { task_id: 't1' }), [baton])).toBe(true);
  expect(isByHolder(sampleNote('a', 9, { task_id: 't1' }), [baton]), 'before').toBe(false);
  expect(isByHolder(sampleNote('a', 11, { task_id: 't2' }), [baton]), 'another task').toBe(false);
  expect(isByHolder(sampleNote('a', 11), [baton]), 'the project').toBe(false);
  expect(isByHolder(sampleNote('a', 11, { task_id: 't1' }), []), 'nobody holds it').toBe(false);
  const other = { task_id: 't1', author: { ...holder, name: 'claude-code' } };
  expect(isByHolder(sampleNote('a', 11, other), [baton]), 'somebody else').toBe(false);
  const person = { task_id: 't1', author: { ...holder, kind: 'user' } };
  expect(isByHolder(sampleNote('a', 11, person), [baton]), 'a person of that name').toBe(false);
});
