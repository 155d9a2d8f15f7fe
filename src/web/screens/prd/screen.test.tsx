import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { packPlan } from '#test/pack-plan.ts';
import type { PrdRole } from '#contract/requirement.ts';
import { sampleDraft, sampleReading } from '#test/web/sample-reading.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { samplePlan, sampleTask } from '#test/web/sample-plan.ts';
import { listShortcuts } from '#web/lib/keys/shortcuts.ts';
import { dismissToast, listToasts, runToastAction } from '#web/ui/toast.ts';
import { fakeLayout } from '#test/web/fake-layout.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { readDraft, writeDraft } from '#web/features/prd/index.ts';
import { Component } from './screen.tsx';
import { PATIENT } from '#test/patience.ts';

// CodeMirror needs a real browser: without it the app falls back to a plain textarea.
vi.mock('#web/ui/editor/code-mirror.tsx', () => {
  throw new Error('not here');
});

beforeAll(fakeTopLayer);

const COUNTS = { added: 2, updated: 0, kept: 3, review: 0, orphaned: 1, follow_up: 0, removed: 0 };
const TODAY = { tasks: 3, done: 1, held: 0, notes: 4 };
const GENERATED = { tasksCreated: 48, processingTime: 41_400, notices: ['Three points were merged.'] };
const DIFF = {
  merge: {
    counts: COUNTS,
    changes: [{ change: 'orphaned', task_id: 't2', number: 2, title: 'Old work', list_name: 'x', reason: '' }],
    today: TODAY,
  },
  replace: { counts: { ...COUNTS, kept: 0, orphaned: 0, removed: 3 }, changes: [], today: TODAY },
};

let plan: ReturnType<typeof samplePlan>;
let answers: Record<string, (asked: Asked) => Response | Promise<Response>>;
let server: ReturnType<typeof fakeFetch>;
/** Roles stored by the fake server, by key of the text. */
let kept: Map<string, PrdRole>;
let cache: QueryClient;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  fakeLayout();
  kept = new Map();
  plan = samplePlan({ tasks: [], task_lists: [], counts: { tasks: 0, open: 0, wip: 0, done: 0 } });
  answers = {
    'GET /api/projects/p1/prd': () => success(null),
    'GET /api/projects/p1': () =>
      success({ id: 'p1', name: 'Harbor API', role: 'owner', taskCount: 0, deleted_at: null }),
    'GET /api/projects/p1/plan/tree': () => success(packPlan(plan)),
    'GET /api/ai-engine': () => success({ planner: 'embedded', label: 'Embedded planner', model: null }),
    'GET /api/subscriptions/current': () =>
      success({
        has_plans: true,
        tier: { tier_name: 'pro' },
        usage: { task_generations_used: 3 },
        limits: { daily_task_gen_limit: 3, monthly_task_gen_limit: 10 },
        notices: [],
      }),
    'POST /api/ai-engine/reading': ({ body }) => {
      const reading = sampleReading((body as { content: string }).content, kept);
      return success({ reading, draft: sampleDraft(reading) });
    },
    'PATCH /api/projects/p1/prd/roles': ({ body }) => {
      const { roles } = body as { roles: { key: string; role: PrdRole | null }[] };
      for (const { key, role } of roles) {
        if (role === null) kept.delete(key);
        else kept.set(key, role);
      }
      return success({ undo: roles.map((each) => ({ ...each, role: null })) });
    },
    'POST /api/ai-engine/prd-to-tasks': () => success(GENERATED),
    'POST /api/ai-engine/preview': () => success(DIFF),
  };
  server = fakeFetch((asked) => {
    const path = asked.path.split('?')[0] ?? '';
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    if (path.endsWith('/events')) return new Promise<Response>(() => undefined);
    return answers[`${asked.method} ${path}`]?.(asked) ?? success(null);
  });
});
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
  vi.useRealTimers();
});

async function open(at = '/projects/p1/prd') {
  const router = createMemoryRouter(
    [
      { path: '/projects/:projectId/prd', Component },
      { path: '/projects/:projectId/tasks', element: <h1>The tasks</h1> },
      { path: '/projects', element: <h1>The projects</h1> },
    ],
    { initialEntries: [at] },
  );
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('tab', { name: 'Edit' });
  return router;
}

const field = () => screen.findByRole('textbox', { name: 'Specification, markdown' });
const write = async (text: string) => fireEvent.change(await field(), { target: { value: text } });
const generateButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /Generate Tasks|Generating|Update plan/ });
const sentTo = (path: string) => server.to(path).map(({ body }) => body as Record<string, unknown>);
const GENERATE = '/api/ai-engine/prd-to-tasks';
const withTasks = () => {
  plan = samplePlan({ tasks: [sampleTask('t1', { status: 'done' }), sampleTask('t2'), sampleTask('t3')] });
};

describe('the PRD screen', () => {
  it('says why nothing can be generated, and does not', async () => {
    await open();
    expect(generateButton().disabled).toBe(true);
    expect(screen.getByText('Please enter a specification or upload a markdown file first.')).toBeDefined();
    await write('   \n');
    expect(generateButton().disabled).toBe(true);
    await write('# One');
    expect(generateButton().disabled).toBe(false);
  });

  describe('when the project is asked for again', () => {
    const askAgain = async (answer: () => Response) => {
      const router = await open();
      await write('# One');
      vi.useFakeTimers();
      answers['GET /api/projects/p1'] = answer;
      await act(() => cache.invalidateQueries({ queryKey: queryKeys.project('p1'), exact: true }));
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      expect(server.to('/api/projects/p1')).toHaveLength(2);
      return router;
    };

    it('a server in trouble takes nobody away from the text', async () => {
      const router = await askAgain(() => failure(502, 'x'));
      expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('# One');
      expect(router.state.location.pathname).toBe('/projects/p1/prd');
    });

    it('one that is no longer there leads to the others', async () => {
      const router = await askAgain(() => failure(404, 'x', { errorType: 'NOT_FOUND' }));
      expect(router.state.location.pathname).toBe('/projects');
    });
  });

  it('refuses a file that is not markdown in the specification’s words', async () => {
    await open();
    const picker = screen.getByLabelText('Markdown file');
    fireEvent.change(picker, { target: { files: [new File(['x'], 'plan.txt')] } });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Please upload a markdown file (.md or .markdown)',
    );
    fireEvent.change(picker, { target: { files: [new File(['x'], 'plan.php.md')] } });
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain('must not have the extension .php of a program'),
    );
    fireEvent.change(picker, { target: { files: [new File(['# Harbor'], 'plan.MD')] } });
    expect(await screen.findByRole('heading', { name: 'Harbor' }), 'what was taken is read').toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(screen.getByRole('tab', { name: 'Edit' }));
    expect(screen.getByText('plan.MD')).toBeDefined();
    expect(screen.getByText('0.0 KB')).toBeDefined();
  });

  it('shows what is written, or where it will be', async () => {
    await open();
    fireEvent.click(screen.getByRole('tab', { name: 'Preview' }));
    expect(screen.getByText('Markdown preview will appear here')).toBeDefined();
    writeDraft('p1', { content: '', filename: '' });
    fireEvent.click(screen.getByRole('tab', { name: 'Edit' }));
    await write('# Harbor');
    fireEvent.click(screen.getByRole('tab', { name: 'Read' }));
    expect(await screen.findByRole('heading', { name: 'Harbor' })).toBeDefined();
  });

  it('says what a spent limit means before it is run into', async () => {
    answers['GET /api/subscriptions/current'] = () =>
      success({
        has_plans: true,
        tier: { tier_name: 'free' },
        usage: { task_generations_used: 1 },
        limits: { daily_task_gen_limit: 1, monthly_task_gen_limit: 1 },
        notices: [],
      });
    await open();
    expect(await screen.findByText('Resets monthly. Upgrade, or wait until the 1st.')).toBeDefined();
  });

  it('generates, says what was made, forgets the draft and moves on', async () => {
    writeDraft('p1', { content: '# Harbor', filename: 'harbor.md' });
    const router = await open();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(generateButton());
    const dialog = await screen.findByRole('dialog', { name: 'Task Generation Successful!' });
    expect(within(dialog).getByText('48')).toBeDefined();
    expect(within(dialog).getByText('41 seconds')).toBeDefined();
    expect(
      within(dialog).getByText(/^Redirecting to task view in (3 seconds|2 seconds|1 second)\.\.\.$/),
    ).toBeDefined();
    expect(document.activeElement?.textContent).toBe('Go to Tasks Now');
    expect(sentTo(GENERATE)[0]).toMatchObject({
      content: '# Harbor',
      filename: 'harbor.md',
      clearExisting: true,
      mode: 'PRD',
      sessionId: expect.stringMatching(/^gen_\d+_/),
    });
    expect(server.to(GENERATE)[0]?.headers.get('x-project-id')).toBe('p1');
    await waitFor(() => expect(readDraft('p1')).toBeUndefined());
    expect(router.state.location.pathname).toBe('/projects/p1/prd');
    for (let second = 0; second < 3; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
    await waitFor(() => expect(router.state.location.pathname).toBe('/projects/p1/tasks'), PATIENT);
  });

  it('offers no way to plan to whoever may only look', async () => {
    answers['GET /api/projects/p1'] = () =>
      success({ id: 'p1', name: 'Harbor API', role: 'viewer', owner_name: 'Ada', taskCount: 0, deleted_at: null });
    await open();
    const panel = screen.getByRole('region', { name: 'Plan' });
    expect(within(panel).queryByRole('tab', { name: 'Built in' })).toBeNull();
    expect(within(panel).queryByRole('button', { name: /generate/i })).toBeNull();
    expect(within(panel).getByText('Nothing yet')).toBeTruthy();
    expect(listShortcuts().some(({ keys }) => keys === 'mod+enter')).toBe(false);
  });

  it('sends text written by hand as specification.md, and cannot be closed meanwhile', async () => {
    let answer: (response: Response) => void = () => undefined;
    answers[`POST ${GENERATE}`] = () => new Promise((resolve) => (answer = resolve));
    writeDraft('p1', { content: '# Harbor', filename: 'harbor.md' });
    await open('/projects/p1/prd?view=edit');
    await write('# Harbor, changed');
    fireEvent.click(generateButton());
    const dialog = await screen.findByRole('dialog', { name: 'Generating Tasks' });
    expect(dialog.textContent).toContain('AI is analyzing your specification...');
    expect(dialog.textContent).toContain('This may take a few moments...');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(screen.getByRole('dialog', { name: 'Generating Tasks' })).toBeDefined();
    expect(screen.getByText('Generating...', { selector: 'button' })).toBeDefined();
    expect(sentTo(GENERATE)[0]).toMatchObject({ filename: 'specification.md' });
    act(() => answer(success(GENERATED)));
    expect(await screen.findByText('Go to Tasks Now')).toBeDefined();
  });

  it('asks for the same run again when the page was reloaded meanwhile', async () => {
    answers[`POST ${GENERATE}`] = () => new Promise(() => undefined);
    writeDraft('p1', { content: '# Harbor', filename: 'harbor.md' });
    await open();
    fireEvent.click(generateButton());
    await waitFor(() => expect(sentTo(GENERATE)).toHaveLength(1));
    cleanup();
    answers[`POST ${GENERATE}`] = () => success(GENERATED);
    await open();
    expect(await screen.findByText('Go to Tasks Now')).toBeDefined();
    const [first, second] = sentTo(GENERATE);
    expect(second).toEqual(first);
  });

  it('tells a reached limit with its numbers, and keeps the draft', async () => {
    answers[`POST ${GENERATE}`] = () =>
      failure(429, 'no', {
        errorType: 'USAGE_LIMIT_EXCEEDED',
        usage: { daily: { current: 1, limit: 1 }, monthly: { current: 1, limit: 1 } },
      });
    writeDraft('p1', { content: '# Harbor', filename: '' });
    await open();
    fireEvent.click(generateButton());
    await waitFor(() => expect(listToasts()[0]?.title).toBe('Usage Limit Exceeded'));
    expect(listToasts()[0]?.description).toContain('Daily: 1/1, Monthly: 1/1.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(readDraft('p1')?.content).toBe('# Harbor');
  });

  it('offers the embedded planner when the model fails, and does not step in by itself', async () => {
    answers[`POST ${GENERATE}`] = (asked) =>
      (asked.body as { planner?: string }).planner === 'embedded'
        ? success(GENERATED)
        : failure(502, 'The model did not answer.', { errorType: 'AI_PROVIDER_ERROR' });
    writeDraft('p1', { content: '# Harbor', filename: '' });
    answers['GET /api/ai-engine'] = () => success({ planner: 'anthropic', label: 'Claude', model: 'claude' });
    await open('/projects/p1/prd?way=model');
    expect(await screen.findByText('key set')).toBeDefined();
    fireEvent.click(generateButton());
    await waitFor(() => expect(listToasts()[0]?.action?.label).toBe('Use the embedded planner'));
    expect(sentTo(GENERATE)).toHaveLength(1);
    act(() => runToastAction(listToasts()[0]?.id ?? 0));
    expect(await screen.findByText('Go to Tasks Now')).toBeDefined();
  });
});

describe('where there is a plan already', () => {
  it('nothing is generated before the plan check; merging comes first and keeps', async () => {
    withTasks();
    writeDraft('p1', { content: '# Harbor', filename: '' });
    await open();
    await screen.findByText('see changes first');
    fireEvent.click(generateButton());
    const merge = await screen.findByRole('button', { name: 'Merge into plan' });
    expect(sentTo(GENERATE)).toHaveLength(0);
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toContain('In the plan now: 3 tasks, 1 of them done, and 4 notes.');
    expect(within(dialog).getByText('Added').nextSibling?.textContent).toBe('2');
    expect(dialog.textContent).toContain('T2Old work');
    expect(document.activeElement?.textContent).toBe('Cancel');
    fireEvent.click(merge);
    await screen.findByText('Go to Tasks Now');
    expect(sentTo(GENERATE)[0]).toMatchObject({ clearExisting: false });
  });

  it('replacing says what goes and is chosen on purpose', async () => {
    withTasks();
    writeDraft('p1', { content: '# Harbor', filename: '' });
    await open();
    await screen.findByText('see changes first');
    fireEvent.click(generateButton());
    fireEvent.click(await screen.findByRole('button', { name: 'Replace', pressed: false }));
    expect(within(screen.getByRole('dialog')).getByText('Removed').nextSibling?.textContent).toBe('3');
    fireEvent.click(screen.getByRole('button', { name: 'Replace plan' }));
    await screen.findByText('Go to Tasks Now');
    expect(sentTo(GENERATE)[0]).toMatchObject({ clearExisting: true });
  });

  it('a check that fails says so and can be tried again', async () => {
    withTasks();
    answers['POST /api/ai-engine/preview'] = () => failure(500, 'Not now.');
    writeDraft('p1', { content: '# Harbor', filename: '' });
    await open();
    await screen.findByText('see changes first');
    fireEvent.click(generateButton());
    expect(await screen.findByText('Not now.')).toBeDefined();
    answers['POST /api/ai-engine/preview'] = () => success(DIFF);
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('button', { name: 'Merge into plan' })).toBeDefined();
  });

  it('a check whose answer was lost is asked for by its name again, one that failed is not', async () => {
    withTasks();
    writeDraft('p1', { content: '# Harbor', filename: '' });
    await open();
    await screen.findByText('see changes first');
    const replies = [
      () => Promise.reject(new TypeError('lost')),
      () => new Response('Bad gateway', { status: 502 }),
      () => failure(502, 'The model did not answer.', { errorType: 'AI_PROVIDER_ERROR' }),
      () => success(DIFF),
      () => success(DIFF),
    ];
    answers['POST /api/ai-engine/preview'] = () => replies.shift()?.() ?? failure(500, 'Asked too often.');
    fireEvent.click(generateButton());
    for (const left of [4, 3, 2]) {
      const again = await screen.findByRole('button', { name: 'Try Again' });
      expect(replies).toHaveLength(left);
      fireEvent.click(again);
      await waitFor(() => expect(replies).toHaveLength(left - 1));
    }
    await screen.findByRole('button', { name: 'Merge into plan' });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(generateButton());
    await screen.findByRole('button', { name: 'Merge into plan' });
    const names = sentTo('/api/ai-engine/preview').map(({ sessionId }) => sessionId);
    const known = [...new Set(names)];
    expect(names.map((name) => known.indexOf(name))).toEqual([0, 0, 0, 1, 2]);
  });

  it('a check is counted: what is used is read again', async () => {
    withTasks();
    writeDraft('p1', { content: '# Harbor', filename: '' });
    await open();
    await screen.findByText('see changes first');
    const before = server.to('/api/subscriptions/current').length;
    fireEvent.click(generateButton());
    await screen.findByRole('button', { name: 'Merge into plan' });
    await waitFor(() => expect(server.to('/api/subscriptions/current').length).toBe(before + 1));
  });
});
