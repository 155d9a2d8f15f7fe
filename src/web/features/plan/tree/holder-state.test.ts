import { expect, test } from 'vitest';
import { at, sampleBaton, sampleTask } from '#test/web/sample-plan.ts';
import { describeHolder } from './holder-state.ts';

const task = sampleTask('t12');
const told = (lastCall: string, now: string) => {
  const baton = sampleBaton('t12', {
    holder: { kind: 'agent', id: null, name: 'claude-code' },
    last_call_at: lastCall,
  });
  const { presence, name, says, since } = describeHolder(baton, task, Date.parse(now));
  return `${presence}: ${name} ${says}, ${since}`;
};

test('a holder that calls holds the baton, and its task and time are told', () => {
  expect(told(at(12), at(12))).toBe('working: claude-code holds the baton, T12 · 12m');
  expect(told(at(10), '2026-03-01T10:11:59.999Z')).toContain('working');
});

test('after two minutes without a call it is quiet', () => {
  expect(told(at(10), at(12))).toBe('quiet: claude-code is quiet, last call 2m ago');
  expect(told(at(0), '2026-03-01T10:09:59.999Z')).toContain('quiet');
});

test('after ten minutes without a call it may have stopped', () => {
  expect(told(at(0), at(10))).toBe('stalled: claude-code may have stopped, last call 10m ago');
});

test('a clock that runs ahead of ours is not the future', () => {
  expect(told(at(5), at(4))).toContain('working');
});
