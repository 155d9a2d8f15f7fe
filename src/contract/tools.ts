import { z } from 'zod';
import {
  AGENT_NAME_MAX,
  CHECKPOINT_NAME_MAX,
  NOTE_BODY_MAX,
  OPERATIONAL_BRIEF_MAX,
  PLAN_NOTES_MAX,
  PLAN_OPS_MAX,
  REASON_MAX,
  REQUIREMENTS_PER_TASK_MAX,
  SEARCH_QUERY_MAX,
  TASKS_PER_CALL_MAX,
  TASK_CHECKS_MAX,
  TASK_CHECK_MAX,
  TASK_DESCRIPTION_MAX,
  TASK_LIST_NAME_MAX,
  TASK_TITLE_MAX,
  WAIT_SECONDS_MAX,
} from './constants.ts';
import { endpoint } from './endpoint.ts';
import { BatonToken, Id, requiredText, text } from './fields.ts';
import { FINISH_FIELDS, FinishOutcome } from './plan.ts';
import { WORK_FIELDS } from './proof.ts';
import { SettableRole } from './requirement.ts';
import { Check } from './task.ts';

/** What an answer may cost an agent's context, in tokens of four bytes. */
export const BUDGET_DEFAULT = 800;
const Budget = z.int().min(100).max(20_000).optional();
/** "T12" or an id. */
const TaskName = requiredText(64);

const NOTE_KIND = z.enum(['progress', 'finding', 'context', 'files']);
const NOTE_BODY = text(NOTE_BODY_MAX).refine((body) => body.trim() !== '', 'must not be empty');

/** Ids of what it answers of the PRD. */
const Requirements = z.array(requiredText(100)).max(REQUIREMENTS_PER_TASK_MAX).optional();

/** "40-52", or several: "40-44,60". Lines of the newest PRD version. */
const Lines = z
  .string()
  .trim()
  .max(200)
  .regex(/^\d{1,7}(?:-\d{1,7})?(?:\s*,\s*\d{1,7}(?:-\d{1,7})?)*$/u, 'must be line numbers such as 40-52 or 12,15-17');

/** A text is a check that nobody has ticked; with `met` it says whether somebody has. */
const OpCheck = z.union([requiredText(TASK_CHECK_MAX), Check]);

/** A note to add to a task, or, with its id, what one of the task's notes says now. */
const OpNote = z.strictObject({
  id: Id.optional(),
  type: NOTE_KIND.optional(),
  body: NOTE_BODY,
});

const PlanOpTask = z.strictObject({
  title: requiredText(TASK_TITLE_MAX),
  description: text(TASK_DESCRIPTION_MAX).optional(),
  checks: z.array(requiredText(TASK_CHECK_MAX)).max(TASK_CHECKS_MAX).optional(),
  requirements: Requirements,
  lines: Lines.optional(),
});

/** One edit. A task added here can be named by its `ref` in the ops that follow. */
export const PlanOp = z.strictObject({
  op: z.enum([
    'add',
    'update',
    'move',
    'remove',
    'depend',
    'undepend',
    'split',
    'list_add',
    'list_update',
    'list_move',
    'list_remove',
    'role',
    'requirement_add',
    'requirement_reject',
  ]),
  id: TaskName.optional(),
  ref: requiredText(64).optional(),
  title: requiredText(TASK_TITLE_MAX).optional(),
  description: text(TASK_DESCRIPTION_MAX).optional(),
  checks: z.array(OpCheck).max(TASK_CHECKS_MAX).optional(),
  notes: z.array(OpNote).min(1).max(PLAN_NOTES_MAX).optional(),
  requirements: Requirements,
  /** What it answers, or what the op is about, by lines of the PRD. */
  lines: Lines.optional(),
  /** "§3.2": a whole section of the PRD. */
  section: requiredText(32).optional(),
  role: SettableRole.optional(),
  name: requiredText(TASK_LIST_NAME_MAX).optional(),
  status: z.enum(['open', 'done']).optional(),
  blocked: text(REASON_MAX).optional(),
  parent: TaskName.optional(),
  list: requiredText(TASK_LIST_NAME_MAX).optional(),
  after: requiredText(TASK_LIST_NAME_MAX).optional(),
  /** Before all its siblings. */
  first: z.boolean().optional(),
  on: TaskName.optional(),
  brief: text(OPERATIONAL_BRIEF_MAX).optional(),
  /** Titles, or whole tasks. */
  tasks: z
    .array(
      z.union([
        requiredText(TASK_TITLE_MAX)
          .transform((title) => ({ title }))
          .pipe(PlanOpTask),
        PlanOpTask,
      ]),
    )
    .min(1)
    .max(TASKS_PER_CALL_MAX)
    .optional(),
});
export type PlanOp = z.infer<typeof PlanOp>;

/** What a client may know of a tool before anybody approves it; some refuse every call of a tool that does not say. */
const hints = (readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean) => (title: string) => ({
  title,
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint: false,
});
const reading = hints(true, false, true);
const writing = hints(false, false, false);
/** What an edit removes is kept in a checkpoint first; only a restore replaces the whole plan. */
const destroying = hints(false, true, false);

/**
 * Accepted but not taught: what only programs send, and what a model seldom needs. Every name in the list is paid for at
 * the start of every session.
 */
export const UNTAUGHT: ReadonlySet<string> = new Set([
  'orient.budget',
  'task_get.budget',
  'task_finish.evidence',
  'task_finish.diff',
  'task_finish.verification',
  'note.branch',
  'note.commit',
  'note.pr',
  'note.supersedes',
  'plan_read.depth',
  'plan_read.limit',
  'plan_edit.base_seq',
  'plan_edit.ops.blocked',
  'plan_edit.ops.first',
  'plan_edit.ops.notes',
  'plan_edit.ops.section',
  'plan_edit.ops.requirements',
]);

/** The eight things an agent can do. Each description is read by a model at the start of every session: it is paid for. */
export const TOOLS = {
  orient: {
    description:
      'Where the project stands. Call first and after compaction. since: cursor. wait: seconds for an answer or task.',
    annotations: reading('Orient'),
    input: z.strictObject({
      since: z.int().min(0).optional(),
      budget: Budget,
      baton: BatonToken.optional(),
      wait: z.int().min(1).max(WAIT_SECONDS_MAX).optional(),
    }),
  },
  plan_read: {
    description: 'The plan. q: search tasks, notes, PRD. prd: by line, with roles and tasks (under: "§3").',
    annotations: reading('Read plan'),
    input: z.strictObject({
      prd: z.boolean().optional(),
      under: requiredText(TASK_LIST_NAME_MAX).optional(),
      q: requiredText(SEARCH_QUERY_MAX).optional(),
      status: z.enum(['open', 'wip', 'done', 'ready', 'blocked']).optional(),
      depth: z.int().min(1).max(16).optional(),
      limit: z.int().min(1).max(200).optional(),
      cursor: requiredText(64).optional(),
    }),
  },
  task_get: {
    description: 'The brief of a task.',
    annotations: reading('Read task'),
    input: z.strictObject({ id: TaskName, budget: Budget }),
  },
  task_claim: {
    description: 'Take a task or the next ready one: brief and baton. takeover needs reason.',
    annotations: writing('Claim task'),
    input: z.strictObject({
      id: TaskName.optional(),
      agent: requiredText(AGENT_NAME_MAX).optional(),
      takeover: z.boolean().optional(),
      reason: text(REASON_MAX).optional(),
    }),
  },
  task_finish: {
    description:
      'End your task. block: summary says why. ask: question to a person, options "label: consequence". checks: what you saw of each.',
    annotations: writing('Finish task'),
    input: z.strictObject({
      id: TaskName,
      baton: BatonToken,
      outcome: FinishOutcome,
      ...FINISH_FIELDS,
      claim_next: z.boolean().optional(),
    }),
  },
  note: {
    description: 'Note on your task, another or the project.',
    annotations: writing('Add note'),
    input: z.strictObject({
      type: NOTE_KIND,
      body: NOTE_BODY,
      task: TaskName.optional(),
      pin: z.boolean().optional(),
      supersedes: Id.optional(),
      ...WORK_FIELDS,
      baton: BatonToken.optional(),
    }),
  },
  plan_edit: {
    description:
      'Edit the plan, all or nothing. add: title, parent or list, after, ref. move: parent or list, after. depend: on. split: tasks (titles), brief. list_add: name, brief. PRD lines ("40-52,60") a task answers; role, requirement_add: lines. dry_run: diff, coverage, faults.',
    annotations: writing('Edit plan'),
    input: z.strictObject({
      ops: z.array(PlanOp).min(1).max(PLAN_OPS_MAX),
      dry_run: z.boolean().optional(),
      base_seq: z.int().min(0).optional(),
      baton: BatonToken.optional(),
    }),
  },
  checkpoint: {
    description: 'Keep and restore the plan.',
    annotations: destroying('Checkpoints'),
    input: z.strictObject({
      action: z.enum(['save', 'list', 'diff', 'restore']),
      name: requiredText(CHECKPOINT_NAME_MAX).optional(),
      id: requiredText(64).optional(),
    }),
  },
} as const;

/** A program that keeps the token for its agent asks for it beside the text, and sends it with every call. */
export const KEEPS_TOKEN_HEADER = 'x-baton-tree';
export const TOKEN_META_KEY = 'baton/token';
export const TOKEN_HEADER = 'x-baton-token';
/** Tells two agents of one program apart where the protocol does not. */
export const SESSION_HEADER = 'x-baton-session';

export type ToolName = keyof typeof TOOLS;
export type ToolInput<T extends ToolName> = z.infer<(typeof TOOLS)[T]['input']>;

/** What a tool answers: the lines an agent reads, and the same as data. */
export const ToolAnswer = z.object({
  text: z.string(),
  data: z.unknown().meta({ description: 'What the lines were made from; each tool has its own shape' }),
});

export const callTool = endpoint({
  id: 'callTool',
  method: 'POST',
  path: '/api/projects/:projectId/tools/:tool',
  access: 'caller',
  summary: 'Call one of the agents’ tools: the same lines as over MCP, and what they were made from',
  // Not `id`: that is what the tools call a task.
  params: z.strictObject({ projectId: Id, tool: z.enum(Object.keys(TOOLS) as [ToolName, ...ToolName[]]) }),
  body: z.looseObject({}),
  answer: ToolAnswer,
  errors: ['NOT_FOUND', 'CONFLICT', 'LOCK_HELD', 'STALE_LOCK', 'FORBIDDEN'],
});
