import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FIRST_RUN_TEXTS as T } from '#contract/first-run-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { readDraft } from '#web/features/prd/index.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { Component } from '../screen.tsx';

beforeAll(fakeTopLayer);

const AT = '2026-03-03T10:00:00.000Z';
const project = (fields: Partial<Omit<ProjectSummary, 'id'>> & { id?: string } = {}) => ({
  id: 'p1',
  user_id: 'u1',
  name: 'Sift',
  description: null,
  status: 'active',
  read_only: false,
  is_example: false,
  role: 'owner',
  owner_name: 'Ada',
  people: 1,
  created_at: AT,
  updated_at: AT,
  deleted_at: null,
  taskCount: 0,
  completedTaskCount: 0,
  lastAccessed: AT,
  lanes: [],
  holders: [],
  stopped: [],
  next_task: null,
  needs_you: 0,
  needs_you_first: null,
  prdWorkLines: null,
  activity: Array.from({ length: 14 }, () => 0),
  ...fields,
});
const called = { agent: 'claude-code', calls: 1, first_call_at: AT, last_call_at: AT, problem: null, problem_at: null };

let projects: object[];
let agents: object[];
let answers: Record<string, (asked: Asked) => Response | Promise<Response>>;
beforeEach(() => {
  localStorage.clear();
  projects = [];
  agents = [];
  answers = {
    'GET /api/auth/token': () => Response.json({ token: tokenFor('u1') }),
    'GET /api/me': () => success({ id: 'u1', email: 'ada@example.com', display_name: 'Ada Lovelace' }),
    'GET /api/projects': () => success(projects),
    'GET /api/agents': () => success(agents),
    'GET /api/subscription/current': () => failure(503, 'later'),
    'POST /api/projects': ({ body }) => {
      projects = [project({ name: (body as { name: string }).name })];
      return success(projects[0]);
    },
    'POST /api/projects/example': () => success(project({ id: 'e1', name: 'Harbor API', is_example: true })),
  };
  fakeFetch((asked) => {
    const path = asked.path.replace(/\?.*$/, '');
    return answers[`${asked.method} ${path}`]?.(asked) ?? failure(404, 'no such route');
  });
});
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(
    [
      { path: '/projects', Component },
      { path: '/projects/:id/prd', element: <p>the PRD screen</p> },
      { path: '/projects/:id/tasks', element: <p>the tasks screen</p> },
    ],
    { initialEntries: ['/projects'] },
  );
  render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { cache, router };
}

/** Each step's state, in order. */
const states = () => screen.getAllByRole('listitem').map((item) => item.lastElementChild?.textContent);

test('without a project the page is one welcome with three steps, and the example at a click', async () => {
  const { router } = show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Baton!' })).toBeDefined();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(await screen.findByText(/Hello, Ada Lovelace\. One project, one PRD, one key\./)).toBeDefined();
  expect(states()).toEqual(['step 1 of 3', 'after step 1', 'after step 2']);
  fireEvent.click(screen.getByRole('button', { name: T.load }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects/e1/tasks'));
});

test('the example opens although the account’s stream told of it before the answer came', async () => {
  const example = project({ id: 'e1', name: 'Harbor API', is_example: true });
  const answer = Promise.withResolvers<undefined>();
  answers['POST /api/projects/example'] = async () => {
    await answer.promise;
    return success(example);
  };
  const { cache, router } = show();
  fireEvent.click(await screen.findByRole('button', { name: T.load }));
  projects = [example];
  await cache.invalidateQueries({ queryKey: ['projects'] });
  await screen.findByRole('article', { name: 'Harbor API' });
  expect(screen.queryByRole('button', { name: T.load })).toBeNull();
  answer.resolve(undefined);
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects/e1/tasks'));
});

test('an example that cannot be loaded says so', async () => {
  answers['POST /api/projects/example'] = () => failure(500, 'The disk is full.');
  show();
  fireEvent.click(await screen.findByRole('button', { name: T.load }));
  await waitFor(() => expect(listToasts().map(({ description }) => description)).toEqual(['The disk is full.']));
});

test('a name makes the project in place, and the focus goes on to the PRD', async () => {
  show();
  const name = await screen.findByRole('textbox', { name: T.nameLabel });
  fireEvent.change(name, { target: { value: '  Sift ' } });
  const create = screen.getByRole('button', { name: 'Create Your First Project' });
  create.focus();
  fireEvent.click(create);
  await waitFor(() => expect(states()).toEqual(['done', 'step 2 of 3', 'after step 2']));
  expect(screen.getByRole('heading', { level: 2, name: T.listTitle }), 'above the card').toBeDefined();
  expect(screen.getByRole('article', { name: 'Sift' })).toBeDefined();
  expect(screen.queryByRole('button', { name: T.load }), 'the example is no longer offered').toBeNull();
});

test('without a name the button opens the dialog, which also takes a description', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Create Your First Project' }));
  expect(await screen.findByRole('dialog', { name: 'Create New Project' })).toBeDefined();
});

test('a file leads into the PRD screen as its draft, and another kind of file is refused in place', async () => {
  projects = [project()];
  const { router } = show();
  const picker = await screen.findByLabelText('Markdown file');
  fireEvent.change(picker, { target: { files: [new File(['x'], 'plan.pdf')] } });
  expect(await screen.findByText(/\.md/, { selector: '[role=alert], [role=alert] *, p, span' })).toBeDefined();
  fireEvent.change(picker, { target: { files: [new File(['# Sift'], 'sift.md')] } });
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects/p1/prd'));
  expect(readDraft('p1')).toEqual({ content: '# Sift', filename: 'sift.md' });
});

test('the first call turns the waiting line into the agent’s name by itself', async () => {
  projects = [project({ taskCount: 34, lanes: [{ name: 'One', tasks: 34, done: 0, wip: 0 }] })];
  const { cache } = show();
  expect(await screen.findByText('Waiting for the first call…')).toBeDefined();
  expect(states()).toEqual(['done', 'done', 'step 3 of 3']);
  expect(screen.getByText('34 tasks in 1 list')).toBeDefined();
  expect(screen.getByText(/^claude mcp add --transport http baton /)).toBeDefined();
  agents = [called];
  await cache.invalidateQueries({ queryKey: ['agents'] });
  expect(
    await screen.findByText('First steps done: claude-code is connected and can take the first task.'),
  ).toBeDefined();
  expect(screen.queryAllByRole('listitem'), 'folded to one line').toEqual([]);
});

test('it is gone once an agent has called, and an example alone is no first project', async () => {
  projects = [project({ is_example: true, name: 'Harbor API', taskCount: 26 })];
  const first = show();
  expect(await screen.findByText('Example')).toBeDefined();
  await waitFor(() => expect(states()).toEqual(['step 1 of 3', 'after step 1', 'after step 2']));
  expect(screen.queryByRole('button', { name: T.load })).toBeNull();
  first.cache.clear();
  cleanup();
  agents = [called];
  show();
  await screen.findByText('Example');
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByText(T.listTitle)).toBeNull();
});

test('it can be hidden, and stays hidden for this account on this device', async () => {
  projects = [project()];
  show();
  fireEvent.click(await screen.findByRole('button', { name: T.hide }));
  expect(screen.queryByText(T.listTitle)).toBeNull();
  cleanup();
  show();
  await screen.findByRole('article', { name: 'Sift' });
  expect(screen.queryByText(T.listTitle)).toBeNull();
});

test('the example is removed at one click, without a question', async () => {
  const asked: string[] = [];
  projects = [project({ id: 'e1', is_example: true, name: 'Harbor API' })];
  answers['DELETE /api/projects/e1'] = ({ path }) => {
    asked.push(path);
    projects = [];
    return success(null);
  };
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Harbor API' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove the example' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(await screen.findByRole('heading', { name: 'Welcome to Baton!' })).toBeDefined();
});
