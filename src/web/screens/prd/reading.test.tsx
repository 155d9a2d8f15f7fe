import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PrdRole } from '#contract/requirement.ts';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { packPlan } from '#test/pack-plan.ts';
import { sampleDraft, sampleKey, sampleReading } from '#test/web/sample-reading.ts';
import { hearDrafted } from '#web/lib/live/live-generation.ts';
import { samplePlan, sampleTask } from '#test/web/sample-plan.ts';
import { installShortcuts } from '#web/lib/keys/shortcuts.ts';
import { fakeLayout } from '#test/web/fake-layout.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { dismissToast, listToasts, runToastAction } from '#web/ui/toast.ts';
import { writeDraft } from '#web/features/prd/index.ts';
import { Component } from './screen.tsx';
import { PATIENT } from '#test/patience.ts';

// CodeMirror needs a real browser: without it the app falls back to a plain textarea.
vi.mock('#web/ui/editor/code-mirror.tsx', () => {
  throw new Error('not here');
});

const TEXT = `# Sift

## Folders (work)

- add one (work)
- watch it (work)
- maybe the desktop (unsure)

## Not now

- a phone app (limit)
- an old thing (done)`;
const READ = '/api/ai-engine/reading';
const GENERATE = '/api/ai-engine/prd-to-tasks';
const ROLES = '/api/projects/p1/prd/roles';

let kept: Map<string, PrdRole>;
let answers: Record<string, (asked: Asked) => Response | Promise<Response>>;
let server: ReturnType<typeof fakeFetch>;
let stored: string | undefined;
let cache: QueryClient;
let stopKeys: () => void;

const read = (content: string) => {
  const reading = sampleReading(content, kept);
  return { reading, draft: sampleDraft(reading) };
};
const storedPrd = (content: string) => {
  const { reading } = read(content);
  return {
    ...reading,
    version: 1,
    filename: 'sift.md',
    content,
    created_at: '2026-01-01T00:00:00Z',
    coverage: {},
  };
};

beforeAll(fakeTopLayer);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  fakeLayout();
  stopKeys = installShortcuts(window);
  kept = new Map();
  stored = TEXT;
  const plan = samplePlan({ tasks: [], task_lists: [], counts: { tasks: 0, open: 0, wip: 0, done: 0 } });
  answers = {
    'GET /api/projects/p1/prd': () => success(stored === undefined ? null : storedPrd(stored)),
    'PUT /api/projects/p1/prd': ({ body }) => {
      stored = (body as { content: string }).content;
      return success({ version: 1, isNew: true, coverage: {} });
    },
    'GET /api/projects/p1': () => success({ id: 'p1', name: 'Sift', role: 'owner', taskCount: 0, deleted_at: null }),
    'GET /api/projects/p1/plan/tree': () => success(packPlan(plan)),
    'GET /api/me': () => success({ id: 'u1', display_name: 'Ada', email: 'a@b.c', is_admin: false }),
    'GET /api/ai-engine': () => success({ planner: 'embedded', label: 'Embedded planner', model: null }),
    'GET /api/agents': () => success([]),
    [`POST ${READ}`]: ({ body }) => success(read((body as { content: string }).content)),
    [`PATCH ${ROLES}`]: ({ body }) => {
      const { roles } = body as { roles: { key: string; role: PrdRole | null }[] };
      for (const { key, role } of roles) {
        if (role === null) kept.delete(key);
        else kept.set(key, role);
      }
      return success({ coverage: {}, undo: roles.map((each) => ({ ...each, role: null })) });
    },
  };
  server = fakeFetch((asked) => {
    const path = asked.path.split('?')[0] ?? '';
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    if (path.endsWith('/events')) return new Promise<Response>(() => undefined);
    return answers[`${asked.method} ${path}`]?.(asked) ?? success(null);
  });
});
afterEach(() => {
  vi.useRealTimers();
  stopKeys();
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
});

async function open(at = '/projects/p1/prd') {
  const router = createMemoryRouter(
    [
      { path: '/projects/:projectId/prd', Component },
      { path: '/projects/:projectId/tasks', element: <h1>The tasks</h1> },
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

/** Waited for by its attribute: a query by role computes the names of the whole page, and would at every change. */
const roleAt = async (line: number) => {
  await waitFor(() => expect(document.querySelector(`[aria-label^="Line ${line}:"]`)).not.toBeNull());
  return screen.getByRole('button', { name: new RegExp(`^Line ${line}:`) });
};
const nameAt = async (line: number) => (await roleAt(line)).getAttribute('aria-label');
const documentPanel = () => within(screen.getByRole('region', { name: 'Document' }));
const chip = (role: string) => documentPanel().getByRole('button', { name: new RegExp(`^[\\d,–]+ ${role}$`) });
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const bodies = (path: string) => server.to(path).map(({ body }) => body as Record<string, unknown>);

describe('the document', () => {
  it('is shown with the role and the task of every line, and what each is counted', async () => {
    await open();
    expect(await nameAt(5)).toBe('Line 5: Work, T1. Change role');
    expect(await nameAt(7)).toBe('Line 7: Unsure. Change role');
    expect(await nameAt(11)).toBe('Line 11: Limit. Change role');
    expect(['work', 'context', 'limits', 'done', 'unsure'].map((role) => chip(role).textContent)).toEqual([
      '3 work',
      '2 context',
      '1 limits',
      '1 done',
      '1 unsure',
    ]);
    expect(
      screen.getByRole('group', { name: /^8 lines: 3 work, 2 context, 1 limits, 1 done, 1 unsure/ }),
    ).toBeDefined();
  });

  it('is shown at once, and its roles come with the reading', async () => {
    stored = undefined;
    writeDraft('p1', { content: TEXT, filename: 'sift.md' });
    let answer: (response: Response) => void = () => undefined;
    answers[`POST ${READ}`] = () => new Promise((resolve) => (answer = resolve));
    await open();
    expect(screen.getByText('add one (work)')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Line 5/ })).toBeNull();
    expect(await screen.findByText('Reading…')).toBeDefined();
    act(() => answer(success(read(TEXT))));
    expect(await nameAt(5)).toBe('Line 5: Work, T1. Change role');
  });

  it('has the links of the current row in the tab order, and no others', async () => {
    stored = '- see [one](https://one.example) (work)\n- see **https://two.example** (work)';
    await open();
    (await roleAt(1)).focus();
    const tabbed = () => screen.getAllByRole('link', { name: /one|two/ }).map(({ tabIndex }) => tabIndex);
    expect(tabbed()).toEqual([0, -1]);
    press('j');
    expect(tabbed()).toEqual([-1, 0]);
  });

  it('that cannot be read says so, and is read again when asked', async () => {
    stored = undefined;
    writeDraft('p1', { content: TEXT, filename: 'sift.md' });
    const works = answers[`POST ${READ}`];
    answers[`POST ${READ}`] = () => failure(500, 'no');
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Could not be read just now.');
    expect(screen.getByText('add one (work)')).toBeDefined();
    if (works) answers[`POST ${READ}`] = works;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await nameAt(5)).toBe('Line 5: Work, T1. Change role');
  });

  it('is filtered by what its lines are; the address keeps it', async () => {
    const router = await open('/projects/p1/prd?role=limit');
    await roleAt(11);
    expect(screen.queryByText('add one (work)')).toBeNull();
    fireEvent.click(chip('unsure'));
    expect(await screen.findByText('maybe the desktop (unsure)')).toBeDefined();
    expect(new URLSearchParams(router.state.location.search).get('role')).toBe('limit,unsure');
    press('Escape');
    expect(await screen.findByText('add one (work)')).toBeDefined();
  });

  it('says that a filter finds nothing, and shows all again', async () => {
    stored = '# One\n\n- only (work)';
    await open('/projects/p1/prd?role=limit');
    expect(await screen.findByText('No limits in this document.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('only (work)')).toBeDefined();
  });
});

describe('a role', () => {
  it('is set by key, shown before it is answered, told, and undone', async () => {
    let answer: () => void = () => undefined;
    const set = answers[`PATCH ${ROLES}`];
    answers[`PATCH ${ROLES}`] = (asked) => new Promise((resolve) => (answer = () => set && resolve(set(asked))));
    await open();
    act(() => void press('u'));
    const unsure = await roleAt(7);
    await waitFor(() => expect(document.activeElement).toBe(unsure));
    act(() => void press('1'));
    expect(await nameAt(7)).toBe('Line 7: Work, set by Ada. Change role');
    expect(chip('work').textContent).toBe('4 work');
    expect(screen.getByText('Every line has a role.')).toBeDefined();
    expect(screen.getByText('Line 7: Work. 8 lines: 4 work, 2 context, 1 limits, 1 done, 0 unsure')).toBeDefined();
    expect(bodies(ROLES)[0]).toEqual({
      roles: [
        {
          key: sampleKey('- maybe the desktop (unsure)'),
          scope: 'block',
          role: 'work',
          excerpt: '- maybe the desktop (unsure)',
        },
      ],
    });
    await act(async () => answer());
    await waitFor(async () => expect(await nameAt(7)).toBe('Line 7: Work, T1, set by Ada. Change role'));
    if (set) answers[`PATCH ${ROLES}`] = set;
    act(() => void press('z'));
    await waitFor(async () => expect(await nameAt(7)).toBe('Line 7: Unsure. Change role'));
  });

  it('goes to the line that U leads to, however fast the next key follows', async () => {
    await open();
    const before = await roleAt(5);
    act(() => before.focus());
    // Two native key events in a row: in between React renders only synchronous updates, so act() is off.
    const hear = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
    hear('u');
    await Promise.resolve();
    hear('1');
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    await waitFor(() => expect(bodies(ROLES)).toHaveLength(1));
    expect(bodies(ROLES)[0]).toMatchObject({ roles: [{ key: sampleKey('- maybe the desktop (unsure)') }] });
  });

  it('that is refused is taken back, with the reason', async () => {
    let refuse: () => void = () => undefined;
    answers[`PATCH ${ROLES}`] = () =>
      new Promise((resolve) => {
        refuse = () => resolve(failure(409, 'Not while this runs.', { errorType: 'CONFLICT' }));
      });
    await open();
    const button = await roleAt(5);
    act(() => button.focus());
    act(() => void press('3'));
    expect(await nameAt(5)).toContain('Limit');
    await act(async () => refuse());
    await waitFor(() => expect(listToasts()[0]?.description).toBe('Not while this runs.'));
    await waitFor(async () => expect(await nameAt(5)).toBe('Line 5: Work, T1. Change role'));
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  it('that was taken back does not come back with an answer from in between', async () => {
    const set = answers[`PATCH ${ROLES}`];
    const held: (() => void)[] = [];
    answers[`PATCH ${ROLES}`] = (asked) => new Promise((resolve) => held.push(() => set && resolve(set(asked))));
    await open();
    act(() => void press('u'));
    await waitFor(async () => expect(document.activeElement).toBe(await roleAt(7)));
    act(() => void press('1'));
    act(() => void press('z'));
    expect(await nameAt(7)).toBe('Line 7: Unsure. Change role');
    await waitFor(() => expect(held).toHaveLength(1));
    await act(async () => held[0]?.());
    await waitFor(() => expect(held).toHaveLength(2));
    // The feed invalidates the queries when somebody sets a role.
    await act(() => cache.invalidateQueries());
    expect(await nameAt(7), 'the first is set, and its undoing on its way').toBe('Line 7: Unsure. Change role');
    await act(async () => held[1]?.());
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
    expect(await nameAt(7)).toBe('Line 7: Unsure. Change role');
  });

  it('that is on its way is waited for by the plan', async () => {
    const held: ((response: Response) => void)[] = [];
    answers[`PATCH ${ROLES}`] = () => new Promise((resolve) => held.push(resolve));
    await open();
    act(() => void press('u'));
    await waitFor(async () => expect(document.activeElement).toBe(await roleAt(7)));
    act(() => void press('1'));
    act(() => void press('z'));
    act(() => void press('1'));
    fireEvent.click(screen.getByRole('button', { name: /Generate Tasks/ }));
    expect(await screen.findByRole('dialog', { name: 'Generating Tasks', hidden: true })).toBeDefined();
    const undo = {
      coverage: {},
      undo: [{ key: sampleKey('- maybe the desktop (unsure)'), scope: 'block', role: null }],
    };
    for (let answered = 0; answered < 3; answered += 1) {
      await waitFor(() => expect(held).toHaveLength(answered + 1));
      expect(bodies(GENERATE)).toEqual([]);
      await act(async () => held[answered]?.(success(undo)));
    }
    await waitFor(() => expect(bodies(GENERATE)).toHaveLength(1));
  });

  it('that is refused keeps the plan from being made', async () => {
    const held: ((response: Response) => void)[] = [];
    answers[`PATCH ${ROLES}`] = () => new Promise((resolve) => held.push(resolve));
    await open();
    act(() => void press('u'));
    await waitFor(async () => expect(document.activeElement).toBe(await roleAt(7)));
    act(() => void press('1'));
    fireEvent.click(screen.getByRole('button', { name: /Generate Tasks/ }));
    await waitFor(() => expect(held).toHaveLength(1));
    await act(async () => held[0]?.(failure(409, 'Not while this runs.', { errorType: 'CONFLICT' })));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Generating Tasks', hidden: true })).toBeNull());
    expect(listToasts()[0]?.description).toBe('Not while this runs.');
    expect(bodies(GENERATE)).toEqual([]);
  });

  it('is chosen from a menu that says why and what follows, also for the whole section', async () => {
    await open();
    fireEvent.click(await roleAt(7));
    const menu = screen.getByRole('menu', { name: 'Role of line 7. It can be read both ways.', hidden: true });
    const items = within(menu).getAllByRole('menuitemradio', { hidden: true });
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Worka check of T11',
      'Contextgoes with T12',
      'Limitin the brief3',
      'Donenothing left to do4',
    ]);
    fireEvent.click(within(menu).getByRole('menuitemcheckbox', { name: 'All of 2', hidden: true }));
    fireEvent.keyDown(items[2] ?? menu, { key: '3' });
    expect(await nameAt(5)).toBe('Line 5: Limit, set by Ada. Change role');
    expect(bodies(ROLES)[0]).toMatchObject({
      roles: [{ key: sampleKey('## Folders (work)'), scope: 'section', role: 'limit' }],
    });
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Line 7/));
  });

  it('that was set can be given back to the reader', async () => {
    kept.set(sampleKey('- add one (work)'), 'context');
    await open();
    expect(await nameAt(5)).toBe('Line 5: Context, set by Ada. Change role');
    fireEvent.click(await roleAt(5));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Decide automatically', hidden: true }));
    await waitFor(async () => expect(await nameAt(5)).toBe('Line 5: Work, T1. Change role'));
  });

  it('of a section is asked for once, with the task it would become', async () => {
    const asked = () => {
      const prd = storedPrd(TEXT);
      const [decision] = prd.decisions;
      const whole = {
        ...decision,
        scope: 'section',
        key: sampleKey('## Folders (work)'),
        heading: 'Folders',
        start_line: 3,
        end_line: 7,
        lines: 4,
      };
      return success({ ...prd, decisions: prd.counts.unsure > 0 ? [whole] : [] });
    };
    answers['GET /api/projects/p1/prd'] = asked;
    await open();
    const question = await screen.findByRole('group', { name: 'Decide: “Folders”, 4 lines' });
    expect(question.textContent).toContain('Planned, it becomes one task: maybe the desktop');
    act(() => void press('u'));
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Plan it'));
    act(() => void press('2'));
    expect(await nameAt(5)).toBe('Line 5: Context, set by Ada. Change role');
    expect(screen.queryByRole('group', { name: /^Decide/ })).toBeNull();
  });

  it('cannot be set where nothing can be changed', async () => {
    answers['GET /api/projects/p1'] = () =>
      success({ id: 'p1', name: 'Sift', role: 'owner', taskCount: 0, deleted_at: null, status: 'archived' });
    await open();
    const button = await roleAt(5);
    act(() => button.focus());
    act(() => void press('3'));
    fireEvent.click(await roleAt(5));
    fireEvent.click(screen.getByRole('menuitemradio', { name: /^Limit/, hidden: true }));
    expect(server.to(ROLES)).toHaveLength(0);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Generate Tasks/ }).disabled).toBe(true);
  });
});

describe('while the text is written', () => {
  it('a reading that had no turn is asked for again by itself', async () => {
    const reading = answers[`POST ${READ}`];
    let refusals = 0;
    answers[`POST ${READ}`] = (asked) => {
      refusals += 1;
      if (refusals > 1 && reading) return reading(asked);
      return failure(409, 'This text was not read.', { errorType: 'CONFLICT', errorCode: 'READING_SUPERSEDED' });
    };
    stored = undefined;
    writeDraft('p1', { content: TEXT, filename: 'sift.md' });
    await open('/projects/p1/prd?view=read');
    await waitFor(async () => expect(await nameAt(7)).toBe('Line 7: Unsure. Change role'), PATIENT);
    expect(refusals).toBe(2);
  });

  const field = async () => {
    // Waits until the lazy import has failed, so that the textarea is not replaced while typing.
    await act(() => import('#web/ui/editor/code-mirror.tsx').then(null, () => undefined));
    return screen.findByRole('textbox', { name: 'Specification, markdown' });
  };
  const write = async (value: string) => fireEvent.change(await field(), { target: { value } });

  it('one text is read at a time, and then only the last', async () => {
    stored = undefined;
    const waiting: (() => void)[] = [];
    answers[`POST ${READ}`] = ({ body }) => {
      const { content } = body as { content: string };
      return new Promise((resolve) => waiting.push(() => resolve(success(read(content)))));
    };
    await open();
    await write('- one (work)');
    await waitFor(() => expect(waiting).toHaveLength(1));
    const box = await field();
    vi.useFakeTimers();
    for (const value of ['- one (work)\n- two (work)', '- one (work)\n- two (work)\n- three (work)']) {
      fireEvent.change(box, { target: { value } });
      await act(() => vi.advanceTimersByTimeAsync(1_000));
    }
    expect(waiting, 'nothing is asked for meanwhile').toHaveLength(1);
    vi.useRealTimers();
    await act(async () => waiting[0]?.());
    await waitFor(() => expect(waiting).toHaveLength(2));
    await act(async () => waiting[1]?.());
    await waitFor(() => expect(chip('work').textContent).toBe('3 work'));
    expect(bodies(READ).map(({ content }) => content)).toEqual([
      '- one (work)',
      '- one (work)\n- two (work)\n- three (work)',
    ]);
  });

  it('it is saved without a plan, with its name, and then there is nothing to save', async () => {
    await open('/projects/p1/prd?view=edit');
    await write(`${TEXT}\n- more (work)`);
    press('s', { ctrlKey: true });
    await waitFor(() =>
      expect(listToasts()[0]).toMatchObject({ title: 'Uploaded', description: 'sift.md uploaded successfully' }),
    );
    expect(bodies('/api/projects/p1/prd').find((body) => body)).toEqual({
      content: `${TEXT}\n- more (work)`,
      filename: 'sift.md',
    });
    await waitFor(() => expect(documentPanel().queryByRole('button', { name: /^Save/ })).toBeNull());
    expect((await field()).textContent).toContain('more (work)');
  });

  it('what is typed while a save runs is still there after it, unsaved', async () => {
    let answer: () => void = () => undefined;
    answers['PUT /api/projects/p1/prd'] = ({ body }) =>
      new Promise((resolve) => {
        answer = () => {
          stored = (body as { content: string }).content;
          resolve(success({ version: 1, isNew: true, coverage: {} }));
        };
      });
    await open('/projects/p1/prd?view=edit');
    await write('# Other');
    press('s', { ctrlKey: true });
    await waitFor(() => expect(bodies('/api/projects/p1/prd').find((body) => body)).toBeDefined());
    await write('# Other, and more');
    act(answer);
    const save = () => documentPanel().getByRole('button', { name: /^Save/ });
    await waitFor(() => expect(listToasts()[0]).toMatchObject({ title: 'Uploaded' }));
    await waitFor(() => expect(save().getAttribute('aria-busy')).not.toBe('true'));
    expect((await field()).textContent).toBe('# Other, and more');
  });

  it('that cannot be saved is kept', async () => {
    answers['PUT /api/projects/p1/prd'] = () => failure(409, 'A plan is being made.');
    await open('/projects/p1/prd?view=edit');
    await write('# Other');
    fireEvent.click(documentPanel().getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(listToasts()[0]?.description).toBe('A plan is being made.'));
    expect((await field()).textContent).toBe('# Other');
  });

  it('changes can be discarded, and that undone', async () => {
    await open('/projects/p1/prd?view=edit');
    await write('# Other');
    fireEvent.click(screen.getByRole('button', { name: 'Discard Changes' }));
    expect((await field()).textContent).toBe(TEXT);
    act(() => runToastAction(listToasts()[0]?.id ?? 0));
    expect((await field()).textContent).toBe('# Other');
  });
});

describe('the plan beside it', () => {
  it('is drafted at once: sizes, checks, what comes first, and how much of the document it answers', async () => {
    await open();
    const panel = screen.getByRole('region', { name: 'Plan' });
    expect(await within(panel).findByText('2 tasks in 1 list')).toBeDefined();
    expect(within(panel).getByRole('button', { name: 'T1 Folders first' })).toBeDefined();
    fireEvent.click(within(panel).getByRole('button', { name: '3 checks of T1' }));
    expect(within(panel).getByText('watch it')).toBeDefined();
    expect(within(panel).getByText('1 unsure')).toBeDefined();
    const meter = within(panel).getByRole('meter', { name: '3 of 3 work lines planned' });
    expect(
      [meter.getAttribute('aria-valuenow'), meter.getAttribute('aria-valuemax')],
      'never full with a line unsure',
    ).toEqual(['3', '4']);
  });

  it('lights the lines of a task, and leads from a line to its task', async () => {
    await open();
    const task = await screen.findByRole('button', { name: 'T1 Folders first' });
    act(() => task.focus());
    expect((await roleAt(5)).closest('[data-lit]')).not.toBeNull();
    fireEvent.click(screen.getAllByRole('button', { name: 'T2, Not now, done' })[0] ?? task);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Not now'));
  });

  it('says plainly when it is only an outline', async () => {
    answers[`POST ${READ}`] = ({ body }) => {
      const { reading, draft } = read((body as { content: string }).content);
      return success({ reading, draft: { ...draft, is_outline: true } });
    };
    await open();
    expect(
      await screen.findByText('This follows the outline of the document. Your agent can draft a better plan.'),
    ).toBeDefined();
  });

  it('is drafted in three ways, the agent’s first; M goes to the next', async () => {
    await open();
    const tab = (name: RegExp) => screen.getByRole('tab', { name });
    expect(tab(/^Your agent/).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByText('Read Sift’s PRD in Baton and draft the plan.')).toBeDefined();
    act(() => void press('m'));
    expect(await screen.findByText('key not set')).toBeDefined();
    expect(screen.getByText('An administrator can set one.')).toBeDefined();
    act(() => void press('m'));
    expect(await screen.findByText(/structure only/)).toBeDefined();
    expect(tab(/^Built in/).getAttribute('aria-selected')).toBe('true');
    act(() => {
      press('m');
      press('m');
    });
    expect(await screen.findByText('key not set')).toBeDefined();
  });

  it('of the agent is waited for once it was told, and is there by itself', async () => {
    Object.assign(navigator, { clipboard: { writeText: async () => undefined } });
    stored = undefined;
    writeDraft('p1', { content: TEXT, filename: 'sift.md' });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Save and copy' }));
    expect(await screen.findByText(/^Waiting for the draft/)).toBeDefined();
    expect(stored).toBe(TEXT);
    const planned = samplePlan({ tasks: [sampleTask('t1', { requirement_ids: ['r5'] })] });
    answers['GET /api/projects/p1/plan/tree'] = () => success(packPlan(planned));
    const drafted = {
      seq: 20,
      type: 'plan.drafted',
      data: { tasks: 1, planned: 1, work: 3, checkpoint_id: 'c1' },
      actor: { kind: 'agent', id: null, name: 'claude-code' },
      created_at: '2026-01-01T00:00:00Z',
    } as const;
    await act(async () => {
      hearDrafted(cache, 'p1', [drafted as never]);
      await cache.invalidateQueries({ queryKey: ['plan', 'p1', 'tree'] });
    });
    expect(await screen.findByText('claude-code drafted the plan: 1 task, 1 of 3 lines')).toBeDefined();
    expect(screen.getByRole('button', { name: /^Undo: claude-code drafted/ })).toBeDefined();
    expect(screen.queryByText(/^Waiting for the draft/)).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('PRD');
    expect(await nameAt(5)).toBe('Line 5: Work, T1. Change role');
    expect(screen.getAllByRole('link', { name: 'T1, Task t1' })[0]?.getAttribute('href')).toBe(
      '/projects/p1/tasks?task=t1',
    );
    expect(screen.getByRole('meter', { name: '1 of 3 work lines planned' })).toBeDefined();
  });

  it('in place can be laid beside a new draft', async () => {
    answers['GET /api/projects/p1/plan/tree'] = () =>
      success(packPlan(samplePlan({ tasks: [sampleTask('t7', { requirement_ids: ['r5'] })] })));
    await open();
    expect(await nameAt(5)).toBe('Line 5: Work, T7. Change role');
    expect(server.to(READ), 'nobody has asked for a draft').toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'New draft' }));
    await waitFor(async () => expect(await nameAt(5)).toBe('Line 5: Work, T1. Change role'));
  });
});
