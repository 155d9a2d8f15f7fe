import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { GenerationRun } from '#web/lib/live/live-generation.ts';
import { DraftedLists } from './drafted-lists.tsx';
import { filledBlocks, GenerationLanes } from './lanes.tsx';

afterEach(cleanup);

const run = (more: Partial<GenerationRun>): GenerationRun => ({
  sessionId: 's1',
  state: 'running',
  startedAt: '',
  heardAt: '',
  listName: null,
  message: '',
  percent: null,
  tasks: undefined,
  lists: [],
  steps: 0,
  ...more,
});

it('lanes fill by the percentage, else by one block for each message, and never wholly before the end', () => {
  expect(filledBlocks({ percent: 0, steps: 5 })).toBe(0);
  expect(filledBlocks({ percent: 50, steps: 1 })).toBe(6);
  expect(filledBlocks({ percent: 100, steps: 1 })).toBe(12);
  expect(filledBlocks({ percent: null, steps: 3 })).toBe(3);
  expect(filledBlocks({ percent: null, steps: 400 })).toBe(11);
});

it('lanes breathe until something was heard, then one block is where the run is', () => {
  const { container, rerender } = render(<GenerationLanes run={undefined} />);
  expect(container.querySelector('[data-waiting]')).not.toBeNull();
  expect(container.querySelectorAll('[data-block]')).toHaveLength(0);
  rerender(<GenerationLanes run={run({ steps: 3 })} />);
  expect(container.querySelector('[data-waiting]')).toBeNull();
  expect(container.querySelectorAll('[data-block=filled]')).toHaveLength(3);
  expect(container.querySelectorAll('[data-block=current]')).toHaveLength(1);
});

it('the lists of the plan are rows as they are made, and a long plan says how many more there are', () => {
  const { rerender, container } = render(<DraftedLists lists={[]} />);
  expect(container.textContent).toBe('');
  rerender(
    <DraftedLists
      lists={[
        { name: 'Metering', tasks: 1, done: true },
        { name: 'Billing', tasks: 12, done: false },
      ]}
    />,
  );
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['Metering1 task', 'Billing12 tasks']);
  rerender(<DraftedLists lists={Array.from({ length: 11 }, (_, n) => ({ name: `L${n}`, tasks: 2, done: false }))} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(9);
  expect(screen.getByText('and 3 more lists')).toBeDefined();
});
