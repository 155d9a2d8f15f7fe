import { describe, expect, it } from 'vitest';
import { afterEvent, type GenerationRun } from './live-generation.ts';
import { at, sampleEvent } from '#test/web/sample-plan.ts';

const told = (...events: [type: Parameters<typeof sampleEvent>[1], data: object][]) =>
  events.reduce<GenerationRun | undefined>(
    (run, [type, data], i) => afterEvent(run, sampleEvent(i + 1, type, { session_id: 's1', ...data })),
    undefined,
  );
const progress = (data: object) => ({ message: 'm', percent: null, list_name: null, ...data });

const metering = { name: 'Metering', tasks: 4, done: false };

describe('a run, as the feed tells it', () => {
  it('begins, goes on and ends', () => {
    expect(told(['generation.started', { mode: 'PRD' }])).toMatchObject({ state: 'running', steps: 0 });
    const run = told(
      ['generation.started', { mode: 'PRD' }],
      ['generation.progress', progress({ list_name: 'Metering', tasks_so_far: 4, lists: [metering] })],
      ['generation.progress', progress({ percent: 60 })],
    );
    expect(run?.lists, 'a message without lists leaves them').toEqual([metering]);
    expect(run).toMatchObject({ listName: 'Metering', tasks: 4, percent: 60, steps: 2, startedAt: at(1) });
    expect(told(['generation.started', {}], ['generation.completed', {}])?.state).toBe('completed');
    expect(told(['generation.started', {}], ['generation.failed', { error: 'x' }])?.state).toBe('failed');
  });

  it('is known from the middle on, when its beginning was not heard', () => {
    expect(told(['generation.progress', progress({ tasks_so_far: 9 })])).toMatchObject({ state: 'running', tasks: 9 });
  });

  it('is followed by the next one, with nothing left of the first', () => {
    const run = told(
      ['generation.progress', progress({ tasks_so_far: 9, list_name: 'Metering' })],
      ['generation.completed', {}],
      ['generation.started', { session_id: 's2' }],
    );
    expect(run).toMatchObject({ sessionId: 's2', state: 'running', steps: 0, listName: null, tasks: undefined });
  });

  it('is not touched by anything else', () => {
    const run = told(['generation.started', {}]);
    expect(afterEvent(run, sampleEvent(9, 'task.updated', {}))).toBe(run);
  });
});
