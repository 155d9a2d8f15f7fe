import { z } from 'zod';
import {
  NOTE_BODY_MAX,
  OPERATIONAL_BRIEF_MAX,
  PLAN_NOTES_MAX,
  REASON_MAX,
  REQUIREMENTS_PER_TASK_MAX,
  TASKS_PER_CALL_MAX,
  TASK_CHECKS_MAX,
  TASK_CHECK_MAX,
  TASK_DESCRIPTION_MAX,
  TASK_LIST_NAME_MAX,
  TASK_TITLE_MAX,
} from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Id, requiredText, text } from './fields.ts';
import { SettableRole } from './requirement.ts';
import { Check } from './task.ts';
import { TOOL_NAMES } from './tool-names.ts';

/** The budget of an answer in tokens, estimated at four bytes each. */
export const BUDGET_DEFAULT = 800;
export const Budget = z.int().min(100).max(20_000).optional();
/** "T12" or an id. */
export const TaskName = requiredText(64);

export const NOTE_KIND = z.enum(['progress', 'finding', 'context', 'files']);
export const NOTE_BODY = text(NOTE_BODY_MAX).refine((body) => body.trim() !== '', 'must not be empty');

/** Requirement ids of the PRD. */
const Requirements = z.array(requiredText(100)).max(REQUIREMENTS_PER_TASK_MAX).optional();

/** "40-52", or several: "40-44,60". Lines of the newest PRD version. */
const Lines = z
  .string()
  .trim()
  .max(200)
  .regex(/^\d{1,7}(?:-\d{1,7})?(?:\s*,\s*\d{1,7}(?:-\d{1,7})?)*$/u, 'must be line numbers such as 40-52 or 12,15-17');

/** A string is an unticked check; `met` says whether it is ticked. */
const OpCheck = z.union([requiredText(TASK_CHECK_MAX), Check]);

/** A note to add to a task or, with an id, the new text of one of its notes. */
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
  /** Lines of the PRD that it covers, or that the op is about. */
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

/** Sent by a program that stores the token for its agent: the token is then returned in `_meta`. */
export const KEEPS_TOKEN_HEADER = 'x-baton-tree';
export const TOKEN_META_KEY = 'baton/token';
/** The errorCode of a failed tool, in its result's `_meta`, where programs act on it. */
export const ERROR_META_KEY = 'baton/error';
export const TOKEN_HEADER = 'x-baton-token';
/** Distinguishes two agents of one program where the protocol does not. */
export const SESSION_HEADER = 'x-baton-session';

/** A tool's answer: text for an agent, and the same as data. */
export const ToolAnswer = z.object({
  text: z.string(),
  data: z.unknown().meta({ description: 'What the lines were made from; each tool has its own shape' }),
});

export const callTool = endpoint({
  id: 'callTool',
  method: 'POST',
  path: '/api/projects/:projectId/tools/:tool',
  access: 'caller',
  // Each tool is judged by itself.
  isReading: true,
  summary: 'Call one of the agents’ tools: the same lines as over MCP, and what they were made from',
  // Not `id`: that is what the tools call a task.
  params: z.strictObject({ projectId: Id, tool: z.enum(TOOL_NAMES) }),
  body: z.looseObject({}),
  answer: ToolAnswer,
  errors: ['NOT_FOUND', 'CONFLICT', 'LOCK_HELD', 'STALE_LOCK', 'FORBIDDEN'],
});
