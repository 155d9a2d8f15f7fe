import type { Page } from '@playwright/test';
import type { RunView } from '#contract/relay.ts';
import type { RunWorker } from '#contract/run.ts';
import { buildResult, buildRun, buildRunView, buildWorker, freeWorker } from '#test/web/build-run.ts';
import { type World, HELD } from './add-world.ts';
import { answer } from './answers.ts';
import { planAt } from './task-addresses.ts';
import type { View } from './view.ts';

const TAIL = [
  'Read   limiter/bucket.sql       84 lines',
  'Edit   limiter/clock.ts         +41 −3',
  'Run    make skew SKEW=90',
  'ok  test/bucket.test.ts     31 tests   4.8s',
  'note   finding: host drift explains the early refills',
  'Edit   test/skew.property.ts    +96',
].join('\n');

/** Of the same moment in both builds: that of the plan. */
function momentOf({ harbor }: World) {
  const at = harbor.task(HELD).created_at;
  const run = buildRun({ started_at: at, last_beat_at: new Date().toISOString(), is_demo: true });
  const working = (name: string, fields: Partial<RunWorker> = {}) =>
    buildWorker(name, { since: at, task_since: at, moved_at: null, tail: TAIL, lines: 6, ...fields });
  const results = [
    buildResult('a', { outcome: 'tried_again', reason: 'failed verification', try: 2, at }),
    buildResult('b', {
      is_verified: true,
      merged_into: 'main',
      diff: { files: 2, insertions: 124, deletions: 18 },
      cost_usd: 0.61,
      at,
    }),
    buildResult('c', { outcome: 'skipped', reason: 'no sandbox account', at }),
    buildResult('d', { outcome: 'asked', at }),
  ];
  return { at, run, working, results };
}

const lanes = (world: World): RunView => {
  const { run, working, results } = momentOf(world);
  const workers = [
    working('claude-code-1'),
    working('codex-1', { state: 'verifying', note: 'npm test', try: 2 }),
    working('gemini-1', { state: 'merging' }),
    freeWorker('qwen-1', { note: 'nothing ready: T15 waits for T14' }),
    freeWorker('opencode-1', { state: 'waiting_for_limit', note: 'resets at 3:00 AM' }),
  ];
  const task = world.harbor.task(HELD);
  const queue = [{ id: task.id, number: task.number, title: task.title, waits_for: [], try: 2 }];
  return buildRunView({ runs: [{ run, workers }], queue, ready: 7, results });
};

const ended = (world: World): RunView => {
  const { at, run, results } = momentOf(world);
  const over = {
    ...run,
    ended_at: at,
    end: 'nothing_ready',
    done: 3,
    failed: 1,
    insertions: 212,
    deletions: 34,
  } as const;
  return buildRunView({ runs: [{ run: over, workers: [] }], results });
};

const shows = (make: (world: World) => RunView) => (page: Page, world: World) =>
  answer(page, '**/api/projects/*/relay', make(world));
const AT = { as: 'member', at: planAt('?view=relay'), panel: 'Relay' } as const;

export const relayViews: readonly View[] = [
  {
    ...AT,
    name: 'relay',
    prepare: shows(lanes),
    shows: 'Finished in this run',
    height: 1600,
    highContrast: true,
  },
  { ...AT, name: 'relay-ended', prepare: shows(ended), shows: 'Nothing was ready any more' },
  {
    ...AT,
    name: 'relay-paused',
    prepare: shows((world) => {
      const { run, workers } = lanes(world).runs[0] ?? { run: buildRun(), workers: [] };
      return { ...lanes(world), runs: [{ run: { ...run, is_paused: true, asked_by: 'Ada' }, workers }] };
    }),
    shows: 'Paused by Ada',
  },
  { ...AT, name: 'relay-none', prepare: shows(() => buildRunView({ runs: [] })), shows: 'No run yet' },
];
