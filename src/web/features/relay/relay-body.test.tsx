import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RunView } from '#contract/relay.ts';
import type { Run, RunWorker } from '#contract/run.ts';
import { failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { PATIENT } from '#test/patience.ts';
import { buildResult, buildRun, buildRunView, buildWorker, freeWorker } from '#test/web/build-run.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { hearRelay } from '#web/lib/live/live-relay.ts';
import { installShortcuts } from '#web/lib/keys/shortcuts.ts';
import { RelayBody } from './relay-body.tsx';
import type { RelayReach } from './relay-reach.ts';

fakeTopLayer();

const NOW = Date.parse('2026-03-18T15:00:00.000Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString();
let leaveKeys = () => {};
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  leaveKeys = installShortcuts(window);
});
afterEach(() => {
  cleanup();
  leaveKeys();
  vi.useRealTimers();
});

const answers: { ask: (run: Run) => Response } = { ask: (run) => success(run) };
const beating = (fields: Partial<Run> = {}) => buildRun({ last_beat_at: ago(1), started_at: ago(3_480), ...fields });
const of = (run: Run, ...workers: RunWorker[]): Partial<RunView> => ({ runs: [{ run, workers }] });

function show(fields: Partial<RunView>, reach: Partial<RelayReach> = {}) {
  const view = buildRunView(fields);
  const asked = fakeFetch(({ path, method }) => {
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    if (path.endsWith('/relay')) return success(view);
    if (path.endsWith('/output?worker=a')) return success({ worker: 'a', text: 'all of it', from: 1, is_cut: true });
    const run = view.runs[0]?.run;
    return method === 'POST' && run && path.endsWith('/ask') ? answers.ask(run) : undefined;
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  cache.setQueryData(queryKeys.relay('p1'), view);
  const lent: RelayReach = {
    projectId: 'p1',
    batonOf: () => undefined,
    hasOpenQuestion: () => false,
    onSelect: vi.fn<(taskId: string) => void>(),
    onAnswer: vi.fn<(taskId: string) => void>(),
    onTakeAway: vi.fn<(taskId: string) => void>(),
    onStartAgain: vi.fn<(taskId: string, reason: string) => void>(),
    wantsFocus: false,
    onFocused: vi.fn<() => void>(),
    ...reach,
  };
  render(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <RelayBody reach={lent} tabs="t" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { cache, lent, asked };
}

const lane = (name: string) => screen.getByRole('article', { name: new RegExp(`^${name}`) });
const baton = (seconds: number) =>
  ({ beats: Array.from({ length: 24 }, () => 1), last_call_at: ago(seconds), expires_at: ago(-720) }) as ReturnType<
    RelayReach['batonOf']
  >;

describe('lanes', () => {
  test('show step, branch and the last six lines, and follow each line', async () => {
    const { cache } = show(
      of(beating(), buildWorker('a', { tail: '1\n2\n3\n4\n5\n6\n7', lines: 7, moved_at: ago(8) })),
    );
    expect(within(lane('a')).getByRole('log').textContent).toBe('234567');
    expect(within(lane('a')).getByRole('log').getAttribute('aria-live')).toBe('off');
    expect(lane('a').textContent).toContain('baton/T14-seed');
    const next = buildWorker('a', { tail: '7\n8', lines: 8, moved_at: ago(0), state: 'verifying', since: ago(48) });
    act(() => hearRelay(cache, 'p1', [{ run_id: beating().id, at: ago(0), worker: next }]));
    const step = () => lane('a').querySelector('[aria-current=step]')?.textContent;
    await expect.poll(step, PATIENT).toBe('Verifyingnpm test0:48');
    expect(within(lane('a')).getByRole('log').textContent).toBe('78');
  });

  test('above four fold to a line, of which at most four are open', () => {
    show(
      of(
        beating(),
        ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => buildWorker(name, { tail: name, lines: 1, moved_at: ago(1) })),
      ),
    );
    expect(screen.getAllByRole('log')).toHaveLength(4);
    expect(lane('e').textContent).toContain('working');
    fireEvent.click(within(lane('e')).getByRole('button', { name: 'Show the output of e' }));
    expect(screen.getAllByRole('log')).toHaveLength(4);
    expect(within(lane('e')).getByRole('log').textContent).toBe('e');
    expect(within(lane('a')).queryByRole('log')).toBeNull();
  });

  test('say why an agent is free, and until when it waits', () => {
    show(
      of(
        beating(),
        freeWorker('a', { note: 'nothing ready: T15 waits for T14' }),
        freeWorker('b', { state: 'waiting_for_limit', note: 'resets at 3:00 AM' }),
        freeWorker('c', { state: 'waiting_for_limit', note: 'usage limit, goes on at 3:00 AM' }),
        freeWorker('d'),
      ),
    );
    expect(lane('a').textContent).toContain('is free: nothing ready: T15 waits for T14');
    expect(lane('b').textContent).toContain('waiting for a usage limit: resets at 3:00 AM');
    expect(lane('c').textContent).toContain('waiting: usage limit, goes on at 3:00 AM');
    expect(lane('d').textContent).toBe('dis free');
  });

  test('of an agent that may have stopped offer to start again, and to take its baton', () => {
    const { lent } = show(of(beating(), buildWorker('a', { moved_at: ago(660) })), { batonOf: () => baton(660) });
    expect(lane('a').dataset['look']).toBe('stalled');
    expect(lane('a').textContent).toContain('may have stopped, last call 11m ago');
    fireEvent.click(screen.getByRole('button', { name: 'Start again' }));
    expect(lent.onStartAgain).toHaveBeenCalledWith('task of a', expect.stringContaining('nothing for 11m'));
    fireEvent.click(screen.getByRole('button', { name: 'Take the baton away…' }));
    expect(lent.onTakeAway).toHaveBeenCalledWith('task of a');
  });

  test('lead to an open question, and no more once it is answered', () => {
    const results = [buildResult('q', { outcome: 'asked', worker: 'a', at: ago(120), number: 20 })];
    const { lent } = show({ ...of(beating(), freeWorker('a')), results }, { hasOpenQuestion: () => true });
    expect(lane('a').dataset['look']).toBe('you');
    expect(lane('a').textContent).toContain('asked you about T20 2m ago');
    fireEvent.click(screen.getByRole('button', { name: 'Answer: T20' }));
    expect(lent.onAnswer).toHaveBeenCalledWith('task of q');
    cleanup();
    show({ ...of(beating(), freeWorker('a')), results });
    expect(lane('a').dataset['look']).toBe('free');
  });

  test('have keys of their own while the focus is in them', async () => {
    const { lent } = show(of(beating(), buildWorker('a')));
    fireEvent.keyDown(document.body, { key: 'o' });
    expect(screen.queryByRole('dialog')).toBeNull();
    lane('a').focus();
    fireEvent.keyDown(lane('a'), { key: 'Enter' });
    expect(lent.onSelect).toHaveBeenCalledWith('task of a');
    fireEvent.keyDown(lane('a'), { key: 'o' });
    expect(await screen.findByText('all of it', undefined, PATIENT)).toBeDefined();
    expect(screen.getByRole('dialog').textContent).toContain('What came before is not kept.');
  });
});

test('opened by its key it has the focus in the first lane', () => {
  const { lent } = show(of(beating(), buildWorker('a'), buildWorker('b')), { wantsFocus: true });
  expect(document.activeElement).toBe(lane('a'));
  expect(lent.onFocused).toHaveBeenCalledOnce();
});

describe('a run', () => {
  const state = () => document.querySelector('[data-part=run-state]')?.textContent ?? '';

  test('whose terminal is gone says since when, and when its batons come back', () => {
    show(of(beating({ last_beat_at: ago(120) }), buildWorker('a')), { batonOf: () => baton(120) });
    expect(state()).toMatch(/^The terminal of this run is gone since 2mbatons come back by \d/);
    expect(lane('a').dataset['look']).toBe('free');
  });

  test('that was paused or is to stop says by whom, and what still runs', () => {
    show(of(beating({ is_paused: true, asked_by: 'Mira' }), buildWorker('a'), freeWorker('b')));
    expect(state()).toBe('Paused by Mira1 agent finishes its task, no new one starts');
    cleanup();
    show(of(beating({ stop: 'finish', asked_by: 'Mira' }), buildWorker('a'), freeWorker('b')));
    expect(state()).toBe('Finishing, asked by Mira1 of 2 still at work');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Stopping after 1 task…' }).disabled).toBe(true);
    expect(screen.getByRole('button', { name: 'Resume' })).toBeDefined();
  });

  test('that has ended is a summary without lanes, and keeps its results', () => {
    const run = beating({
      ended_at: ago(300),
      end: 'nothing_ready',
      done: 3,
      failed: 1,
      insertions: 212,
      deletions: 34,
    });
    const diff = { files: 2, insertions: 124, deletions: 18 };
    const results = [
      buildResult('x', { is_verified: true, merged_into: 'main', diff }),
      buildResult('y', { outcome: 'skipped', reason: 'no sandbox account' }),
    ];
    const { lent } = show({ ...of(run, buildWorker('a')), results, results_total: 2 });
    expect(state()).toBe('Nothing was ready any more3 done, 1 failed +212 −34  53m');
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    const rows = within(screen.getByRole('region', { name: 'Finished in this run' })).getAllByRole('listitem');
    expect(rows[0]?.textContent).toContain('done · verified · merged into main · +124 −18 · codex-1');
    expect(rows[1]?.textContent).toContain('skipped: no sandbox account');
    fireEvent.click(screen.getAllByRole('button', { name: /Apply each event once/ })[0] ?? document.body);
    expect(lent.onSelect).toHaveBeenCalledWith('task of x');
  });

  test('is paused by a button, which shows what the server answered', async () => {
    answers.ask = (run) => success({ ...run, is_paused: true, asked_by: 'Mira' });
    const { asked } = show(of(beating(), buildWorker('a')));
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    await expect.poll(state, PATIENT).toContain('Paused by Mira');
    expect(asked.asked.find(({ path }) => path.endsWith('/ask'))?.body).toEqual({ request: 'pause' });
  });

  test('that refuses keeps its buttons', async () => {
    answers.ask = () => failure(409, 'The run has ended.', { errorType: 'CONFLICT' });
    show(of(beating(), buildWorker('a')));
    fireEvent.click(screen.getByRole('button', { name: 'Finish current tasks, then stop' }));
    const button = () => screen.getByRole('button', { name: 'Finish current tasks, then stop' });
    await expect.poll(() => button().getAttribute('aria-busy'), PATIENT).toBeNull();
    expect(state()).toBe('');
  });

  test('of several has a bar of its own', () => {
    const other = buildRun({ id: buildResult('r2').id, last_beat_at: ago(1), host: 'ci', started_at: ago(60) });
    show({ runs: [...(of(beating(), buildWorker('a')).runs ?? []), { run: other, workers: [buildWorker('b')] }] });
    expect(screen.getAllByRole('button', { name: 'Pause' })).toHaveLength(2);
    expect(screen.getByText('58m, started by Mira on mira-mbp')).toBeDefined();
    expect(screen.getByText('1m, started by Mira on ci')).toBeDefined();
  });
});

test('the queue says what waits for what, and which try comes', () => {
  const task = (name: string, fields: object = {}) => ({
    id: buildResult(name).id,
    number: 11,
    title: name,
    waits_for: [],
    try: 1,
    ...fields,
  });
  const queue = [task('Retry-After'), task('Once', { try: 3 }), task('Drive', { waits_for: [14] })];
  show({
    ...of(beating(), buildWorker('a')),
    queue,
    ready: 7,
    results: [buildResult('z', { task_id: buildResult('Once').id })],
  });
  const region = screen.getByRole('region', { name: 'Next in the queue' });
  expect(region.querySelector('h3')?.textContent).toBe('Next in the queue 7');
  expect(
    within(region)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['1T11Retry-After', '2T11Oncetry 3/3', 'T11Driveafter T14']);
});

test('without any run it says how to start one', () => {
  show({ runs: [] });
  expect(screen.getByText('No run yet')).toBeDefined();
  expect(screen.getByText(/baton-cli\.tgz run --demo$/)).toBeDefined();
});
