import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { installShortcuts } from '#web/lib/keys/shortcuts.ts';
import { sampleList, sampleTask } from '#test/web/sample-plan.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { nameRow } from '#web/lib/live/new-rows.ts';
import type { PlanView } from '../data/plan-view.ts';
import { NO_FILTERS, type PlanFilters } from './filter-plan.ts';
import { sampleTree } from '#test/web/sample-tree.ts';
import { TreePanel } from './tree-panel.tsx';

const edits = vi.hoisted(() => ({
  createTask: vi.fn(),
  createList: vi.fn(),
  updateTask: vi.fn(),
  updateList: vi.fn(),
  moveTask: vi.fn(),
  deleteTask: vi.fn(),
  deleteList: vi.fn(),
  pending: new Set<string>(),
}));
vi.mock('../data/use-plan-edits.ts', () => ({ usePlanEdits: () => edits }));

const HEIGHT = 600;
let stopKeys: () => void;
const selected = vi.fn();

beforeEach(() => {
  localStorage.clear();
  fakeTopLayer();
  stopKeys = installShortcuts(window);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(352);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  for (const each of [selected, ...Object.values(edits)]) if (typeof each === 'function') each.mockReset();
});
afterEach(() => {
  stopKeys();
  cleanup();
});

function Sample({ plan, start }: { plan: PlanView; start?: string | undefined }) {
  const [filters, setFilters] = useState<PlanFilters>(NO_FILTERS);
  const [selectedId, select] = useState(start);
  return (
    <TreePanel
      projectId="p1"
      plan={plan}
      filters={filters}
      onFilters={(change) =>
        setFilters((before) => ({ ...before, ...(typeof change === 'function' ? change(before) : change) }))
      }
      selectedId={selectedId}
      onSelect={(id) => {
        selected(id);
        select(id);
      }}
    />
  );
}
const show = (plan = sampleTree(), start?: string) => {
  const client = new QueryClient();
  const around = (shown: PlanView) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Sample plan={shown} start={start} />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(around(plan));
  return { change: (next: PlanView) => rerender(around(next)) };
};
const row = (name: RegExp) => screen.getByRole('treeitem', { name });
const names = () =>
  screen
    .getAllByRole('treeitem')
    .map((item) =>
      [...item.querySelectorAll('[data-part=number], [data-part=title], [data-part=state]')]
        .map(({ textContent }) => textContent)
        .join(', '),
    );
const key = (name: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more });
const focused = () => document.activeElement?.getAttribute('data-id');
const newTask = () => screen.getByRole('textbox', { name: 'Title of the new task' });
const taskTitle = () => screen.getByRole('textbox', { name: 'Task title' });
const scrollTo = (top: number) => {
  const tree = screen.getByRole('tree');
  tree.scrollTop = top;
  fireEvent.scroll(tree);
};
const many = (count: number, more: object[] = []) =>
  sampleTree({
    task_lists: [sampleList('l1')],
    tasks: Array.from({ length: count }, (_, i) => sampleTask(`t${i + 1}`, more[i])),
    batons: [],
  });

describe('the tree', () => {
  test('tells number, title, status and where the baton is', () => {
    show();
    expect(names().slice(0, 5)).toEqual([
      'Rate limiter, 2 of 6 done, Active',
      'T1, Sliding window, done',
      'T2, Token bucket, open, Active',
      'T3, Lua script, done',
      'T4, Clock guard, wip, held by agent-1, Active',
    ]);
    expect(screen.getByRole('treeitem', { name: 'T4 Clock guard wip, held by agent-1, Active' })).toBeTruthy();
    expect(within(row(/Token bucket/)).getByText('1/3')).toBeTruthy();
    expect(within(row(/Clock guard/)).getByText('WIP')).toBeTruthy();
  });

  test('marks what the PRD no longer backs, and says it aloud', () => {
    const tasks = [
      sampleTask('t1', { title: 'Old work', prd_state: 'orphaned' }),
      sampleTask('t2', { title: 'Changed work', prd_state: 'review' }),
      sampleTask('t3', { title: 'Set up', is_enabler: true }),
    ];
    show(sampleTree({ tasks, batons: [], task_lists: [sampleList('l1')] }));
    expect(names().slice(1)).toEqual([
      'T1, Old work, open, orphaned',
      'T2, Changed work, open, review',
      'T3, Set up, open, enabler',
    ]);
    expect(within(row(/Old work/)).getByText('ORPHANED')).toBeTruthy();
  });

  test('selects and folds a parent with one click; the chevron only folds', () => {
    show();
    fireEvent.click(within(row(/T2/)).getByText('Token bucket'));
    expect(selected).toHaveBeenLastCalledWith('t2');
    expect(screen.queryByRole('treeitem', { name: /T4/ })).toBeNull();
    selected.mockClear();
    const chevron = row(/T2/).querySelector('[data-fold]');
    if (chevron) fireEvent.click(chevron);
    expect(row(/T4/)).toBeTruthy();
    expect(selected).not.toHaveBeenCalled();
  });

  test('has one row that Tab reaches, and walks with the keys', () => {
    show();
    expect(screen.getAllByRole('treeitem').filter((item) => item.tabIndex === 0)).toHaveLength(1);
    act(() => row(/Rate limiter/).focus());
    key('ArrowDown');
    key('j');
    expect(focused()).toBe('t2');
    key('ArrowLeft');
    expect(row(/T2/).getAttribute('aria-expanded')).toBe('false');
    key('End');
    expect(focused()).toBe('t7');
    key('Enter');
    expect(selected).toHaveBeenLastCalledWith('t7');
  });

  test('draws a few dozen of ten thousand rows, and keeps the focused one', () => {
    show(many(10_000));
    act(() => row(/^T1 /).focus());
    expect(screen.getAllByRole('treeitem').length).toBeLessThanOrEqual(60);
    const tree = screen.getByRole('tree');
    tree.scrollTop = 150_000;
    fireEvent.scroll(tree);
    expect(row(/^T5000 /)).toBeTruthy();
    expect(focused()).toBe('t1');
    expect(screen.getAllByRole('treeitem').length).toBeLessThanOrEqual(60);
  });

  test('gives the focus to a neighbour when the focused row goes', () => {
    const { change } = show(many(3));
    act(() => row(/^T2 /).focus());
    change(sampleTree({ task_lists: [sampleList('l1')], tasks: [sampleTask('t1'), sampleTask('t3')], batons: [] }));
    expect(focused()).toBe('t3');
  });

  test('does not move under the eyes when rows come above', () => {
    const { change } = show(many(1_000));
    const tree = screen.getByRole('tree');
    tree.scrollTop = 3_000;
    fireEvent.scroll(tree);
    const added = Array.from({ length: 1_005 }, (_, i) =>
      sampleTask(`t${i + 1}`, { order_in_parent: i < 1_000 ? i + 10 : i - 1_000 }),
    );
    change(sampleTree({ task_lists: [sampleList('l1')], tasks: added, batons: [] }));
    expect(tree.scrollTop).toBe(3_150);
  });

  test('opens the way to what is selected elsewhere', () => {
    localStorage.setItem('baton-folds:p1', JSON.stringify({ base: 'folded', except: [] }));
    show(sampleTree(), 't4');
    expect(row(/T4/).getAttribute('aria-selected')).toBe('true');
    expect(screen.queryByRole('treeitem', { name: /T7/ })).toBeNull();
  });
});

describe('the filter', () => {
  test('leaves what it finds, and offers everything when it finds nothing', () => {
    show();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter tasks' }), { target: { value: 'clock' } });
    expect(names()).toHaveLength(3);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing like it' } });
    expect(screen.getByText('No tasks match')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(names()).toHaveLength(9);
  });

  test('goes by status and by list', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Done 2' }));
    expect(names()).toHaveLength(4);
    fireEvent.click(screen.getByRole('button', { name: 'Done 2' }));
    fireEvent.click(screen.getByRole('button', { name: 'Billing' }));
    expect(names()).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'All lists' }));
    expect(names()).toHaveLength(9);
  });
});

test('a plan without tasks says so and leads on', () => {
  show(sampleTree({ task_lists: [], tasks: [], batons: [] }));
  expect(screen.getByText('No tasks yet')).toBeTruthy();
  expect(screen.getByText('Create a specification to generate tasks')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open PRD' }).getAttribute('href')).toBe('/projects/p1/prd');
  fireEvent.click(screen.getByRole('button', { name: 'Add task' }));
  const field = screen.getByRole('textbox', { name: 'Title of the new task' });
  fireEvent.change(field, { target: { value: 'First one' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(edits.createTask).toHaveBeenCalledWith({ title: 'First one' });
});

test('the first task of a plan that is refused comes back with its title', async () => {
  const answer = Promise.withResolvers<undefined>();
  edits.createTask.mockReturnValue(answer.promise);
  const empty = sampleTree({ task_lists: [], tasks: [], batons: [] });
  const { change } = show(empty);
  fireEvent.click(screen.getByRole('button', { name: 'Add task' }));
  const field = screen.getByRole('textbox', { name: 'Title of the new task' });
  fireEvent.change(field, { target: { value: 'First one' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  change(many(1));
  expect(screen.queryByText('No tasks yet')).toBeNull();
  change(empty);
  await act(async () => answer.resolve(undefined));
  expect(screen.getByRole('textbox', { name: 'Title of the new task' })).toHaveProperty('value', 'First one');
});

describe('editing in the tree', () => {
  test('F2 renames; Escape changes nothing', () => {
    show();
    act(() => row(/T6/).focus());
    key('F2');
    fireEvent.change(screen.getByRole('textbox', { name: 'Task title' }), { target: { value: 'Soak for a day' } });
    key('Enter');
    expect(edits.updateTask).toHaveBeenCalledWith(expect.objectContaining({ id: 't6' }), { title: 'Soak for a day' });
    expect(focused()).toBe('t6');
    key('F2');
    fireEvent.change(screen.getByRole('textbox', { name: 'Task title' }), { target: { value: 'Other' } });
    key('Escape');
    expect(edits.updateTask).toHaveBeenCalledTimes(1);
  });

  test('a new task is written in its place, one after the other', async () => {
    edits.createTask.mockResolvedValue(sampleTask('t8'));
    show();
    act(() => row(/T6/).focus());
    key('a');
    const field = screen.getByRole('textbox', { name: 'Title of the new task' });
    fireEvent.change(field, { target: { value: 'Next step' } });
    await act(async () => key('Enter'));
    expect(edits.createTask).toHaveBeenCalledWith({
      title: 'Next step',
      id: expect.any(String),
      taskListId: 'l1',
      afterTaskId: 't6',
    });
    expect(document.activeElement).toHaveProperty('value', '');
  });

  test('a row that the server names keeps its focus, and the field in it', () => {
    const planWith = (id: string) => {
      const added = sampleTask(id, { number: 9, title: 'Added', task_list_id: 'l1' });
      return sampleTree({ tasks: [...sampleTree().tasks.values(), added] });
    };
    const { change } = show(planWith('new:9'));
    act(() => row(/T9/).focus());
    key('F2');
    fireEvent.change(screen.getByRole('textbox', { name: 'Task title' }), { target: { value: 'Half a na' } });
    nameRow('new:9', 't9');
    change(planWith('t9'));
    expect(document.activeElement).toHaveProperty('value', 'Half a na');
    key('Escape');
    expect(focused()).toBe('t9');
  });

  test('a refused task comes back with what was written', async () => {
    edits.createTask.mockResolvedValue(undefined);
    show();
    act(() => row(/T6/).focus());
    key('A', { shiftKey: true });
    fireEvent.change(screen.getByRole('textbox', { name: 'Title of the new task' }), { target: { value: 'Too many' } });
    await act(async () => key('Enter'));
    expect(edits.createTask).toHaveBeenCalledWith({ title: 'Too many', id: expect.any(String), parentTaskId: 't6' });
    expect(screen.getByRole('textbox', { name: 'Title of the new task' })).toHaveProperty('value', 'Too many');
  });

  test('a title refused while the next is being written waits for it, and none is lost', async () => {
    const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    edits.createTask.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
    show();
    act(() => row(/T6/).focus());
    key('a');
    const write = (value: string) => fireEvent.change(newTask(), { target: { value } });
    write('One');
    key('Enter');
    write('Two');
    key('Enter');
    write('Thr');
    await act(async () => first.resolve(undefined));
    await act(async () => second.resolve(undefined));
    expect(newTask()).toHaveProperty('value', 'Thr');
    edits.createTask.mockResolvedValue(sampleTask('t8'));
    await act(async () => key('Enter'));
    expect(edits.createTask).toHaveBeenLastCalledWith(expect.objectContaining({ title: 'Thr', afterTaskId: 't6' }));
    expect(document.activeElement).toBe(newTask());
    expect(newTask()).toHaveProperty('value', 'One');
    key('Escape');
    expect(newTask()).toHaveProperty('value', 'Two');
    await act(async () => key('Enter'));
    expect(edits.createTask).toHaveBeenLastCalledWith(expect.objectContaining({ title: 'Two', afterTaskId: 't6' }));
    expect(newTask()).toHaveProperty('value', '');
    key('Escape');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('an empty field that is left for something else lets the focus go there', () => {
    show();
    act(() => row(/T6/).focus());
    key('a');
    act(() => screen.getByRole('searchbox').focus());
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    act(() => row(/T6/).focus());
    key('a');
    key('Escape');
    expect(focused()).toBe('t6');
  });

  test('a title being written outlasts any amount of scrolling', () => {
    show(many(10_000));
    act(() => row(/^T1 /).focus());
    key('a');
    fireEvent.change(newTask(), { target: { value: 'Half a ti' } });
    const field = newTask();
    scrollTo(150_000);
    expect(row(/^T5000 /)).toBeTruthy();
    expect(newTask()).toBe(field);
    expect(document.activeElement).toBe(field);
  });

  test('a refused name comes back into its row, however far away that is', async () => {
    const answer = Promise.withResolvers<undefined>();
    edits.updateTask.mockReturnValue(answer.promise);
    show(many(10_000));
    act(() => row(/^T1 /).focus());
    key('F2');
    fireEvent.change(taskTitle(), { target: { value: 'Other' } });
    key('Enter');
    scrollTo(150_000);
    act(() => row(/^T5000 /).focus());
    await act(async () => answer.resolve(undefined));
    expect(taskTitle()).toHaveProperty('value', 'Other');
    expect(document.activeElement).toBe(taskTitle());
  });

  test('a name is written onto the one that was seen, so nobody else’s is undone', async () => {
    const planWith = (title: string, at: string) => {
      const others = [...sampleTree().tasks.values()].filter(({ id }) => id !== 't6');
      return sampleTree({ tasks: [...others, sampleTask('t6', { task_list_id: 'l1', title, updated_at: at })] });
    };
    const [early, late] = ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'];
    const { change } = show(planWith('Mine', early));
    act(() => row(/T6/).focus());
    key('F2');
    change(planWith('Theirs', late));
    key('Enter');
    expect(edits.updateTask).not.toHaveBeenCalled();
    change(planWith('Mine', early));
    key('F2');
    change(planWith('Theirs', late));
    fireEvent.change(taskTitle(), { target: { value: 'Ours' } });
    await act(async () => key('Enter'));
    const seen = (title: string, at: string) => expect.objectContaining({ id: 't6', title, updated_at: at });
    expect(edits.updateTask).toHaveBeenLastCalledWith(seen('Mine', early), { title: 'Ours' });
    expect(taskTitle()).toHaveProperty('value', 'Ours');
    await act(async () => key('Enter'));
    expect(edits.updateTask).toHaveBeenLastCalledWith(seen('Theirs', late), { title: 'Ours' });
  });

  test('Alt and an arrow moves, and says where to', () => {
    show();
    act(() => row(/T6/).focus());
    key('ArrowUp', { altKey: true });
    expect(edits.moveTask).toHaveBeenCalledWith(expect.objectContaining({ id: 't6' }), {
      taskListId: 'l1',
      afterTaskId: 't1',
    });
    key('ArrowDown', { altKey: true });
    expect(edits.moveTask).toHaveBeenCalledTimes(1);
    expect(screen.getByText('It is already the last')).toBeTruthy();
  });

  test('Delete removes without a question, in the tree only', () => {
    show(sampleTree(), 't6');
    fireEvent.keyDown(document.body, { key: 'Delete' });
    expect(edits.deleteTask).not.toHaveBeenCalled();
    act(() => row(/T6/).focus());
    key('Delete');
    expect(edits.deleteTask).toHaveBeenCalledWith(expect.objectContaining({ id: 't6' }));
  });

  test('the menu of a row does the same', () => {
    show();
    fireEvent.contextMenu(row(/T6/), { button: 2, clientX: 10, clientY: 10 });
    fireEvent.click(screen.getByRole('menuitem', { name: 'Done' }));
    expect(edits.updateTask).toHaveBeenCalledWith(expect.objectContaining({ id: 't6' }), { status: 'done' });
    expect(focused()).toBe('t6');
  });

  test('a letter that is no shortcut begins a title, and then every letter belongs to it', () => {
    // A fixed time stamp: type-ahead must not time out on a slow machine.
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(1_000);
    show();
    act(() => row(/Rate limiter/).focus());
    key('w');
    expect(focused()).toBe('t7');
    key('l');
    key('j');
    expect(focused()).toBe('t7');
  });

  test.each(['ArrowDown', 'F2'])('after %s a letter is a shortcut again, however soon', (stroke) => {
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(1_000);
    show();
    act(() => row(/Rate limiter/).focus());
    key('w');
    key(stroke);
    if (stroke === 'F2') key('Escape');
    key('a');
    expect(newTask()).toBe(document.activeElement);
  });
});
