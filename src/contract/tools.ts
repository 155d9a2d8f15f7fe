import { z } from 'zod';
import {
  AGENT_NAME_MAX,
  CHECKPOINT_NAME_MAX,
  FILES_MAX,
  FILE_NAME_MAX,
  NOTE_BODY_MAX,
  OPERATIONAL_BRIEF_MAX,
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
} from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Id, requiredText, text } from './fields.ts';
import { FinishOutcome } from './plan.ts';
import { SettableRole } from './requirement.ts';

/** What an answer may cost an agent's context, in tokens of four bytes. */
export const BUDGET_DEFAULT = 800;
const Budget = z.int().min(100).max(20_000).optional();
/** "T12" or an id. */
const TaskName = requiredText(64);

/** Ids of what it answers of the PRD. */
const Requirements = z.array(requiredText(100)).max(REQUIREMENTS_PER_TASK_MAX).optional();

/** "40-52", or several: "40-44,60". Lines of the newest PRD version. */
const Lines = z
  .string()
  .trim()
  .max(200)
  .regex(/^\d{1,7}(?:-\d{1,7})?(?:\s*,\s*\d{1,7}(?:-\d{1,7})?)*$/u, 'must be line numbers such as 40-52 or 12,15-17');

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
  checks: z.array(requiredText(TASK_CHECK_MAX)).max(TASK_CHECKS_MAX).optional(),
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
  on: TaskName.optional(),
  brief: text(OPERATIONAL_BRIEF_MAX).optional(),
  tasks: z.array(PlanOpTask).min(1).max(TASKS_PER_CALL_MAX).optional(),
});
export type PlanOp = z.infer<typeof PlanOp>;

/** The eight things an agent can do. Each description is read by a model at the start of every session: it is paid for. */
export const TOOLS = {
  orient: {
    description:
      'Where the project stands: who holds the baton, the next ready task, outline, pinned notes, what changed since a cursor. First call of a session and after your context was compacted.',
    input: z.strictObject({ since: z.int().min(0).optional(), budget: Budget }),
  },
  plan_read: {
    description:
      'The plan, one line per task. q searches tasks, notes and PRD. prd: the PRD by line with role, requirement id and tasks (under: "§3").',
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
    description: 'Brief for one task (T12 or id): goal, checks, PRD lines, dependencies, the notes that matter.',
    input: z.strictObject({ id: TaskName, budget: Budget }),
  },
  task_claim: {
    description:
      'Take the baton for a task, or for the next ready one. Returns the brief and the baton number that task_finish needs. takeover needs a reason.',
    input: z.strictObject({
      id: TaskName.optional(),
      agent: requiredText(AGENT_NAME_MAX).optional(),
      takeover: z.boolean().optional(),
      reason: text(REASON_MAX).optional(),
    }),
  },
  task_finish: {
    description:
      'End your work on a claimed task. done; release (put back); block (cannot go on, summary says why); skip (not needed). evidence: how you saw it work.',
    input: z.strictObject({
      id: TaskName,
      baton: z.int().min(1),
      outcome: FinishOutcome,
      summary: requiredText(NOTE_BODY_MAX),
      files: z.array(requiredText(FILE_NAME_MAX)).max(FILES_MAX).optional(),
      evidence: text(NOTE_BODY_MAX).optional(),
      claim_next: z.boolean().optional(),
    }),
  },
  note: {
    description:
      'Leave a note for whoever comes next: on a task, or on the project. supersedes: id of the note it replaces.',
    input: z.strictObject({
      type: z.enum(['progress', 'finding', 'context', 'files']),
      body: text(NOTE_BODY_MAX).refine((body) => body.trim() !== '', 'must not be empty'),
      task: TaskName.optional(),
      pin: z.boolean().optional(),
      supersedes: Id.optional(),
    }),
  },
  plan_edit: {
    description:
      'Change the plan in one transaction. add: title, parent or list, after, ref. update: id and fields. move: id, parent or list, after. remove: id. depend/undepend: id, on. split: id, tasks, brief. list_add: name, brief, after; list_update, list_move, list_remove: list. What a task answers of the PRD: requirements (ids) or lines ("40-52,60"). role: lines or section. requirement_add: lines, ref. requirement_reject: lines or requirements. dry_run: diff, coverage, faults.',
    input: z.strictObject({
      ops: z.array(PlanOp).min(1).max(PLAN_OPS_MAX),
      dry_run: z.boolean().optional(),
      base_seq: z.int().min(0).optional(),
    }),
  },
  checkpoint: {
    description: 'Save, list, diff or restore snapshots of the plan.',
    input: z.strictObject({
      action: z.enum(['save', 'list', 'diff', 'restore']),
      name: requiredText(CHECKPOINT_NAME_MAX).optional(),
      id: requiredText(64).optional(),
    }),
  },
} as const;

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
