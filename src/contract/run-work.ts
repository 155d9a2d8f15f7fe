import { z } from 'zod';
import {
  AGENT_NAME_MAX,
  BATON_SLOTS_MAX,
  BRANCH_MAX,
  NOTE_BODY_MAX,
  REASON_MAX,
  RUN_EXCEPT_MAX,
  RUN_TAIL_MAX,
  TASK_LIST_NAME_MAX,
  TASK_TITLE_MAX,
  VERIFY_COMMAND_MAX,
} from './constants.ts';
import { endpoint } from './endpoint.ts';
import { BatonToken, Id, Timestamp, requiredText, text } from './fields.ts';
import { Baton, Handover } from './plan.ts';
import { DiffInput, Verification, WORK_FIELDS } from './proof.ts';
import { Run, RunEnd, RunResult, RunWorkerName, Spent, WorkerState } from './run.ts';
import { Task } from './task.ts';

const RunPath = z.strictObject({ id: Id });

export const startRun = endpoint({
  id: 'startRun',
  method: 'POST',
  path: '/api/projects/:id/runs',
  access: 'caller',
  summary: 'Begin a run; the same id again answers the run that was begun with it',
  params: z.strictObject({ id: Id }),
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
  name: RunWorkerName,
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
    worker: RunWorkerName,
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

const HeldForRun = { worker: RunWorkerName, task_id: Id, baton: BatonToken };

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
