import type { Id } from '#contract/fields.ts';
import type { RunView } from '#contract/relay.ts';
import type { Run, RunResult, RunWorker } from '#contract/run.ts';

const AT = '2026-03-18T14:00:00.000Z';
const id = (name: string) => name as Id;

/** Runs for tests: a row says only what matters to the case. */
export const buildRun = (fields: Partial<Run> = {}): Run => ({
  id: id('r1'),
  project_id: id('p1'),
  started_by: { kind: 'user', id: null, name: 'Mira' },
  host: 'mira-mbp',
  clients: ['claude-code'],
  parallel: 3,
  base_branch: 'main',
  is_merging: true,
  verify_command: 'npm test',
  is_demo: false,
  first_worker: 1,
  started_at: AT,
  last_beat_at: AT,
  ended_at: null,
  end: null,
  is_paused: false,
  stop: null,
  asked_by: null,
  done: 0,
  failed: 0,
  skipped: 0,
  given_back: 0,
  insertions: 0,
  deletions: 0,
  tokens: null,
  cost_usd: null,
  ...fields,
});

export const buildWorker = (name: string, fields: Partial<RunWorker> = {}): RunWorker => ({
  name,
  client: 'claude-code',
  state: 'working',
  since: AT,
  task_id: id(`task of ${name}`),
  number: 14,
  title: 'Seed 200,000 keys',
  task_since: AT,
  try: 1,
  tries: 3,
  branch: 'baton/T14-seed',
  worktree: '.baton/worktrees/T14-seed',
  note: '',
  moved_at: AT,
  tail: '',
  lines: 0,
  ...fields,
});

/** An agent without a task. */
export const freeWorker = (name: string, fields: Partial<RunWorker> = {}): RunWorker =>
  buildWorker(name, {
    state: 'free',
    task_id: null,
    number: null,
    title: null,
    task_since: null,
    branch: null,
    ...fields,
  });

export const buildResult = (name: string, fields: Partial<RunResult> = {}): RunResult => ({
  id: id(name),
  run_id: id('r1'),
  task_id: id(`task of ${name}`),
  number: 23,
  title: 'Apply each event once',
  worker: 'codex-1',
  outcome: 'done',
  reason: '',
  try: 1,
  tries: 3,
  is_verified: false,
  verify_command: null,
  merged_into: null,
  branch: null,
  commit: null,
  diff: null,
  seconds: 1_860,
  tokens: null,
  cost_usd: null,
  at: AT,
  ...fields,
});

export const buildRunView = (fields: Partial<RunView> = {}): RunView => ({
  runs: [{ run: buildRun(), workers: [] }],
  queue: [],
  ready: 0,
  results: [],
  results_total: fields.results?.length ?? 0,
  ...fields,
});
