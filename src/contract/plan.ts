import { z } from 'zod';
import {
  AGENT_NAME_MAX,
  BEATS,
  FILES_MAX,
  FILE_NAME_MAX,
  NOTE_BODY_MAX,
  REASON_MAX,
  TASK_CHECKS_MAX,
} from './constants.ts';
import { endpoint } from './endpoint.ts';
import { BatonToken, EventActor, Id, Timestamp, requiredText, text } from './fields.ts';
import { PLAN_PAGE, pageQuery } from './page.ts';
import { NoteType } from './note.ts';
import { ProjectSummary } from './project.ts';
import { CheckSeen, DiffInput, Verification, WORK_FIELDS } from './proof.ts';
import { QuestionOptions, QuestionText } from './question.ts';
import { Dependency, Task, TaskList, TaskStatus } from './task.ts';

const ProjectPath = z.strictObject({ id: Id });
const TaskPath = z.strictObject({ id: Id });

/** A held baton. A project has one, or as many as its settings say. */
export const Baton = z.object({
  project_id: Id,
  task_id: Id,
  slot: z.int(),
  holder: EventActor,
  fence: z.int().meta({ description: 'Grows with every taking; writes with an older number are refused' }),
  taken_at: Timestamp,
  last_call_at: Timestamp,
  expires_at: Timestamp,
  call_count: z.int(),
  beats: z.array(z.int()).length(BEATS).meta({ description: 'Calls per half minute up to last_call_at, oldest first' }),
});
export type Baton = z.infer<typeof Baton>;

export const PlanCounts = z.object({ tasks: z.int(), open: z.int(), wip: z.int(), done: z.int() });
export type PlanCounts = z.infer<typeof PlanCounts>;

/** Number of notes per type on a task, or on the project itself; what Baton itself says of events is not counted. */
export const NoteCount = z.object({ task_id: Id.nullable(), type: NoteType, count: z.int() });
export type NoteCount = z.infer<typeof NoteCount>;

export const Plan = z.object({
  project: ProjectSummary,
  task_lists: z.array(TaskList),
  tasks: z.array(Task),
  dependencies: z.array(Dependency),
  batons: z.array(Baton),
  note_counts: z.array(NoteCount),
  counts: PlanCounts,
  seq: z.int().meta({ description: 'The feed’s number this answer is true at: follow the feed from here' }),
});
export type Plan = z.infer<typeof Plan>;

export const getPlan = endpoint({
  id: 'getPlan',
  method: 'GET',
  path: '/api/projects/:id/plan',
  access: 'caller',
  summary: 'The whole plan in one consistent answer, with the feed’s number to go on from',
  params: ProjectPath,
  answer: Plan,
  errors: ['NOT_FOUND'],
});

export const listTasks = endpoint({
  id: 'listTasks',
  method: 'GET',
  path: '/api/projects/:id/tasks',
  access: 'caller',
  summary: 'The project’s tasks that are not deleted, by order among their siblings',
  params: ProjectPath,
  query: pageQuery(PLAN_PAGE),
  answer: z.array(Task),
  errors: ['NOT_FOUND'],
});

export const listTaskLists = endpoint({
  id: 'listTaskLists',
  method: 'GET',
  path: '/api/projects/:id/task-lists',
  access: 'caller',
  summary: 'The project’s task lists, by depth, then by creation',
  params: ProjectPath,
  query: pageQuery(PLAN_PAGE),
  answer: z.array(TaskList),
  errors: ['NOT_FOUND'],
});

/** One entry of the activity, derived from the feed. */
export const Activity = z.object({
  seq: z.int(),
  type: z.string(),
  text: z.string(),
  task_id: Id.nullable(),
  checkpoint_id: Id.nullable().meta({ description: 'Restoring it takes this step back; null where nothing does' }),
  actor: EventActor,
  created_at: Timestamp,
});
export type Activity = z.infer<typeof Activity>;

export const listActivity = endpoint({
  id: 'listActivity',
  method: 'GET',
  path: '/api/projects/:id/activity',
  access: 'caller',
  summary: 'What happened in a project, or to one task, newest first',
  params: ProjectPath,
  query: z.strictObject({
    task_id: Id.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  answer: z.object({ items: z.array(Activity), nextCursor: z.int().nullable() }),
  errors: ['NOT_FOUND'],
});

/** The previous holder of a task, and how its work ended: for the next one. */
export const Handover = z.object({
  holder: z.string(),
  taken_at: Timestamp,
  last_call_at: Timestamp,
  ended_at: Timestamp,
  reason: z.string(),
});
export type Handover = z.infer<typeof Handover>;

const Claim = z.strictObject({
  agent: requiredText(AGENT_NAME_MAX)
    .optional()
    .meta({ description: 'The name to hold it under; several agents may share a key' }),
});
const Claimed = z.object({
  task: Task,
  baton: Baton,
  token: z.string().meta({ description: 'Proves that the caller holds it; told to nobody else' }),
  handover: Handover.nullable(),
  was_stopped: z
    .string()
    .nullable()
    .meta({ description: 'It was blocked, or waited for an answer: look at that first' }),
});

export const claimTask = endpoint({
  id: 'claimTask',
  method: 'POST',
  path: '/api/tasks/:id/claim',
  access: 'caller',
  summary: 'Take the baton for a task; refused with who holds what since when',
  params: TaskPath,
  body: Claim.extend({
    takeover: z
      .boolean()
      .optional()
      .meta({ description: 'Take it from whoever holds it; needs a reason, which they are told' }),
    reason: text(REASON_MAX).optional(),
  }),
  answer: Claimed,
  errors: ['NOT_FOUND', 'CONFLICT', 'LOCK_HELD'],
});

export const claimNext = endpoint({
  id: 'claimNext',
  method: 'POST',
  path: '/api/projects/:id/claim',
  access: 'caller',
  summary: 'Take the baton for the first ready task, in tree order; null when nothing is ready',
  params: ProjectPath,
  body: Claim,
  answer: Claimed.nullable(),
  errors: ['NOT_FOUND', 'LOCK_HELD'],
});

const Held = z.strictObject({ baton: BatonToken.meta({ description: 'The token the claim answered with' }) });

export const renewBaton = endpoint({
  id: 'renewBaton',
  method: 'POST',
  path: '/api/tasks/:id/renew',
  access: 'caller',
  summary: 'Say that the holder is still at work',
  params: TaskPath,
  body: Held,
  answer: Baton,
  errors: ['NOT_FOUND', 'STALE_LOCK'],
});

export const releaseBaton = endpoint({
  id: 'releaseBaton',
  method: 'POST',
  path: '/api/tasks/:id/release',
  access: 'caller',
  summary: 'Hand the baton back; a person may take it away without its token, with a reason the holder is told',
  params: TaskPath,
  body: Held.partial().extend({ reason: text(REASON_MAX).optional() }),
  answer: Task,
  errors: ['NOT_FOUND', 'STALE_LOCK', 'FORBIDDEN'],
});

export const FinishOutcome = z.enum(['done', 'release', 'block', 'skip', 'ask']);
export type FinishOutcome = z.infer<typeof FinishOutcome>;

/** The fields of a finish, shared by REST and MCP. */
export const FINISH_FIELDS = {
  summary: text(NOTE_BODY_MAX)
    .optional()
    .meta({ description: 'What was done, or why it ends; at least three words, except with a question' }),
  files: z.array(requiredText(FILE_NAME_MAX)).max(FILES_MAX).optional(),
  evidence: text(NOTE_BODY_MAX).optional().meta({ description: 'How it was seen to work; ticks no check' }),
  checks: z.array(CheckSeen).max(TASK_CHECKS_MAX).optional().meta({ description: 'What was seen of each check' }),
  question: QuestionText.optional().meta({ description: 'With ask: what a person must decide' }),
  options: QuestionOptions.optional(),
  ...WORK_FIELDS,
  diff: DiffInput.optional(),
  verification: Verification.optional().meta({ description: 'That the project’s command ran, and how it ended' }),
};

export const finishTask = endpoint({
  id: 'finishTask',
  method: 'POST',
  path: '/api/tasks/:id/finish',
  access: 'caller',
  summary: 'End the work on a task: done, put back, blocked, not needed, or a question; what was said becomes notes',
  params: TaskPath,
  body: Held.extend({ outcome: FinishOutcome, ...FINISH_FIELDS }),
  answer: z.object({
    task: Task,
    parents_completed: z.array(z.object({ id: Id, number: z.int(), title: z.string() })),
    notes: z.array(Id),
    holder: z.string().meta({ description: 'The name the baton was held under' }),
    next_ready: z
      .object({ number: z.int(), title: z.string(), status: TaskStatus, list: z.string() })
      .nullable()
      .meta({ description: 'The first task that could be begun now' }),
    run_id: Id.nullable().meta({ description: 'The run it was held for: its runner gives the next task' }),
    is_delivered: z
      .boolean()
      .meta({ description: 'In a run: what was said is stored, and the task is done once the runner has verified it' }),
  }),
  errors: ['NOT_FOUND', 'CONFLICT', 'STALE_LOCK'],
});
