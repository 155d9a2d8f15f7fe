import { z } from 'zod';
import {
  AGENT_NAME_MAX,
  BATON_SLOTS_MAX,
  BRANCH_MAX,
  NOTE_BODY_MAX,
  REASON_MAX,
  RUN_EXCEPT_MAX,
  RUN_RESULTS_PAGE,
  RUN_TAIL_MAX,
  TASK_LIST_NAME_MAX,
  TASK_TITLE_MAX,
  VERIFY_COMMAND_MAX,
} from './constants.ts';
import { endpoint } from './endpoint.ts';
import { BatonToken, Id, Timestamp, requiredText, text } from './fields.ts';
import { Baton, Handover } from './plan.ts';
import { DiffInput, Verification, WORK_FIELDS } from './proof.ts';
import { Run, RunEnd, RunOutcome, RunRequest, RunResult, RunWorker, Spent, WorkerState } from './run.ts';
import { Task } from './task.ts';

export { Run, RunEnd, RunOutcome, RunRequest, RunResult, RunWorker, WorkerState };

const ProjectPath = z.strictObject({ id: Id });
const RunPath = z.strictObject({ id: Id });
const WorkerName = requiredText(AGENT_NAME_MAX);

export const startRun = endpoint({
  id: 'startRun',
  method: 'POST',
  path: '/api/projects/:id/runs',
  access: 'caller',
  summary: 'Begin a run; the same id again answers the run that was begun with it',
  params: ProjectPath,
  body: z.strictObject({
    run_id: Id.meta({ description: 'Made by the runner, so that a repeated call begins nothing twice' }),
    host: requiredText(200),
    clients: z.array(requiredText(AGENT_NAME_MAX)).min(1).max(BATON_SLOTS_MAX),
    parallel: z.int().min(1).max(BATON_SLOTS_MAX),
    base_branch: requiredText(BRANCH_MAX).nullable().default(null),
    is_merging: z.boolean().default(false),
    verify_command: text(VERIFY_COMMAND_MAX).nullable().default(null),
    is_demo: z.boolean().default(false),
  }),
  answer: Run,
  status: 201,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

/** What a person asked for, and what the runner thinks it holds but does not. */
const Obeyed = z.object({
  is_paused: z.boolean(),
  stop: z.enum(['finish', 'stop']).nullable(),
  is_ready: z.boolean().meta({ description: 'A task is ready and a baton free: before, no free worker need claim' }),
  lost: z
    .array(z.object({ number: z.int(), reason: z.string() }))
    .meta({ description: 'Batons that are not its any more' }),
});
export type Obeyed = z.infer<typeof Obeyed>;

const BeatWorker = z.strictObject({
  name: WorkerName,
  client: requiredText(AGENT_NAME_MAX),
  state: WorkerState,
  since: Timestamp,
  task_id: Id.nullable().default(null),
  number: z.int().min(1).nullable().default(null),
  title: text(TASK_TITLE_MAX).nullable().default(null),
  task_since: Timestamp.nullable().default(null),
  fence: z.int().min(1).nullable().default(null).meta({ description: 'The number of the baton it holds: renewed' }),
  try: z.int().min(1).max(100).default(1),
  tries: z.int().min(1).max(100).default(1),
  branch: text(BRANCH_MAX).nullable().default(null),
  worktree: text(4_096).nullable().default(null),
  note: text(REASON_MAX).default(''),
  moves: z.int().min(0).max(1e6).default(0).meta({ description: 'Lines since the last beat' }),
  lines: z
    .strictObject({
      from: z.int().min(1).max(1e9).meta({ description: 'The number of the first line, counted from the run’s start' }),
      text: text(RUN_TAIL_MAX),
    })
    .nullable()
    .default(null)
    .meta({ description: 'What it printed since the last beat; lines that came before are not taken twice' }),
});
export type BeatWorker = z.input<typeof BeatWorker>;

export const beatRun = endpoint({
  id: 'beatRun',
  method: 'POST',
  path: '/api/runs/:id/beat',
  access: 'caller',
  summary: 'What the agents of a run are doing, every two seconds: shown live and not stored; renews their batons',
  params: RunPath,
  body: z.strictObject({ workers: z.array(BeatWorker).max(BATON_SLOTS_MAX) }),
  answer: Obeyed,
  isBeat: true,
  errors: ['NOT_FOUND'],
});

export const ClaimedForRun = z.object({
  task: Task,
  baton: Baton,
  token: z.string(),
  handover: Handover.nullable(),
  brief: z.string().meta({ description: 'The lines an agent begins with' }),
  is_repeat: z.boolean().meta({ description: 'The worker held it already: its token was replaced' }),
});
export type ClaimedForRun = z.infer<typeof ClaimedForRun>;

export const claimForRun = endpoint({
  id: 'claimForRun',
  method: 'POST',
  path: '/api/runs/:id/claim',
  access: 'caller',
  summary: 'Take the next task for an agent of a run; one that already holds a baton of this run gets it again',
  params: RunPath,
  body: z.strictObject({
    worker: WorkerName,
    number: z
      .int()
      .min(1)
      .max(1e9)
      .optional()
      .meta({ description: 'This task only: work on it was begun by an earlier run' }),
    only: requiredText(TASK_LIST_NAME_MAX)
      .optional()
      .meta({ description: 'Only tasks of this list, or below this task' }),
    except: z
      .array(z.int().min(1))
      .max(RUN_EXCEPT_MAX)
      .default([])
      .meta({ description: 'Tasks that this run gave back, and would otherwise be given again at once' }),
  }),
  answer: z.object({
    claimed: ClaimedForRun.nullable(),
    waiting: z.string().meta({ description: 'Why nothing was claimed, such as "T15 waits for T14"' }),
    is_over: z.boolean().meta({ description: 'Nothing will become ready without a person or another agent' }),
  }),
  errors: ['NOT_FOUND', 'CONFLICT', 'LOCK_HELD'],
});

const HeldForRun = { worker: WorkerName, task_id: Id, baton: BatonToken };

/** How the holder's work stands after its program has ended. */
export const RunTaskState = z.object({
  state: z.enum(['held', 'delivered', 'done', 'skipped', 'asked', 'blocked', 'released', 'lost']),
  reason: z.string(),
  summary: z.string().meta({ description: 'What the agent said it did, once delivered' }),
  expires_at: Timestamp.nullable(),
});
export type RunTaskState = z.infer<typeof RunTaskState>;

export const readRunTask = endpoint({
  id: 'readRunTask',
  method: 'POST',
  path: '/api/runs/:id/look',
  access: 'caller',
  summary: 'How a task of a run stands: still held, delivered, or ended by its agent; changes nothing but renews',
  params: RunPath,
  body: z.strictObject(HeldForRun),
  answer: RunTaskState,
  errors: ['NOT_FOUND'],
});

const TRY = { try: z.int().min(1).max(100), tries: z.int().min(1).max(100) };

export const retryRunTask = endpoint({
  id: 'retryRunTask',
  method: 'POST',
  path: '/api/runs/:id/retry',
  access: 'caller',
  summary: 'Take a task up again: what went wrong becomes a finding, and what was delivered is no longer',
  params: RunPath,
  body: z.strictObject({
    ...HeldForRun,
    ...TRY,
    reason: requiredText(REASON_MAX).meta({ description: 'In one line' }),
    finding: text(NOTE_BODY_MAX).default('').meta({ description: 'What the next try should read' }),
    verification: Verification.nullable().default(null),
    seconds: z.int().min(0).max(1e7).default(0),
    tokens: Spent.tokens.default(null),
    cost_usd: Spent.cost_usd.default(null),
  }),
  answer: RunResult,
  errors: ['NOT_FOUND', 'STALE_LOCK'],
});

export const finishForRun = endpoint({
  id: 'finishForRun',
  method: 'POST',
  path: '/api/runs/:id/finish',
  access: 'caller',
  summary: 'End the work of a run on a task with what was seen of it; the same again answers the same',
  params: RunPath,
  body: z.strictObject({
    ...HeldForRun,
    ...TRY,
    outcome: z.enum(['done', 'failed', 'conflict', 'released']),
    reason: text(NOTE_BODY_MAX).default('').meta({ description: 'Why it is not done, or the handover' }),
    ...WORK_FIELDS,
    diff: DiffInput.optional(),
    merged_into: requiredText(BRANCH_MAX).optional(),
    verification: Verification.optional(),
    seconds: z.int().min(0).max(1e7).default(0),
    tokens: Spent.tokens.default(null),
    cost_usd: Spent.cost_usd.default(null),
  }),
  answer: RunResult,
  errors: ['NOT_FOUND', 'CONFLICT', 'STALE_LOCK'],
});

export const endRun = endpoint({
  id: 'endRun',
  method: 'POST',
  path: '/api/runs/:id/end',
  access: 'caller',
  summary: 'The runner has ended',
  params: RunPath,
  body: z.strictObject({ end: RunEnd.exclude(['lost']) }),
  answer: Run,
  errors: ['NOT_FOUND'],
});

export const getRunOutput = endpoint({
  id: 'getRunOutput',
  method: 'GET',
  path: '/api/runs/:id/output',
  access: 'caller',
  summary: 'The output of an agent of a run as far as it is still in memory: at most the last 64 KB',
  params: RunPath,
  query: z.strictObject({ worker: WorkerName }),
  answer: z.object({
    worker: z.string(),
    text: z.string(),
    from: z.int().meta({ description: 'The number of its first line' }),
    is_cut: z.boolean().meta({ description: 'There was more before it' }),
  }),
  errors: ['NOT_FOUND'],
});

export const askRun = endpoint({
  id: 'askRun',
  method: 'POST',
  path: '/api/runs/:id/ask',
  access: 'caller',
  summary: 'Ask a run to pause, to go on, to stop after the current tasks, or to stop now',
  params: RunPath,
  body: z.strictObject({ request: RunRequest }),
  answer: Run,
  errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
});

/** A run with its agents. */
export const LiveRun = z.object({ run: Run, workers: z.array(RunWorker) });
export type LiveRun = z.infer<typeof LiveRun>;

export const getRunView = endpoint({
  id: 'getRunView',
  method: 'GET',
  path: '/api/projects/:id/relay',
  access: 'caller',
  summary: 'The runs at work, or the last one, with their agents, what comes next, and the newest results',
  params: ProjectPath,
  query: z.strictObject({
    only: requiredText(TASK_LIST_NAME_MAX)
      .optional()
      .meta({ description: 'What comes next of this list, or below this task' }),
  }),
  answer: z.object({
    runs: z.array(LiveRun),
    queue: z.array(z.object({ id: Id, number: z.int(), title: z.string(), waits_for: z.array(z.int()), try: z.int() })),
    ready: z.int().meta({ description: 'How many of these tasks are ready' }),
    results: z.array(RunResult).meta({ description: 'The newest, of these runs' }),
    results_total: z.int(),
  }),
  errors: ['NOT_FOUND'],
});
export type RunView = z.infer<typeof getRunView.answer>;

export const listRuns = endpoint({
  id: 'listRuns',
  method: 'GET',
  path: '/api/projects/:id/runs',
  access: 'caller',
  summary: 'The runs of a project, newest first',
  params: ProjectPath,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: Id.optional().meta({ description: 'nextCursor of the page before' }),
  }),
  answer: z.object({ items: z.array(Run), nextCursor: Id.nullable() }),
  errors: ['NOT_FOUND'],
});

export const listRunResults = endpoint({
  id: 'listRunResults',
  method: 'GET',
  path: '/api/projects/:id/run-results',
  access: 'caller',
  summary: 'What runs did, newest first: of one run, of one task, or of the project',
  params: ProjectPath,
  query: z.strictObject({
    run_id: Id.optional(),
    task_id: Id.optional(),
    limit: z.coerce.number().int().min(1).max(RUN_RESULTS_PAGE).default(20),
    cursor: Id.optional().meta({ description: 'nextCursor of the page before' }),
  }),
  answer: z.object({ items: z.array(RunResult), nextCursor: Id.nullable() }),
  errors: ['NOT_FOUND'],
});

/** The line that goes beside the feed with `event: relay`: an agent of a run as it is now, or that the run was heard. */
export const RelayLine = z.object({ run_id: Id, at: Timestamp, worker: RunWorker.nullable() });
export type RelayLine = z.infer<typeof RelayLine>;
