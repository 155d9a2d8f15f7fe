import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildPlan } from '#test/web/build-plan.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { installShortcuts } from '#web/lib/keys/shortcuts.ts';
import { NO_FILTERS } from './filter-plan.ts';
import { TreePanel } from './tree-panel.tsx';

const edits = vi.hoisted(() => ({
  finishTasks: vi.fn(),
  moveTasks: vi.fn(),
  dependTasks: vi.fn(),
  deleteTasks: vi.fn(),
  deleteTask: vi.fn(),
  pending: new Set<string>(),
}));
vi.mock('../data/use-plan-edits.ts', () => ({ usePlanEdits: () => edits }));

/** Two lists; t2 has the subtasks t3 and t4. */
const plan = buildPlan({
  lists: [
    { id: 'l1', name: 'Hull' },
    { id: 'l2', name: 'Below t2', parent_task_id: 't2', depth: 1 },
    { id: 'l3', name: 'Rig', created_at: '2026-03-02T00:00:00.000Z' },
  ],
  tasks: [
    { id: 't1', title: 'Keel' },
    { id: 't2', title: 'Planks' },
    { id: 't3', title: 'Oak', list: 'l2', parent_task_id: 't2', level: 1 },
    { id: 't4', title: 'Pine', list: 'l2', parent_task_id: 't2', level: 1 },
    { id: 't5', title: 'Mast', list: 'l3' },
    { id: 't6', title: 'Sail', list: 'l3' },
  ],
});

let stopKeys: () => void;
const opened = vi.fn();
beforeEach(() => {
  localStorage.clear();
  fakeTopLayer();
  stopKeys = installShortcuts(window);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  for (const each of [opened, ...Object.values(edits)]) if (typeof each === 'function') each.mockReset();
  const Sample = () => {
    const [selectedId, select] = useState<string>();
    return (
      <TreePanel
        projectId="p1"
        plan={plan}
        filters={NO_FILTERS}
        onFilters={() => {}}
        selectedId={selectedId}
        onSelect={(id) => {
          opened(id);
          select(id);
        }}
      />
    );
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Sample />
      </MemoryRouter>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  stopKeys();
  cleanup();
  vi.restoreAllMocks();
});

const row = (name: RegExp) => screen.getByRole('treeitem', { name });
const click = (name: RegExp, more: object = {}) => fireEvent.click(row(name), more);
const key = (name: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more });
const chosen = () => screen.getAllByRole('treeitem', { selected: true }).map((item) => item.getAttribute('data-id'));
const bar = () => screen.queryByRole('group', { name: /^Actions for/ });
const press = (name: RegExp) => fireEvent.click(within(bar()!).getByRole('button', { name }));
const given = (mock: ReturnType<typeof vi.fn>) =>
  ((mock.mock.calls[0]?.[1] ?? []) as readonly { id: string }[]).map(({ id }) => id);

describe('several tasks', () => {
  test('are selected by Ctrl or Cmd with a click, together with the open one, and none is opened by it', () => {
    expect(screen.getByRole('tree').getAttribute('aria-multiselectable')).toBe('true');
    click(/Keel/);
    click(/Sail/, { ctrlKey: true });
    click(/Pine/, { metaKey: true });
    expect(chosen()).toEqual(['t1', 't4', 't6']);
    click(/Pine/, { ctrlKey: true });
    expect(chosen()).toEqual(['t1', 't6']);
    expect(opened.mock.calls).toEqual([['t1']]);
    expect(screen.getByText('2 tasks selected')).toBeTruthy();
  });

  test('are selected by Shift with a click from the last one on, without the lists between them', () => {
    click(/Pine/, { ctrlKey: true });
    click(/Sail/, { shiftKey: true });
    expect(chosen()).toEqual(['t4', 't5', 't6']);
    click(/Keel/, { shiftKey: true });
    expect(chosen()).toEqual(['t1', 't2', 't3', 't4']);
  });

  test('are selected by keys: Shift with arrows, Ctrl with Space and A', () => {
    act(() => row(/Oak/).focus());
    key('ArrowDown', { shiftKey: true });
    expect(chosen()).toEqual(['t3', 't4']);
    key('ArrowDown', { shiftKey: true });
    key('ArrowDown', { shiftKey: true });
    expect(chosen()).toEqual(['t3', 't4', 't5']);
    key('ArrowUp', { shiftKey: true });
    key('ArrowUp', { shiftKey: true });
    key('ArrowUp', { shiftKey: true });
    key('ArrowUp', { shiftKey: true });
    expect(chosen()).toEqual(['t2', 't3']);
    key(' ', { ctrlKey: true });
    expect(chosen()).toEqual(['t3']);
    key('a', { ctrlKey: true });
    expect(chosen()).toEqual(['t1', 't2', 't3', 't4', 't5', 't6']);
    expect(opened).not.toHaveBeenCalled();
  });

  test('are let go by Escape, by a plain click and by the button, and the focus stays in the tree', () => {
    click(/Keel/, { ctrlKey: true });
    key('Escape');
    expect(bar()).toBeNull();
    click(/Keel/, { ctrlKey: true });
    click(/Sail/);
    expect(chosen()).toEqual(['t6']);
    expect(bar()).toBeNull();
    act(() => row(/Keel/).focus());
    key(' ', { ctrlKey: true });
    press(/^Clear the selection/);
    expect(bar()).toBeNull();
    expect(document.activeElement).toBe(row(/Keel/));
  });

  test('that are folded away are not acted on', () => {
    click(/Oak/, { ctrlKey: true });
    click(/Sail/, { ctrlKey: true });
    act(() => row(/Planks/).focus());
    key('ArrowLeft');
    press(/^Done/);
    expect(given(edits.finishTasks)).toEqual(['t6']);
  });
});

describe('the bar', () => {
  beforeEach(() => {
    click(/Sail/, { ctrlKey: true });
    click(/Keel/, { ctrlKey: true });
    click(/Mast/, { ctrlKey: true });
  });

  test('finishes and deletes what is selected, in the order of the tree', () => {
    expect(within(bar()!).getByText('3 selected')).toBeTruthy();
    press(/^Done/);
    expect(given(edits.finishTasks)).toEqual(['t1', 't5', 't6']);
    press(/^Delete/);
    expect(given(edits.deleteTasks)).toEqual(['t1', 't5', 't6']);
    expect(bar()).toBeNull();
  });

  test('moves them to a list or under a task, but not below one of themselves', () => {
    press(/^Move/);
    const box = screen.getByRole('combobox', { name: 'Move to a list or under a task' });
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Hull',
      'Rig',
      'T2Planks',
      'T3Oak',
      'T4Pine',
    ]);
    fireEvent.change(box, { target: { value: 'rig' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(edits.moveTasks.mock.calls[0]?.[2]).toEqual({ list: 'l3' });
    press(/^Move/);
    fireEvent.click(screen.getByRole('option', { name: /Planks/ }));
    expect(edits.moveTasks.mock.calls[1]?.[2]).toEqual({ parent: 't2' });
    expect(screen.queryByRole('combobox', { name: /^Move/ })).toBeNull();
  });

  test('makes each wait for the one before, or all for a picked one', () => {
    const pairs = (call: number) =>
      ((edits.dependTasks.mock.calls[call]?.[1] ?? []) as readonly (readonly { id: string }[])[]).map((pair) =>
        pair.map(({ id }) => id),
      );
    press(/^Depend/);
    fireEvent.click(screen.getByRole('menuitem', { name: 'One after the other' }));
    expect(pairs(0)).toEqual([
      ['t5', 't1'],
      ['t6', 't5'],
    ]);
    press(/^Depend/);
    fireEvent.click(screen.getByRole('menuitem', { name: 'All on a task…' }));
    const box = screen.getByRole('combobox', { name: 'Task they wait for' });
    fireEvent.change(box, { target: { value: 'T4' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(pairs(1)).toEqual([
      ['t1', 't4'],
      ['t5', 't4'],
      ['t6', 't4'],
    ]);
  });

  test('is what the Delete key acts on, and without it the key takes one row', () => {
    act(() => row(/Pine/).focus());
    key('Delete');
    expect(given(edits.deleteTasks)).toEqual(['t1', 't5', 't6']);
    key('Delete');
    expect(edits.deleteTask.mock.calls[0]?.[0]).toMatchObject({ id: 't4' });
  });
});
