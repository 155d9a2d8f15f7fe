import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { isSaving } from '#web/lib/net/saving.ts';
import { installShortcuts } from '#web/lib/keys/shortcuts.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { usePlan } from '../data/use-plan.ts';
import { OverviewPanel } from '../overview/overview-panel.tsx';
import { buildPlanData } from '#test/web/build-plan.ts';
import { TaskPanel } from './task-panel.tsx';

beforeAll(fakeTopLayer);

const AT = '2026-03-01T00:00:00.000Z';
const line = (seq: number, type: string, text: string) => ({
  seq,
  type,
  text,
  task_id: null,
  checkpoint_id: null,
  actor: { kind: 'agent', id: null, name: 'claude-code' },
  created_at: AT,
});

let data: ReturnType<typeof buildPlanData>;
let answers: Record<string, (asked: Asked) => Response | Promise<Response>>;
let server: ReturnType<typeof fakeFetch>;
let happened: ReturnType<typeof line>[];
beforeEach(() => {
  data = buildPlanData({
    lists: [
      { id: 'l1', name: 'Rate limiter', operational_brief: 'Stay under 2 ms.' },
      { id: 'l2', name: 'Buckets', parent_task_id: 'parent', depth: 1 },
    ],
    tasks: [
      { id: 'parent', title: 'Token bucket' },
      { id: 'guard', list: 'l2', title: 'Clock-skew guard', checks: [{ text: 'One clock', met: false }] },
      { id: 'header', list: 'l2', title: 'Retry-After' },
    ],
  });
  answers = {};
  happened = [line(2, 'note.created', 'Finding recorded')];
  server = fakeFetch((asked) => {
    const path = asked.path.split('?')[0] ?? '';
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    if (path === '/api/projects/p1/activity') {
      return success({ items: happened, nextCursor: null });
    }
    return answers[`${asked.method} ${path}`]?.(asked);
  });
});
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
});

function show(taskId?: string) {
  const spies = { onSelect: vi.fn<(id: string) => void>(), onFilterLists: vi.fn<(lists: string[]) => void>() };
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  cache.setQueryData(queryKeys.plan('p1'), data);
  const Screen = () => {
    const { plan } = usePlan('p1');
    if (!plan) return null;
    const task = taskId === undefined ? undefined : plan.tasks.get(taskId);
    const shared = { plan, projectId: 'p1', onSelect: spies.onSelect, onCollapse: () => {} };
    if (task) return <TaskPanel {...shared} task={task} />;
    return (
      <OverviewPanel {...shared} filters={{ q: '', lists: [], statuses: [] }} onFilterLists={spies.onFilterLists} />
    );
  };
  render(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return spies;
}

describe('the task panel', () => {
  it('shows the way down, what happened and what comes next, and leads there', async () => {
    const { onSelect } = show('guard');
    const path = screen.getByRole('navigation', { name: 'Task path' });
    fireEvent.click(within(path).getByRole('button', { name: 'Token bucket' }));
    expect(onSelect).toHaveBeenLastCalledWith('parent');
    fireEvent.click(screen.getByRole('button', { name: 'Next task' }));
    expect(onSelect).toHaveBeenLastCalledWith('header');
    expect(await screen.findByText('Finding recorded')).toBeDefined();
    expect(screen.getByText('Up next in this list')).toBeDefined();
  });

  it('tells of a brief by its first words, not by its heading', () => {
    const lists = [{ id: 'l1', name: 'Rate limiter', operational_brief: '## Goal\nStay under 2 ms.' }];
    data = buildPlanData({ lists, tasks: [{ id: 'a', title: 'Answer 429' }] });
    show('a');
    expect(screen.getByText('Operational brief').nextElementSibling?.textContent).toBe('Stay under 2 ms.');
  });

  it('names what it answers of the PRD, and leads to the lines', () => {
    data = buildPlanData({
      lists: [{ id: 'l1', name: 'Rate limiter' }],
      tasks: [{ id: 'a', title: 'Answer 429', requirement_ids: ['R-1', 'R-2'], prd_lines: { start: 7, end: 9 } }],
    });
    show('a');
    expect(screen.getByText('R-1, R-2')).toBeDefined();
    const link = screen.getByRole('link', { name: 'PRD lines 7-9' });
    expect(link.getAttribute('href')).toBe('/projects/p1/prd?view=read#L7');
  });

  it('counts requirements whose ids tell people nothing', () => {
    data = buildPlanData({
      lists: [{ id: 'l1', name: 'Rate limiter' }],
      tasks: [
        { id: 'a', title: 'Answer 429', requirement_ids: ['r-0dff8dcd', 'r-63f1844f'] },
        { id: 'b', title: 'Count', requirement_ids: ['R-1', 'r-0dff8dcd'] },
      ],
    });
    show('a');
    expect(screen.getByText('2 requirements')).toBeDefined();
    cleanup();
    show('b');
    expect(screen.getByText('R-1 +1')).toBeDefined();
  });

  it('says what became of its requirement until somebody has looked', async () => {
    data = buildPlanData({
      lists: [{ id: 'l1', name: 'Rate limiter' }],
      tasks: [{ id: 'a', title: 'Answer 429', prd_state: 'orphaned', is_enabler: true }],
    });
    answers['PATCH /api/tasks/a'] = () => failure(500, 'Not now.');
    show('a');
    expect(screen.getByText('Enabler')).toBeDefined();
    fireEvent.click(within(screen.getByRole('region', { name: 'Orphaned' })).getByRole('button', { name: 'Keep it' }));
    expect(screen.queryByRole('region', { name: 'Orphaned' })).toBeNull();
    await waitFor(() => expect(server.to('/api/tasks/a')[0]?.body).toEqual({ prd_state: null }));
    expect(await screen.findByRole('region', { name: 'Orphaned' })).toBeDefined();
  });

  it('lets a parent follow its subtasks instead of being set', () => {
    show('parent');
    expect(screen.queryByRole('radiogroup')).toBeNull();
    expect(screen.getByText(/follows its 2 subtasks/)).toBeDefined();
  });

  it('ticks a check at once and takes it back when the server refuses', async () => {
    answers['PATCH /api/tasks/guard'] = () => failure(500, 'Not now.');
    show('guard');
    fireEvent.click(screen.getByRole('checkbox', { name: 'One clock' }));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'One clock' }).checked).toBe(true);
    await waitFor(() => expect(listToasts()[0]?.description).toBe('Not now.'));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'One clock' }).checked).toBe(false);
  });

  it('brings a refused check back into its field, unless the next one is being written there', async () => {
    const answer = Promise.withResolvers<Response>();
    answers['PATCH /api/tasks/guard'] = () => answer.promise;
    show('guard');
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Add a check' });
    const add = (text: string) => {
      fireEvent.change(field, { target: { value: text } });
      fireEvent.submit(field);
    };
    add('Two clocks');
    expect(screen.getByRole('checkbox', { name: 'Two clocks' }), 'at once').toBeDefined();
    expect(field.value).toBe('');
    answer.resolve(failure(500, 'Not now.'));
    await waitFor(() => expect(field.value).toBe('Two clocks'));
    expect(screen.queryByRole('checkbox', { name: 'Two clocks' })).toBeNull();

    answers['PATCH /api/tasks/guard'] = () => failure(500, 'Still not.');
    fireEvent.submit(field);
    fireEvent.change(field, { target: { value: 'Three' } });
    await waitFor(() => expect(listToasts()[0]?.description).toBe('Still not.'));
    expect(field.value).toBe('Three');
  });

  it('brings a refused title back into its field', async () => {
    answers['PATCH /api/tasks/guard'] = () => failure(409, 'Somebody changed it.');
    show('guard');
    fireEvent.click(screen.getByRole('button', { name: 'Clock-skew guard' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'Mine' } });
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Title' }), { key: 'Enter' });
    expect(screen.getByRole('button', { name: 'Mine' })).toBeDefined();
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Title' });
    expect(field.value).toBe('Mine');
  });

  it('keeps a brief that could not be saved', async () => {
    answers['PATCH /api/task-lists/l1'] = () => failure(500, 'Not now.');
    show('parent');
    fireEvent.click(screen.getByRole('button', { name: 'Edit operational brief' }));
    const area = screen.getByRole('textbox', { name: 'operational brief' });
    fireEvent.change(area, { target: { value: 'Stay under 1 ms.' } });
    fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
    const again = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'operational brief' });
    expect(again.value).toBe('Stay under 1 ms.');
  });

  it('closes the editor of a brief that was saved, also when the feed has told of a newer one first', async () => {
    const older = { ...data.lists.get('l2'), updated_at: '2026-01-01T00:00:00.000Z' };
    answers['PATCH /api/task-lists/l2'] = ({ body }) => success({ ...older, ...Object(body) });
    show('guard');
    fireEvent.click(screen.getByRole('button', { name: 'Edit operational brief' }));
    const area = screen.getByRole('textbox', { name: 'operational brief' });
    fireEvent.change(area, { target: { value: 'Stay under 1 ms.' } });
    fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(server.to('/api/task-lists/l2')).toHaveLength(1));
    await waitFor(() => expect(isSaving()).toBe(false));
    expect(screen.queryByRole('textbox', { name: 'operational brief' })).toBeNull();
  });

  it('keeps the titles and the brief of a break-down that is refused', async () => {
    answers['POST /api/tasks/header/break-down'] = () => failure(409, 'The plan is full.');
    show('header');
    fireEvent.click(screen.getByRole('button', { name: 'Break down…' }));
    const dialog = screen.getByRole('dialog', { name: 'Break down T3' });
    const titles = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Subtasks' });
    fireEvent.change(titles, { target: { value: 'Seconds\nDates' } });
    const brief = () => within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Operational brief' });
    fireEvent.change(brief(), { target: { value: 'Stay exact.' } });
    fireEvent.submit(titles);
    expect(screen.getByRole('button', { name: /Seconds/ }), 'at once').toBeDefined();
    expect(brief().value).toBe('Stay exact.');
    await waitFor(() => expect(listToasts()[0]?.description).toBe('The plan is full.'));
    expect(screen.getByRole('dialog', { name: 'Break down T3' })).toBe(dialog);
    expect(titles.value).toBe('Seconds\nDates');
    expect(brief().value).toBe('Stay exact.');

    answers['POST /api/tasks/header/break-down'] = () =>
      success({ task_list: { ...data.lists.get('l2'), id: 'l3', parent_task_id: 'header' }, tasks: [] });
    fireEvent.submit(titles);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.to('/api/tasks/header/break-down')).toHaveLength(2);
  });

  it('says the server’s sentence when a dependency would close a circle', async () => {
    answers['POST /api/tasks/guard/dependencies'] = () => failure(409, 'T2 → T3 → T2 would be a cycle.');
    show('guard');
    fireEvent.click(screen.getByRole('button', { name: 'Add to "Blocked by"' }));
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'T3' } });
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
    await waitFor(() => expect(listToasts()[0]?.description).toBe('T2 → T3 → T2 would be a cycle.'));
    expect(screen.getByText('Waits for nothing.')).toBeDefined();
  });

  it('copies the task for an agent with its notes, by button or by key', async () => {
    const write = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText: write }, platform: 'Linux' });
    answers['GET /api/projects/p1/notes'] = () => success([]);
    const uninstall = installShortcuts(window);
    show('guard');
    fireEvent.keyDown(document.body, { key: 'y' });
    fireEvent.keyDown(document.body, { key: 'a' });
    await waitFor(() => expect(write).toHaveBeenCalledOnce());
    expect(write.mock.calls[0]?.[0]).toContain('# T2 Clock-skew guard');
    expect(server.asked.find(({ path }) => path.startsWith('/api/projects/p1/notes'))?.path).toContain('task_id=guard');
    fireEvent.keyDown(document.body, { key: 'y' });
    fireEvent.keyDown(document.body, { key: 'i' });
    await waitFor(() => expect(write).toHaveBeenLastCalledWith('guard'));
    uninstall();
  });
});

describe('the overview', () => {
  it('filters by a lane, leads to what is ready, and draws the burn-up in a sentence', () => {
    const { onSelect, onFilterLists } = show();
    fireEvent.click(screen.getByRole('button', { name: /Rate limiter/, pressed: false }));
    expect(onFilterLists).toHaveBeenCalledExactlyOnceWith(['l1']);
    const ready = screen.getByText('Ready next').closest('section');
    fireEvent.click(within(ready!).getByRole('button', { name: /Clock-skew guard/ }));
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('guard');
    expect(screen.getByRole('img', { name: /Harbor API, last 14 days: 0 of 3 tasks are done/ })).toBeDefined();
  });

  it('shows the burn-up as a table on request', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'View as table' }));
    expect(screen.getAllByRole('row')).toHaveLength(16);
    expect(screen.getByRole('row', { name: 'Now 0 3' })).toBeDefined();
  });

  it('keeps the dialog with the typed title when a task is refused', async () => {
    answers['POST /api/projects/p1/tasks'] = () => failure(429, 'Too many tasks.');
    const { onSelect } = show();
    fireEvent.click(screen.getByRole('button', { name: 'Add task' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'New one' } });
    fireEvent.submit(screen.getByRole('textbox', { name: 'Title' }));
    await waitFor(() => expect(listToasts()).toHaveLength(1));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('New one');
    expect(onSelect).not.toHaveBeenCalled();
  });
});
