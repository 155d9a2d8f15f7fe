import { expect, test } from 'vitest';
import { TOOL_NAMES } from '#contract/tool-names.ts';
import { judgeRepeat } from './judge-repeat.ts';

const call = (name: unknown, args: object = {}) =>
  judgeRepeat({ id: 1, method: 'tools/call', params: { name, arguments: args } });

test('whatever is not a tool’s call reads', () => {
  expect(judgeRepeat({ id: 1, method: 'initialize' })).toBe('always');
});

test.each([
  ['orient', {}, 'always'],
  ['plan_read', {}, 'always'],
  ['task_get', {}, 'always'],
  ['checkpoint', { action: 'diff' }, 'always'],
  ['checkpoint', { action: 'restore' }, 'never'],
  ['plan_edit', { dry_run: true }, 'always'],
  ['plan_edit', { base_seq: 4 }, 'fenced'],
  ['plan_edit', {}, 'never'],
  ['task_claim', {}, 'fenced'],
  ['task_claim', { takeover: true }, 'never'],
  ['task_finish', {}, 'fenced'],
  ['note', {}, 'never'],
  ['create_note', {}, 'never'],
  ['constructor', {}, 'never'],
] as const)('%s %j may be repeated: %s', (name, args, repeat) => {
  expect(call(name, args)).toBe(repeat);
});

test('a tool that is new is a write until somebody says otherwise', () => {
  const judged = TOOL_NAMES.filter((name) => call(name) === 'never');
  expect(judged.toSorted()).toEqual(['checkpoint', 'note', 'plan_edit']);
  expect(call(undefined)).toBe('never');
});
