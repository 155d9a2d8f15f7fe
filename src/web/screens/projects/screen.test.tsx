import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProjectSummary } from '#contract/project.ts';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { at } from '#test/web/sample-plan.ts';
import { sampleHolder, sampleNeed, sampleNews, sampleSummary } from '#test/web/sample-projects.ts';
import { installShortcuts } from '#web/lib/keys/shortcuts.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { Component } from './screen.tsx';

beforeAll(fakeTopLayer);

let answers: Record<string, (asked: Asked) => Response>;
let news: Record<string, unknown>;
let projects: ProjectSummary[];
let cache: QueryClient;
let stopKeys: () => void;

beforeEach(() => {
  localStorage.clear();
  projects = [sampleSummary('p1')];
  news = { since: at(0), now: at(30), projects: [], quiet: [], needs: [], needs_total: 0 };
  answers = {
    'GET /api/projects': () => success(projects),
    'GET /api/me/news': () => success(news),
    'GET /api/me': () => success({ id: 'u1', email: 'ada@example.com', display_name: 'Ada', is_admin: false }),
    'GET /api/subscriptions/current': () => failure(500, 'not here'),
    'POST /api/me/visit': () => success(null),
    'POST /api/me/seen': () => success(null),
    'POST /api/tasks/t1/answer': () => success({}),
    'DELETE /api/tasks/t1/answer': () => success({}),
    'PATCH /api/tasks/t2': () => success({}),
    'GET /api/projects/p1/timeline': () =>
      success({ items: [{ kind: 'answered', task_id: 't1', at: at(40), who: { kind: 'user', name: 'Mira' } }] }),
  };
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stopKeys = installShortcuts(window);
});
afterEach(() => {
  stopKeys();
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
});

async function open() {
  const server = fakeFetch((asked) => {
    const path = asked.path.split('?')[0] ?? '';
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    return answers[`${asked.method} ${path}`]?.(asked);
  });
  const router = createMemoryRouter([{ path: '*', Component }], { initialEntries: ['/projects'] });
  render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findAllByRole('article');
  await waitFor(() => expect(cache.getQueryData(queryKeys.news)).toBeDefined());
  return { server, sent: (method: string, path: string) => server.to(path).filter((asked) => asked.method === method) };
}

const names = () => screen.getAllByRole('article').map((each) => each.getAttribute('aria-label'));
/** The cache tells its observers in a later task. */
const put = (key: readonly string[], data: unknown) =>
  act(async () => {
    cache.setQueryData(key, data);
    await new Promise((resolve) => setTimeout(resolve));
  });
const push = (next: ProjectSummary[]) => put(queryKeys.projects, next);
const tell = (change: Record<string, unknown>) => put(queryKeys.news, { ...news, ...change });
const rowsOf = () => within(screen.getByRole('region', { name: 'Needs you' })).getAllByRole('listitem');

describe('since you were last here', () => {
  test('is told until it is marked as seen, up to what was shown, and stays folded after a reload', async () => {
    news = { ...news, projects: [sampleNews('p1', { done: 2, handovers: 1 })] };
    const { sent } = await open();
    const block = await screen.findByRole('region', { name: 'Since you were last here' });
    expect(block.textContent).toContain('2 tasks done');
    await tell({ now: at(31), projects: [sampleNews('p1', { done: 3, handovers: 1 })] });
    expect(block.textContent, 'its numbers follow').toContain('3 tasks done');

    news = { ...news, since: at(31), now: at(32), projects: [] };
    fireEvent.keyDown(document.body, { key: 's' });
    await waitFor(() => expect(sent('POST', '/api/me/seen').map(({ body }) => body)).toEqual([{ up_to: at(31) }]));
    expect(await screen.findByText('Nothing needs you.')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Since you were last here' })).toBeNull();

    cleanup();
    cache.clear();
    news = { ...news, projects: [sampleNews('p1', { done: 1 })] };
    await open();
    expect(await screen.findByText(/1 task done/)).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Since you were last here' })).toBeNull();
  });

  test('is left out for the first time, from when on it is counted', async () => {
    news = { ...news, since: null };
    const { sent } = await open();
    await waitFor(() => expect(sent('POST', '/api/me/seen').map(({ body }) => body)).toEqual([{ up_to: at(30) }]));
    expect(screen.queryByText(/Since you were last here|Nothing needs you/)).toBeNull();
    expect(sent('POST', '/api/me/visit')).toHaveLength(1);
  });

  test('folded and with nothing to tell it says who is at work, and a card when its plan was finished', async () => {
    projects = [
      sampleSummary('p1', { holders: [sampleHolder('codex')] }),
      sampleSummary('p2', { taskCount: 3, completedTaskCount: 3 }),
    ];
    news = { ...news, projects: [sampleNews('p2', { plan_changes: 1, completed_at: '2026-03-03T12:00:00.000Z' })] };
    await open();
    const card = screen.getByRole('article', { name: 'Project p2' });
    await waitFor(() => expect(card.textContent).toContain('Finished Mar 3'));
    await tell({ projects: [] });
    expect(await screen.findByText('codex is on Work of codex.')).toBeDefined();
  });

  test('a mark that does not reach the server opens it again', async () => {
    news = { ...news, projects: [sampleNews('p1', { done: 2 })] };
    answers['POST /api/me/seen'] = () => failure(500, 'Broken');
    await open();
    fireEvent.click(await screen.findByRole('button', { name: /^Mark as seen/ }));
    await waitFor(() => expect(listToasts()).toHaveLength(1));
    expect(screen.getByRole('region', { name: 'Since you were last here' })).toBeDefined();
  });
});

describe('what needs you', () => {
  test('a chip chooses, the keys send, and Undo takes the answer back with its words', async () => {
    news = { ...news, needs: [sampleNeed('question', 1)], needs_total: 1 };
    const { sent } = await open();
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Answer to codex');
    expect(document.title).toBe('(1) Projects · Baton');
    fireEvent.click(screen.getByRole('button', { name: 'Drop' }));
    fireEvent.change(field, { target: { value: 'Not needed.' } });
    expect(sent('POST', '/api/tasks/t1/answer')).toEqual([]);

    fireEvent.keyDown(document.body, { key: 'a' });
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    expect(await screen.findByText('Answered “Drop: Not needed.”: codex gets it with its next call.')).toBeDefined();
    expect(document.activeElement, 'the keyboard goes on where it was').toBe(
      screen.getByRole('button', { name: 'Undo' }),
    );
    expect(sent('POST', '/api/tasks/t1/answer').map(({ body }) => body)).toEqual([
      { question_id: 'q1', replaces_at: null, option: 2, text: 'Not needed.' },
    ]);

    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    const again = await screen.findByLabelText<HTMLTextAreaElement>('Answer to codex');
    expect(again.value).toBe('Not needed.');
    expect(screen.getByRole('button', { name: 'Drop' }).getAttribute('aria-pressed')).toBe('true');
    expect(sent('DELETE', '/api/tasks/t1/answer')).toHaveLength(1);
  });

  test('an empty answer is refused in place, and the agent may decide', async () => {
    news = { ...news, needs: [sampleNeed('question', 1)], needs_total: 1 };
    const { sent } = await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Answer' }));
    expect(screen.getByRole('alert').textContent).toContain('Choose an option or write an answer.');
    fireEvent.click(screen.getByRole('button', { name: 'Let codex decide' }));
    await screen.findByText('Answered “Let codex decide”: codex gets it with its next call.');
    expect(sent('POST', '/api/tasks/t1/answer')[0]?.body).toEqual({
      question_id: 'q1',
      replaces_at: null,
      decide: true,
    });
  });

  test('an update neither moves nor replaces what is being written, and names who answered first', async () => {
    news = { ...news, needs: [sampleNeed('question', 1), sampleNeed('block', 2)], needs_total: 2 };
    await open();
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Answer to codex');
    act(() => field.focus());
    fireEvent.change(field, { target: { value: 'Half a' } });
    await tell({
      needs: [sampleNeed('question', 3), sampleNeed('question', 1), sampleNeed('block', 2)],
      needs_total: 3,
    });
    expect(rowsOf().map((row) => /T\d/.exec(row.textContent)?.[0])).toEqual(['T1', 'T2', 'T3']);
    expect(field.isConnected).toBe(true);
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('Half a');
    expect(screen.getByText('codex asks about T3 in Harbor API')).toBeDefined();

    await tell({ needs: [sampleNeed('question', 3), sampleNeed('block', 2)], needs_total: 2 });
    expect((await screen.findByText('Mira answered.')).closest('li')).toBe(rowsOf()[0]);
    expect(rowsOf()[0]?.textContent, 'what was written is offered').toContain('Half a');
  });

  test('a block is lifted, five are shown and the others counted', async () => {
    const needs = [2, 3, 4, 5, 6, 7, 8].map((number) => sampleNeed('block', number));
    news = { ...news, needs, needs_total: 7 };
    const { sent } = await open();
    await screen.findByText('Why 2');
    expect(rowsOf()).toHaveLength(5);
    fireEvent.click(screen.getByRole('button', { name: '2 more' }));
    expect(rowsOf()).toHaveLength(7);
    fireEvent.click(within(rowsOf()[0] ?? document.body).getByRole('button', { name: 'Lift the block' }));
    await screen.findByText('The block is lifted. T2 is free for the next agent.');
    expect(sent('PATCH', '/api/tasks/t2')[0]?.body).toEqual({ blocked_reason: null });
  });

  test('in a read-only project nothing is offered', async () => {
    news = {
      ...news,
      needs: [sampleNeed('question', 1, { is_writable: false }), sampleNeed('block', 2, { is_writable: false })],
      needs_total: 2,
    };
    await open();
    await screen.findByText('Question 1?');
    expect(screen.queryByLabelText('Answer to codex')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Lift the block' })).toBeNull();
  });
});

describe('the cards', () => {
  test('an update changes a card in place; looking at the window again sorts them', async () => {
    const [one, two] = [sampleSummary('p1', { lastAccessed: at(9) }), sampleSummary('p2')];
    projects = [two, one];
    await open();
    expect(names()).toEqual(['Project p1', 'Project p2']);
    await push([{ ...two, holders: [sampleHolder('cursor')] }, one]);
    expect(await screen.findByText('Work of cursor')).toBeDefined();
    expect(screen.getByText('1 at work')).toBeDefined();
    expect(names()).toEqual(['Project p1', 'Project p2']);
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(names()).toEqual(['Project p2', 'Project p1']);
  });

  test('several holders are named by two, and one that may have stopped can be freed with a reason', async () => {
    const silent = sampleHolder('codex', { last_call_at: new Date(Date.now() - 41 * 60_000).toISOString() });
    projects = [
      sampleSummary('p1', { holders: ['a', 'b', 'c', 'd'].map((name) => sampleHolder(name)) }),
      sampleSummary('p2', { stopped: [silent] }),
    ];
    answers['POST /api/tasks/task-of-codex/release'] = () => success({});
    const { sent } = await open();
    const [first, second] = screen.getAllByRole('article');
    expect(first?.textContent).toContain('and 2 more');
    expect(second?.textContent).toContain('codex may have stopped 41m ago');
    fireEvent.click(screen.getByRole('button', { name: 'Free the baton: codex, Project p2' }));
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Laptop closed' } });
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Free the baton' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('POST', '/api/tasks/task-of-codex/release')[0]?.body).toEqual({ reason: 'Laptop closed' });
  });

  test('say what is new since when', async () => {
    news = {
      ...news,
      projects: [sampleNews('p1', { done: 8 })],
      quiet: [{ project_id: 'p2', last_at: at(12) }],
      needs: [sampleNeed('question', 1), sampleNeed('block', 2)],
      needs_total: 2,
    };
    projects = [sampleSummary('p1', { needs_you: 2 }), sampleSummary('p2')];
    await open();
    await screen.findByText(/8 done since/);
    const [first, second] = screen.getAllByRole('article');
    expect(first?.textContent).toMatch(/8 done since .*1 question1 blocked/);
    expect(second?.textContent).toMatch(/Nothing since/);
  });

  test('of more than twelve the quiet ones fold into rows, as chosen on this device', async () => {
    const busy = sampleSummary('busy', { holders: [sampleHolder('cursor')] });
    projects = [busy, ...Array.from({ length: 12 }, (_, i) => sampleSummary(`p${i}`))];
    await open();
    const links = () => screen.getAllByRole('link', { name: /^Open Project: / }).length;
    expect(links(), 'rows have no button').toBe(1);
    fireEvent.click(screen.getByRole('button', { name: 'Cards' }));
    expect(links()).toBe(13);
    cleanup();
    cache.clear();
    await open();
    expect(links()).toBe(13);
  });

  test('a row stays a row while it changes', async () => {
    projects = Array.from({ length: 13 }, (_, i) => sampleSummary(`p${i}`));
    await open();
    const before = names();
    await push(projects.map((each) => (each.id === 'p3' ? { ...each, holders: [sampleHolder('cursor')] } : each)));
    expect(screen.getByRole('article', { name: 'Project p3' }).textContent).toContain('Work of cursor');
    expect(names()).toEqual(before);
    expect(screen.queryByRole('link', { name: /^Open Project: / })).toBeNull();
  });

  test('J and K go through rows, then cards', async () => {
    news = { ...news, needs: [sampleNeed('block', 2)], needs_total: 1 };
    await open();
    await screen.findByText('Why 2');
    const focused = () => document.activeElement?.textContent;
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(focused()).toBe('T2 Task 2');
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(focused()).toBe('Project p1');
    fireEvent.keyDown(document.body, { key: 'k' });
    expect(focused()).toBe('T2 Task 2');
  });
});
