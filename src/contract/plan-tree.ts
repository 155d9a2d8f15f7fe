import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Timestamp } from './fields.ts';
import { NoteType } from './note.ts';
import { Baton, NoteCount } from './plan.ts';
import { ProjectSummary } from './project.ts';
import { Work } from './proof.ts';
import { Question } from './question.ts';
import { Task, TaskList } from './task.ts';

/** Maximum number of tasks per request. */
export const TEXTS_MAX = 50;
/** A longer reason is truncated in the tree; the full text is among the texts. */
export const TREE_REASON_MAX = 120;

const ProjectPath = z.strictObject({ id: Id });

/** Ids as 22 characters of base64url. */
const ShortIds = z.array(z.string());
/** Delta-encoded milliseconds: the first value absolute, each other relative to the one before. */
const Times = z.array(z.int());
/** One letter per task: open, wip, done. */
const Statuses = z.string().regex(/^[owd]*$/);

/** Sparse fields, which few tasks have. */
const TaskMark = z.object({
  task: z.int(),
  agent_lock: Timestamp.optional(),
  blocked_reason: z.string().optional(),
  is_enabler: z.literal(true).optional(),
  prd_state: Task.shape.prd_state.unwrap().optional(),
  question: Question.optional().meta({ description: 'One that waits for its answer' }),
  work: Work.optional().meta({ description: 'Of the newest run of the project’s command only' }),
});
export type TaskMark = z.infer<typeof TaskMark>;

/**
 * The tree of a plan in columns: the n-th entry of each belongs to the n-th row, and rows are referenced by index.
 * Texts are loaded on demand by `readTexts`.
 */
export const PlanTree = z.object({
  project: ProjectSummary,
  task_lists: z.object({
    id: ShortIds,
    name: z.array(z.string()),
    parent_task: z.array(z.int()).meta({ description: 'The place of the task it is below; -1 at the root' }),
    depth: z.array(z.int()),
    created_at: Times,
    updated_at: Times,
  }),
  tasks: z.object({
    id: ShortIds,
    number: z.array(z.int()),
    task_list: z.array(z.int()),
    title: z.array(z.string()),
    status: Statuses,
    order_in_parent: z.array(z.int()).meta({ description: 'How much more than of the row before it' }),
    level: z.array(z.int()),
    checks: z.array(z.int()).meta({ description: 'How many it has' }),
    created_at: Times,
    updated_at: Times,
    completed_at: z.array(z.int()).meta({ description: 'Milliseconds after it was created; -1: it is not' }),
  }),
  marks: z.array(TaskMark),
  requirements: z.object({
    id: z.array(z.string()),
    tasks: z.array(z.array(z.int())).meta({ description: 'Each names a task, then what it answers' }),
  }),
  dependencies: z.array(z.int()).meta({ description: 'Pairs: a task, and what it waits for' }),
  batons: z.array(Baton),
  note_counts: z.array(z.object({ type: NoteType, tasks: z.array(z.int()) })).meta({
    description: 'Pairs, by task: how many places after the one before, from -1, the project itself; and how many',
  }),
  other_note_counts: z.array(NoteCount).meta({ description: 'Of tasks that are deleted' }),
  seq: z.int().meta({ description: 'The feed’s number this answer is true at: follow the feed from here' }),
});
export type PlanTree = z.infer<typeof PlanTree>;

export const getPlanTree = endpoint({
  id: 'getPlanTree',
  method: 'GET',
  path: '/api/projects/:id/plan/tree',
  access: 'caller',
  summary: 'What the tree of a plan shows, in a compact form, with the feed’s number to go on from',
  params: ProjectPath,
  answer: PlanTree,
  errors: ['NOT_FOUND'],
});

export const readTexts = endpoint({
  id: 'readTexts',
  method: 'GET',
  path: '/api/projects/:id/plan/texts',
  access: 'caller',
  summary:
    'Some tasks of a project with their texts, and the lists they stand in or have; those not there are left out',
  params: ProjectPath,
  query: z.strictObject({
    tasks: z
      .string()
      .max(TEXTS_MAX * 37)
      .transform((text) => text.split(','))
      .pipe(z.array(Id).max(TEXTS_MAX))
      .meta({ description: `Ids, with commas between them; at most ${TEXTS_MAX}` }),
  }),
  answer: z.object({ tasks: z.array(Task), task_lists: z.array(TaskList) }),
  errors: ['NOT_FOUND'],
});
