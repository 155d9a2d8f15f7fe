import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { KEY_TEXTS } from '#contract/api-key-texts.ts';
import { AGENT_CLIENTS } from '#contract/clients/all-clients.ts';
import { CONNECT_TEXTS } from '#contract/connect-texts.ts';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { Component } from './screen.tsx';

beforeAll(fakeTopLayer);

const KEY = `baton_${'a'.repeat(40)}`;
const CREATED = '2026-03-03T10:00:00.000Z';
const NONE = { hasApiKey: false, maskedKey: null, createdAt: null, updatedAt: null };
const info = (updatedAt = CREATED) => ({
  hasApiKey: true,
  maskedKey: 'bato••••aaaa',
  createdAt: CREATED,
  updatedAt,
});
const sighting = (agent: string, more: object) => ({ agent, calls: 1, first_call_at: null, problem: null, ...more });
const GENERATE = 'POST /api/auth/api-key';
const REGENERATE = 'POST /api/auth/api-key/regenerate';

let answers: Record<string, (asked: Asked) => Response | Promise<Response>>;
let cache: QueryClient;
let copied: string[];
beforeEach(() => {
  copied = [];
  vi.stubGlobal('navigator', {
    clipboard: { writeText: async (text: string) => void copied.push(text) },
    platform: 'Linux',
  });
  answers = {
    'GET /api/auth/api-key': () => success(NONE),
    'GET /api/projects': () =>
      success([
        { id: 'p0', name: 'Of Ada', role: 'viewer', owner_name: 'Ada' },
        { id: 'p1', name: 'Harbor API', role: 'owner' },
        { id: 'p2', name: 'Lighthouse', role: 'editor' },
      ]),
    'GET /api/agents': () => success([]),
    [GENERATE]: () => success({ apiKey: KEY, maskedKey: 'bato••••aaaa', createdAt: CREATED, updatedAt: CREATED }),
    [REGENERATE]: () =>
      success({
        apiKey: KEY,
        maskedKey: 'bato••••aaaa',
        createdAt: CREATED,
        updatedAt: '2026-04-01T10:00:00.000Z',
      }),
  };
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
});

function open(address = '/api-keys') {
  const server = fakeFetch((asked) => {
    const path = asked.path.split('?')[0] ?? '';
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    return answers[`${asked.method} ${path}`]?.(asked);
  });
  const router = createMemoryRouter(
    [
      { path: '/api-keys', Component },
      { path: '/projects', element: <p>the projects</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { server, router, at: () => router.state.location.pathname };
}

/** By the beginning of its name: without styles both texts of a copy button count. */
const button = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) });
const click = async (name: string) => fireEvent.click(await button(name));
const toastTitles = () => listToasts().map(({ title }) => title);

/** Everything that outlives the screen: caches and storage. */
const kept = () =>
  JSON.stringify([
    cache
      .getQueryCache()
      .getAll()
      .map((query) => query.state),
    cache
      .getMutationCache()
      .getAll()
      .map((mutation) => mutation.state),
    Object.entries(localStorage),
    Object.entries(sessionStorage),
  ]);

async function regenerate() {
  answers['GET /api/auth/api-key'] = () => success(info());
  const opened = open();
  await click('Regenerate');
  const dialog = screen.getByRole('dialog', { name: 'Regenerate API key?' });
  expect(dialog.textContent).toContain(KEY_TEXTS.regenerateWarning);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Regenerate' }));
  return opened;
}

describe('an account without a key', () => {
  test('is offered one, and sees it in full once', async () => {
    const { router } = open();
    expect(await screen.findByRole('heading', { name: 'No API Key Found' })).toBeTruthy();
    await click('Generate');
    expect(await screen.findByText(KEY)).toBeTruthy();
    expect(toastTitles()).toEqual(['API Key Generated']);
    expect(screen.getByText('Active')).toBeTruthy();
    expect(document.activeElement?.textContent).toContain('Copy key');
    expect(kept()).not.toContain(KEY);
    expect(router.state.location.search).toBe('');
    await click('I have saved it');
    expect(document.body.textContent).not.toContain(KEY);
    expect(screen.getByText('bato••••aaaa')).toBeTruthy();
  });

  test.each([
    [
      'the server’s words',
      () => failure(409, 'This account has an API key already.'),
      'This account has an API key already.',
    ],
    [
      'that nothing came back',
      () => Promise.reject(new TypeError('lost')),
      'Please check your internet connection and try again.',
    ],
  ] as const)('is told %s when it fails', async (_, answer, says) => {
    answers[GENERATE] = answer;
    open();
    await click('Generate');
    await waitFor(() =>
      expect(listToasts()).toMatchObject([{ title: 'Generation Failed', description: says, variant: 'destructive' }]),
    );
    expect(screen.getByRole('heading', { name: 'No API Key Found' })).toBeTruthy();
  });

  test('that got one in another tab meanwhile sees that', async () => {
    answers[GENERATE] = () => {
      answers['GET /api/auth/api-key'] = () => success(info());
      return failure(409, 'This account has an API key already.');
    };
    open();
    await click('Generate');
    expect(await screen.findByText('bato••••aaaa')).toBeTruthy();
  });
});

describe('a key', () => {
  test('is masked, with its dates and who used it last', async () => {
    answers['GET /api/auth/api-key'] = () => success(info('2026-04-01T10:00:00.000Z'));
    answers['GET /api/agents'] = () =>
      success([
        sighting('old-one', { last_call_at: '2026-03-31T10:00:00.000Z' }),
        sighting('claude-code', { last_call_at: '2026-04-02T10:00:00.000Z' }),
      ]);
    open();
    expect(await screen.findByText(/Created Mar 3, 2026 · last regenerated Apr 1, 2026/)).toBeTruthy();
    expect(await screen.findByText(/last used \d+\w ago by claude-code/)).toBeTruthy();
  });

  test('that cannot be read says so, and is asked for again', async () => {
    answers['GET /api/auth/api-key'] = () => failure(500, 'Broken.');
    open();
    expect(await screen.findByText('Failed to load API key information')).toBeTruthy();
    answers['GET /api/auth/api-key'] = () => success(info());
    await click('Try Again');
    expect(await screen.findByText('bato••••aaaa')).toBeTruthy();
  });

  test('is replaced after a confirmation only', async () => {
    answers['GET /api/auth/api-key'] = () => success(info());
    const { server } = open();
    await click('Regenerate');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.to('/api/auth/api-key/regenerate')).toEqual([]);
    cleanup();
    await regenerate();
    expect(await screen.findByText(KEY)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(toastTitles()).toEqual(['API Key Regenerated']);
    expect(kept()).not.toContain(KEY);
  });

  test('that could not be replaced is still the old one', async () => {
    answers[REGENERATE] = () => failure(503, 'Not now.');
    await regenerate();
    await waitFor(() =>
      expect(listToasts()).toMatchObject([{ title: 'Regeneration Failed', description: 'Not now.' }]),
    );
    expect(screen.getByRole('dialog', { name: 'Regenerate API key?' })).toBeTruthy();
    expect(document.body.textContent).not.toContain(KEY);
  });
});

describe('leaving', () => {
  const unload = () => {
    const event = new Event('beforeunload', { cancelable: true });
    act(() => void window.dispatchEvent(event));
    return event.defaultPrevented;
  };

  test('with a key that nobody has kept is asked about, once', async () => {
    const { router, at } = await regenerate();
    await screen.findByText(KEY);
    expect(unload()).toBe(true);
    await act(() => router.navigate('/projects'));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Stay' }));
    expect(at()).toBe('/api-keys');
    expect(screen.getByText(KEY)).toBeTruthy();
    await act(() => router.navigate('/projects'));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('the projects')).toBeTruthy();
    expect(unload()).toBe(false);
  });

  test.each([
    ['copied', 'Copy key', KEY],
    ['copied as a command', 'Copy code', KEY],
    ['copied with the project', 'Copy Both', KEY],
    ['put away', 'I have saved it', undefined],
  ])('with a key that was %s is free', async (_, control, text) => {
    const { router, at } = await regenerate();
    await screen.findByText(KEY);
    fireEvent.click((await screen.findAllByRole('button', { name: new RegExp(`^${control}`) }))[0]!);
    if (text !== undefined) await waitFor(() => expect(copied.join('\n')).toContain(text));
    await waitFor(() => expect(unload()).toBe(false));
    await act(() => router.navigate('/projects'));
    expect(at()).toBe('/projects');
  });
});

describe('connecting an agent', () => {
  test('needs a project, and says how to get one', async () => {
    answers['GET /api/projects'] = () => success([]);
    open();
    expect(await screen.findByRole('heading', { name: 'No project yet' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'New Project' }).getAttribute('href')).toBe('/projects?new=1');
  });

  test('names the project and the client of the address, and this server', async () => {
    open('/api-keys?project=p2&client=gemini&way=key');
    const panel = await screen.findByRole('tabpanel', { name: /Gemini CLI/ });
    expect(panel.textContent).toContain('.gemini/settings.json');
    expect(panel.textContent).toContain(`"httpUrl": "${window.location.origin}/mcp"`);
    expect(panel.textContent).toContain('"X-Project-Id": "p2"');
    expect(panel.textContent).toContain('Bearer $BATON_API_KEY');
  });

  test('says what an agent can do where its person may only look, and offers another project first', async () => {
    open();
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Project' });
    expect(choice.value).toBe('p1');
    expect(screen.queryByText(/takes no task/)).toBeNull();
    fireEvent.change(choice, { target: { value: 'p0' } });
    expect(await screen.findByText(/takes no task. Ada, the owner, can make you an editor/)).toBeTruthy();
  });

  test('shows every client in its group, and the arrows go from one to the next', async () => {
    const { router } = open();
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent?.slice(1))).toEqual(AGENT_CLIENTS.map(({ name }) => name));
    for (const group of Object.values(CONNECT_TEXTS.groups))
      expect(screen.getAllByText(group).length).toBeGreaterThan(0);
    fireEvent.keyDown(tabs[0]!, { key: 'ArrowDown' });
    await screen.findByRole('tabpanel', { name: 'Codex' });
    expect(router.state.location.search).toBe('?client=codex');
  });

  test('finds a client by its name or its group, takes the first with Enter, and says when there is none', async () => {
    const { router } = open();
    const field = await screen.findByRole('searchbox', { name: CONNECT_TEXTS.search });
    fireEvent.change(field, { target: { value: 'kil' } });
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['KKilo Code']);
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByRole('tabpanel', { name: 'Kilo Code' });
    expect(router.state.location.search).toBe('?client=kilo');
    fireEvent.change(field, { target: { value: 'desktop' } });
    expect(screen.getAllByRole('tab')).toHaveLength(2);
    fireEvent.change(field, { target: { value: 'emacs' } });
    expect(screen.queryAllByRole('tab')).toEqual([]);
    expect(screen.getByText(/No client matches “emacs”/)).toBeTruthy();
    await click(CONNECT_TEXTS.showAll);
    expect(screen.getAllByRole('tab')).toHaveLength(AGENT_CLIENTS.length);
  });

  test('signing in comes first and needs no key; the key is one press away, and stays in the address', async () => {
    const { router } = open();
    const panel = await screen.findByRole('tabpanel');
    expect(panel.textContent).toContain(`claude mcp add --transport http baton ${window.location.origin}/mcp`);
    expect(panel.textContent).not.toContain('BATON_API_KEY');
    await click(CONNECT_TEXTS.ways.key);
    expect(panel.textContent).toContain("--header 'Authorization: Bearer ${BATON_API_KEY}'");
    expect(router.state.location.search).toBe('?way=key');
    await click('.mcp.json');
    expect(panel.textContent).toContain('"type": "http"');
    expect(panel.textContent).toContain('mcp__baton');
    await click(CONNECT_TEXTS.byInit);
    expect(panel.textContent).toContain('baton-cli.tgz init --client claude --key');
  });

  test.each([
    ['roo', CONNECT_TEXTS.keyOnly('Roo Code')],
    ['chatgpt', CONNECT_TEXTS.signInOnly('ChatGPT')],
  ])('%s has one way only, and says so', async (client, says) => {
    open(`/api-keys?client=${client}`);
    expect((await screen.findByRole('tabpanel')).textContent).toContain(says);
    expect(screen.queryByRole('button', { name: CONNECT_TEXTS.ways.key })).toBeNull();
  });

  test('every client has its steps both ways, and none a key in a configuration', async () => {
    await regenerate();
    await screen.findByText(KEY);
    for (const tab of await screen.findAllByRole('tab')) {
      fireEvent.click(tab);
      const panel = screen.getByRole('tabpanel');
      for (const way of ['sign-in', 'key'] as const) {
        const button = within(panel).queryByRole('button', { name: CONNECT_TEXTS.ways[way] });
        if (button !== null) fireEvent.click(button);
        expect(panel.querySelectorAll('ol > li').length, tab.textContent ?? '').toBeGreaterThan(1);
        const blocks = [...panel.querySelectorAll('pre')].map((pre) => pre.textContent ?? '');
        for (const text of blocks.filter((each) => each.includes(KEY)))
          expect(text).toContain(`export BATON_API_KEY=${KEY}`);
      }
    }
  });

  test.each([
    ['waits for the first call', [], 'Waiting for the first call…'],
    [
      'says who is connected',
      [{ agent: 'claude-code', calls: 58, first_call_at: CREATED, last_call_at: CREATED }],
      /^claude-code connected, last call \d+\w ago/,
    ],
    [
      'says whose call it was where it is another client',
      [{ agent: 'codex-cli', calls: 1, first_call_at: CREATED, last_call_at: CREATED }],
      /^Last call: codex-cli, \d+\w ago/,
    ],
    [
      'says what went wrong',
      [{ agent: 'An agent', last_call_at: null, problem: KEY_TEXTS.notSet, problem_at: new Date().toISOString() }],
      'BATON_API_KEY is not set in the shell that started this client',
    ],
  ])('%s', async (_, agents, says) => {
    answers['GET /api/agents'] = ({ path }) => success(path.endsWith('?project_id=p1') ? agents : []);
    open();
    const panel = await screen.findByRole('tabpanel');
    await waitFor(() => expect(panel.querySelector('[data-part=live-line]')?.textContent).toMatch(says));
  });
});
