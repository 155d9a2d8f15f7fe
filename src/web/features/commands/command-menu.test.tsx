import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { planOf } from '#web/lib/live/plan-data.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { samplePlan, sampleTask } from '#test/web/sample-plan.ts';
import { type PageAction, usePageActions } from '#web/lib/keys/page-actions.ts';
import { installShortcuts, registerShortcut } from '#web/lib/keys/shortcuts.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { CommandMenu } from './command-menu.tsx';
import { FindButton } from './find-button.tsx';
import type { Page } from './list-pages.ts';

const hit = (more: object) => ({
  kind: 'note',
  id: 'n1',
  task_id: 't2',
  task_number: 2,
  title: 'Task',
  note_type: 'FINDING',
  snippet: [
    { text: 'With the host ', hit: false },
    { text: 'clock', hit: true },
  ],
  ...more,
});

let undo: (() => void)[] = [];
let offered: PageAction[] = [];
let consolePages: Page[] | undefined;
let search: (path: string) => Response;
let server: ReturnType<typeof fakeFetch>;
let cache: QueryClient;

beforeAll(() => {
  fakeTopLayer();
  Element.prototype.scrollIntoView = () => {};
});
beforeEach(() => {
  undo = [installShortcuts(window)];
  offered = [];
  consolePages = undefined;
  search = () => success({ hits: [], nextCursor: null });
  server = fakeFetch(({ path }) => {
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    return path === '/api/projects'
      ? success([
          { id: 'p1', name: 'Harbor' },
          { id: 'p2', name: 'Clockwork' },
        ])
      : search(path);
  });
  cache = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
});
afterEach(() => {
  cleanup();
  for (const each of undo) each();
});

function Screen() {
  const { pathname, search: query } = useLocation();
  const [open, setOpen] = useState(false);
  usePageActions({ title: 'T1 Clock-skew guard', actions: offered });
  return (
    <>
      <FindButton onClick={() => setOpen(true)} />
      <input aria-label="Elsewhere" />
      <p data-testid="place">{pathname + query}</p>
      <CommandMenu
        open={open}
        consolePages={consolePages}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

async function show(address = '/projects/p1/tasks', plan = true) {
  if (plan)
    cache.setQueryData(
      queryKeys.plan('p1'),
      planOf(
        samplePlan({
          tasks: [
            sampleTask('t1', { title: 'Clock-skew guard', status: 'wip' }),
            sampleTask('t2', { title: 'Late events and clock drift' }),
            sampleTask('t3', { title: 'Something else' }),
          ],
        }),
      ),
    );
  const router = createMemoryRouter([{ path: '*', Component: Screen }], { initialEntries: [address] });
  render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Search or jump to…' }));
  return screen.findByRole('combobox');
}

const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });
const key = (box: HTMLElement, name: string) => fireEvent.keyDown(box, { key: name });
const groups = () => screen.getAllByRole('group').map((group) => group.firstElementChild?.textContent);
const rows = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('option')
    .map((row) => row.textContent?.trim());
const chosen = () => screen.getByRole('option', { selected: true });
const place = () => screen.getByTestId('place').textContent;

describe('the command menu', () => {
  test('opens by its key from inside an input, and gives the focus back on Escape', async () => {
    const box = await show();
    key(box, 'Escape');
    expect(screen.queryByRole('combobox')).toBeNull();
    const elsewhere = screen.getByRole('textbox', { name: 'Elsewhere' });
    elsewhere.focus();
    fireEvent.keyDown(elsewhere, { key: 'k', ctrlKey: true });
    expect(document.activeElement).toBe(screen.getByRole('combobox'));
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'k', metaKey: true });
    expect(document.activeElement).toBe(elsewhere);
  });

  test('finds tasks by their words and marks them', async () => {
    const box = await show();
    type(box, 'clock');
    expect(rows('Tasks in Sample')).toEqual([
      'T1 Clock-skew guard First list',
      'T2 Late events and clock drift First list',
    ]);
    expect(within(chosen()).getByText('Clock').tagName).toBe('MARK');
  });

  test('is walked by arrows around its ends, and told by aria-activedescendant', async () => {
    const box = await show();
    type(box, 'clock');
    await waitFor(() => expect(groups()).toEqual(['Tasks in Sample', 'Projects']));
    expect(box.getAttribute('aria-activedescendant')).toBe(chosen().id);
    expect(chosen().textContent).toContain('Clock-skew guard');
    key(box, 'ArrowDown');
    expect(chosen().textContent).toContain('Late events');
    key(box, 'ArrowDown');
    expect(chosen().textContent).toContain('Clockwork');
    key(box, 'ArrowDown');
    expect(chosen().textContent).toContain('Clock-skew guard');
    key(box, 'ArrowUp');
    expect(chosen().textContent).toContain('Clockwork');
    expect(box.getAttribute('aria-activedescendant')).toBe(chosen().id);
  });

  test('goes to a task with Enter, and closes', async () => {
    const box = await show();
    type(box, 't2');
    key(box, 'Enter');
    expect(place()).toBe('/projects/p1/tasks?task=t2');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('finds the pages that have no shortcut', async () => {
    const box = await show();
    type(box, 'connect');
    expect(rows('Go to')).toEqual(['Connect an agent']);
    key(box, 'Enter');
    expect(place()).toBe('/api-keys?project=p1');
  });

  test('goes to a note at its task, in its tab, and does not move the choice when notes come in', async () => {
    search = () => success({ hits: [hit({}), hit({ kind: 'prd', id: 'h1', title: 'Time' })], nextCursor: null });
    const box = await show();
    type(box, 'clock');
    key(box, 'ArrowDown');
    await waitFor(() => expect(groups()).toEqual(['Tasks in Sample', 'Notes', 'PRD', 'Projects']));
    expect(chosen().textContent).toContain('Late events');
    fireEvent.click(screen.getByText('Finding · T2'));
    expect(place()).toBe('/projects/p1/tasks?task=t2&tab=findings');
  });

  test('asks the server once when the typing pauses', async () => {
    const box = await show();
    for (const words of ['c', 'cl', 'clo', 'cloc', 'clock']) type(box, words);
    const searches = () => server.asked.filter(({ path }) => path.includes('/search'));
    await waitFor(() => expect(searches()).toHaveLength(1));
    expect(searches()[0]?.path).toBe('/api/projects/p1/search?q=clock&limit=20');
  });

  test('says so when notes cannot be searched, and when nothing is found', async () => {
    search = () => failure(500, 'Broken');
    const box = await show();
    type(box, 'zebra');
    await screen.findByText('Notes and PRD could not be searched.');
    expect(screen.getByText('Nothing found for “zebra”')).toBeDefined();
    expect(box.getAttribute('aria-expanded')).toBe('false');
    key(box, 'ArrowDown');
    key(box, 'Enter');
    expect(place()).toBe('/projects/p1/tasks');
  });

  test('offers every shortcut of the screen with its keys, and runs it with the focus back in place', async () => {
    const run = vi.fn<() => void>();
    let focused: Element | null = null;
    const fresh = () => {
      run();
      focused = document.activeElement;
    };
    undo.push(
      registerShortcut({ keys: 'b', label: 'Older of the same key', run: () => {} }),
      registerShortcut({ keys: 'b', label: 'Go to the baton', run: fresh }),
      registerShortcut({ keys: 'arrowdown', label: 'Next row', within: () => null, run: () => {} }),
    );
    const box = await show();
    expect(rows('On this page')).toEqual(['Go to the baton B']);
    type(box, 'baton');
    key(box, 'Enter');
    expect(run).toHaveBeenCalledOnce();
    expect(focused).not.toBe(box);
    expect(box.isConnected).toBe(false);
  });

  test('offers the selected task and the page first, then pages to go to, then what can be done anywhere', async () => {
    const done = vi.fn<() => void>();
    undo.push(
      registerShortcut({ keys: 'y i', label: 'Copy task ID', group: 'Copy', run: () => {} }),
      registerShortcut({ keys: 't', label: 'Switch theme', group: 'General', run: () => {} }),
      registerShortcut({ keys: 'g e', label: 'Project settings', group: 'Go to', run: () => {} }),
      registerShortcut({ keys: 'g x', label: 'Somewhere new', group: 'Go to', run: () => {} }),
      registerShortcut({ keys: '/', label: 'Filter tasks', group: 'Task Tree', run: () => {} }),
    );
    offered = [
      { id: 'done', label: 'Mark as done', icon: Check, run: done },
      { id: 'id', label: 'Copy task ID', icon: Check, keys: 'y i', run: () => {} },
    ];
    const box = await show();
    await waitFor(() => expect(groups()).toContain('Projects'));
    expect(groups()).toEqual(['T1 Clock-skew guard', 'On this page', 'Go to', 'Anywhere', 'In progress', 'Projects']);
    expect(rows('T1 Clock-skew guard')).toEqual(['Mark as done', 'Copy task ID YI']);
    expect(rows('On this page')).toEqual(['Filter tasks /']);
    expect(rows('Go to').slice(0, 4)).toEqual([
      'Open PRD',
      'Open timeline',
      'Open project settings GE',
      'Connect an agent',
    ]);
    expect(rows('Go to').at(-1)).toBe('Somewhere new GX');
    expect(rows('Go to').join(' ')).not.toContain('admin');
    key(box, 'Enter');
    expect(done).toHaveBeenCalledOnce();
  });

  test('offers the other pages of the console on its screens, after what can be done on this one', async () => {
    consolePages = [
      { label: 'Dashboard', icon: Check, address: '/admin', keys: 'g a' },
      { label: 'All Users', icon: Check, address: '/admin/users' },
    ];
    undo.push(
      registerShortcut({ keys: 'g a', label: 'Admin', group: 'Go to', run: () => {} }),
      registerShortcut({ keys: '/', label: 'Search users', group: 'Admin', run: () => {} }),
    );
    await show('/admin/users', false);
    await waitFor(() => expect(groups()).toContain('Projects'));
    expect(groups()).toEqual(['On this page', 'Console', 'Go to', 'Projects']);
    expect(rows('Console')).toEqual(['Dashboard GA']);
    expect(rows('Go to').join(' ')).not.toMatch(/admin/i);
  });

  test('finds an action by the beginnings of its words, before tasks', async () => {
    undo.push(registerShortcut({ keys: 'x', label: 'Show late events', run: () => {} }));
    const box = await show();
    type(box, 'ev la');
    expect(rows('On this page')).toEqual(['Show late events X']);
    expect(groups()).toEqual(['On this page', 'Tasks in Sample']);
    type(box, 'vents');
    expect(screen.queryByRole('group', { name: 'On this page' })).toBeNull();
  });

  test('says how many results there are', async () => {
    const box = await show();
    type(box, 'something');
    expect(screen.getByText('1 result')).toBeDefined();
    type(box, 'clock-skew');
    expect(screen.getByText('1 result')).toBeDefined();
  });

  test('works where no project is open, and asks for nothing there', async () => {
    const box = await show('/projects', false);
    type(box, 'clockw');
    await waitFor(() => expect(groups()).toEqual(['Projects']));
    key(box, 'Enter');
    expect(place()).toBe('/projects/p2');
    expect(server.asked.some(({ path }) => path.includes('/search'))).toBe(false);
  });

  test('asks the server for tasks where the plan is not loaded', async () => {
    search = () =>
      success({ hits: [hit({ kind: 'task', id: 't9', task_number: 9, title: 'Clock it' })], nextCursor: null });
    const box = await show('/projects/p1/prd', false);
    type(box, 'clock');
    await waitFor(() => expect(rows('Tasks')).toEqual(['T9 Clock it']));
    act(() => void key(box, 'Enter'));
    expect(place()).toBe('/projects/p1/tasks?task=t9');
  });
});
