import { z } from 'zod';
import { AGENT_NAME_MAX } from './constants.ts';
import { EventActor, Id, Timestamp, requiredText } from './fields.ts';
import { Diff } from './proof.ts';

/** What an agent of a run is doing. */
export const WorkerState = z.enum([
  'free',
  'setting_up',
  'working',
  'verifying',
  'merging',
  'waiting_for_limit',
  'stopping',
]);
export type WorkerState = z.infer<typeof WorkerState>;

/** How the work of a run on a task ended; tried_again: verification failed, or nothing was said, and it goes on. */
export const RunOutcome = z.enum([
  'done',
  'tried_again',
  'failed',
  'conflict',
  'released',
  'skipped',
  'asked',
  'blocked',
  'taken_away',
]);
export type RunOutcome = z.infer<typeof RunOutcome>;

export const RunEnd = z.enum(['nothing_ready', 'tasks', 'until', 'budget', 'stopped', 'failed', 'lost']);
export type RunEnd = z.infer<typeof RunEnd>;

/** What a person asked of a run; it obeys with its next call. */
export const RunRequest = z.enum(['pause', 'resume', 'finish', 'stop']);
export type RunRequest = z.infer<typeof RunRequest>;

/** What it used, where its client says so. */
export const Spent = {
  tokens: z.int().min(0).max(1e12).nullable(),
  cost_usd: z.number().min(0).max(1e7).nullable(),
};

/** A run of `baton run`: agents of one person's machine, started on the tasks of a project. */
export const Run = z.object({
  id: Id,
  project_id: Id,
  started_by: EventActor,
  host: z.string(),
  clients: z.array(z.string()).meta({ description: 'The programs it starts, such as claude-code' }),
  parallel: z.int(),
  base_branch: z.string().nullable(),
  is_merging: z.boolean(),
  verify_command: z.string().nullable(),
  is_demo: z.boolean(),
  first_worker: z
    .int()
    .meta({ description: 'The number of its first agent: names of other running runs are not used' }),
  started_at: Timestamp,
  last_beat_at: Timestamp,
  ended_at: Timestamp.nullable(),
  end: RunEnd.nullable(),
  is_paused: z.boolean(),
  stop: z.enum(['finish', 'stop']).nullable().meta({ description: 'finish: after the current tasks; stop: at once' }),
  asked_by: z.string().nullable().meta({ description: 'Who paused or stopped it' }),
  done: z.int(),
  failed: z.int().meta({ description: 'Verification or merging failed for good' }),
  skipped: z.int(),
  given_back: z.int().meta({ description: 'Released, asked, blocked, or taken away' }),
  insertions: z.int(),
  deletions: z.int(),
  ...Spent,
});
export type Run = z.infer<typeof Run>;

/** The name a runner gives to one of its agents. */
export const RunWorkerName = requiredText(AGENT_NAME_MAX);

/** An agent of a run, as its runner last said; kept in memory only. */
export const RunWorker = z.object({
  name: z.string(),
  client: z.string(),
  state: WorkerState,
  since: Timestamp.meta({ description: 'When this state began' }),
  task_id: Id.nullable(),
  number: z.int().nullable(),
  title: z.string().nullable(),
  task_since: Timestamp.nullable(),
  try: z.int(),
  tries: z.int(),
  branch: z.string().nullable(),
  worktree: z.string().nullable(),
  note: z.string().meta({ description: 'The command that verifies, or why it is free or waits' }),
  moved_at: Timestamp.nullable().meta({ description: 'When its program last printed something' }),
  tail: z.string().meta({ description: 'The last lines of its output, at most 4 KB' }),
  lines: z.int().meta({ description: 'How many lines it printed in this run' }),
});
export type RunWorker = z.infer<typeof RunWorker>;

export const RunResult = z.object({
  id: Id,
  run_id: Id,
  task_id: Id,
  number: z.int(),
  title: z.string(),
  worker: z.string(),
  outcome: RunOutcome,
  reason: z.string(),
  try: z.int(),
  tries: z.int(),
  is_verified: z.boolean(),
  verify_command: z.string().nullable(),
  merged_into: z.string().nullable(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  diff: Diff.nullable(),
  seconds: z.int(),
  ...Spent,
  at: Timestamp,
});
export type RunResult = z.infer<typeof RunResult>;
