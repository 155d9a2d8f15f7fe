import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PlanView } from '#web/features/plan/index.ts';
import { sampleTask } from '#test/web/sample-plan.ts';
import { listToasts } from '#web/ui/toast.ts';
import { findTask } from './find-task.ts';
import { dropDraft, keepDraft } from '#web/lib/answer-draft.ts';
import { hintsFor, statusText } from './status-line.tsx';
import { titleOf } from './title-of.ts';
import { useSelection } from './use-selection.ts';

const planWith = (...ids: string[]) => {
  const tasks = ids.map((id) => sampleTask(id));
  return { tasks: new Map(tasks.map((task) => [task.id as string, task])), order: tasks } as unknown as PlanView;
};

test('an address names a task by its id or its number', () => {
  const plan = planWith('t1', 't12');
  expect([findTask(plan, 't12')?.id, findTask(plan, 'T12')?.id, findTask(plan, 'T1')?.id]).toEqual([
    't12',
    't12',
    't1',
  ]);
  expect([findTask(plan, 'T13'), findTask(plan, 'T'), findTask(plan, 'T12x'), findTask(plan, '')]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
});

test('a task that is not there leaves the address with a word; one that goes while it is shown leaves without', () => {
  let forgotten = 0;
  const forget = () => {
    forgotten += 1;
  };
  const Sample = ({ plan, named }: { plan: PlanView | undefined; named: string }) => (
    <p>{useSelection(plan, named, forget)?.title}</p>
  );
  const { rerender, container } = render(<Sample plan={undefined} named="T9" />);
  expect(forgotten).toBe(0);
  rerender(<Sample plan={planWith('t1')} named="T9" />);
  expect([forgotten, listToasts().length]).toEqual([1, 1]);
  rerender(<Sample plan={planWith('t1')} named="T1" />);
  expect(container.textContent).toBe('Task t1');
  rerender(<Sample plan={planWith()} named="T1" />);
  expect([forgotten, listToasts().length]).toEqual([2, 1]);
});

test('the answer that was being written to a task that goes is offered', () => {
  keepDraft('t1', { questionId: 'q', option: undefined, text: 'Half a thought' });
  const Sample = ({ plan }: { plan: PlanView }) => <p>{useSelection(plan, 'T1', () => {})?.title}</p>;
  const { rerender } = render(<Sample plan={planWith('t1')} />);
  rerender(<Sample plan={planWith()} />);
  expect(listToasts()[0]).toMatchObject({
    title: 'T1 was deleted',
    description: 'Your answer was not sent.',
    action: { label: 'Copy text' },
  });
  dropDraft('t1');
});

test('the hints name the keys of a question while there is one', () => {
  const says = (...given: Parameters<typeof hintsFor>) =>
    hintsFor(...given).map(({ keys, does }) => `${keys.join(' ')} ${does}`);
  expect(says(undefined, false)).not.toContain('Q next question');
  expect(says(undefined, true).slice(0, 2)).toEqual(['Q next question', 'J K move']);
  const options = [{ label: 'Oak' }, { label: 'Elm' }];
  expect(says({ options }, true).slice(0, 3)).toEqual(['Q next question', '1 2 choose', 'Ctrl ↵ answer']);
  expect(says({ options: [] }, true)).toHaveLength(4);
});

test('the status line has one text for each state', () => {
  expect(statusText({ state: 'connecting' })).toBe('Connecting to real-time updates...');
  expect(statusText({ state: 'connected' })).toBe('Connected to real-time updates');
  expect(statusText({ state: 'connected', lastUpdate: new Date(2026, 2, 1, 14, 41, 7).getTime() })).toBe(
    'Connected - Last update: 2:41:07 PM',
  );
  expect(statusText({ state: 'error', message: 'Authentication required' })).toBe(
    'Connection error: Authentication required',
  );
  expect(statusText({ state: 'off' })).toBe('Not connected to real-time updates');
});

test('the window’s title names task and project, with a dot while somebody works', () => {
  const project = { name: 'Harbor' } as PlanView['project'];
  const held = [{}] as unknown as PlanView['batons'];
  expect(titleOf({ project, batons: [] }, undefined)).toBe('Tasks · Harbor · Baton');
  expect(titleOf({ project, batons: held }, { title: 'Clock guard' })).toBe('● Clock guard · Harbor · Baton');
  expect(titleOf({ project, batons: held }, undefined)).toBe('● Tasks · Harbor · Baton');
  expect(titleOf(undefined, undefined)).toBe('Tasks · Baton');
});
