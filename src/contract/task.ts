import { z } from 'zod';
import {
  LINE_MAX,
  OPERATIONAL_BRIEF_MAX,
  REASON_MAX,
  REQUIREMENTS_PER_TASK_MAX,
  SEEN_MAX,
  TASKS_PER_CALL_MAX,
  TASK_CHECKS_MAX,
  TASK_CHECK_MAX,
  TASK_DESCRIPTION_MAX,
  TASK_LIST_NAME_MAX,
  TASK_TITLE_MAX,
} from './constants.ts';
import { endpoint } from './endpoint.ts';
import { BatonToken, Id, Timestamp, requiredText, text } from './fields.ts';
import { Work } from './proof.ts';
import { Question } from './question.ts';

export const TaskStatus = z.enum(['open', 'wip', 'done']);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** One acceptance criterion. */
export const Check = z.strictObject({
  text: requiredText(TASK_CHECK_MAX),
  met: z.boolean().default(false),
  seen: text(SEEN_MAX).optional().meta({ description: 'What was seen by whoever ticked it' }),
});
export type Check = z.infer<typeof Check>;

export const LineRange = z
  .strictObject({ start: z.int().min(1).max(LINE_MAX), end: z.int().min(1).max(LINE_MAX) })
  .refine(({ start, end }) => start <= end, 'must not end before it starts');
export type LineRange = z.infer<typeof LineRange>;

export const Task = z.object({
  id: Id,
  number: z.int().meta({ description: 'Unique in its project; shown as T12' }),
  project_id: Id,
  parent_task_id: Id.nullable(),
  task_list_id: Id,
  task_list_name: z.string(),
  task_list_depth: z.int(),
  title: z.string(),
  description: z.string(),
  checks: z.array(z.object({ text: z.string(), met: z.boolean(), seen: z.string().optional() })),
  prd_lines: z.object({ start: z.int(), end: z.int() }).nullable(),
  status: TaskStatus,
  order_in_parent: z.int(),
  level: z.int(),
  is_completed: z.boolean(),
  completed_at: Timestamp.nullable(),
  agent_lock: Timestamp.nullable(),
  blocked_reason: z
    .string()
    .nullable()
    .meta({ description: 'Why nobody can go on with it, said by whoever had to stop' }),
  question: Question.nullable().meta({ description: 'What an agent asked a person about it, and the answer' }),
  work: Work.nullable().meta({ description: 'Where the work is and how it was verified' }),
  requirement_ids: z.array(z.string()).meta({ description: 'What it answers of the PRD' }),
  is_enabler: z.boolean().meta({ description: 'Answers no requirement, but others need it' }),
  prd_state: z
    .enum(['review', 'orphaned'])
    .nullable()
    .meta({ description: 'review: its requirement has changed since; orphaned: the PRD no longer has it' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type Task = z.infer<typeof Task>;

export const TaskList = z.object({
  id: Id,
  project_id: Id,
  parent_task_id: Id.nullable(),
  parent_task: z.object({ id: Id, title: z.string() }).nullable(),
  name: z.string(),
  operational_brief: z.string(),
  depth: z.int(),
  task_count: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type TaskList = z.infer<typeof TaskList>;

const ProjectPath = z.strictObject({ id: Id });
const TaskPath = z.strictObject({ id: Id });
const TaskListPath = z.strictObject({ id: Id });

const BaseUpdatedAt = Timestamp.optional().meta({
  description: 'The updated_at the edit was made on; a row that has changed since is refused with 409',
});

const RequirementIds = z
  .array(requiredText(100))
  .max(REQUIREMENTS_PER_TASK_MAX)
  .refine((ids) => new Set(ids).size === ids.length, 'names one twice');

const TaskText = z.strictObject({
  title: requiredText(TASK_TITLE_MAX),
  description: text(TASK_DESCRIPTION_MAX).optional(),
  checks: z.array(Check).max(TASK_CHECKS_MAX).optional(),
  prd_lines: LineRange.nullable().optional(),
  requirement_ids: RequirementIds.optional().meta({ description: 'What it answers of the PRD; each must be there' }),
});

/** Where a task goes: into a list, or below a task. Neither: the project's first list. */
const Place = z.strictObject({
  task_list_id: Id.optional(),
  parent_task_id: Id.optional(),
  after_task_id: Id.nullable()
    .optional()
    .meta({ description: 'The sibling it follows; null puts it first; left out, it goes to the end' }),
});
const ONE_PLACE = 'name a list or a parent task, not both';
const namesOnePlace = (place: { task_list_id?: Id | undefined; parent_task_id?: Id | undefined }) =>
  place.task_list_id === undefined || place.parent_task_id === undefined;

export const createTask = endpoint({
  id: 'createTask',
  method: 'POST',
  path: '/api/projects/:id/tasks',
  access: 'caller',
  summary: 'Add a task to a list, below a task, or to the project’s first list',
  params: ProjectPath,
  body: TaskText.extend(Place.shape).refine(namesOnePlace, { path: ['parent_task_id'], message: ONE_PLACE }),
  answer: Task,
  status: 201,
  errors: ['NOT_FOUND', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED'],
});

export const updateTask = endpoint({
  id: 'updateTask',
  method: 'PATCH',
  path: '/api/tasks/:id',
  access: 'caller',
  summary: 'Change a task’s title, description, checks or status; what is not sent stays',
  params: TaskPath,
  body: TaskText.partial().extend({
    status: TaskStatus.optional(),
    blocked_reason: requiredText(REASON_MAX).nullable().optional().meta({ description: 'null lifts the block' }),
    prd_state: z.null().optional().meta({ description: 'null says that somebody has looked at what the PRD says now' }),
    base_updated_at: BaseUpdatedAt,
    baton: BatonToken.optional().meta({ description: 'An agent that changes a held task proves that it holds it' }),
  }),
  answer: Task,
  errors: ['NOT_FOUND', 'CONFLICT', 'LOCK_HELD', 'STALE_LOCK'],
});

export const moveTask = endpoint({
  id: 'moveTask',
  method: 'POST',
  path: '/api/tasks/:id/move',
  access: 'caller',
  summary: 'Move a task, with everything below it, among its siblings or to another list or parent',
  params: TaskPath,
  body: Place.refine(namesOnePlace, { path: ['parent_task_id'], message: ONE_PLACE }),
  answer: Task,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

const Removal = z.object({
  deleted: z.int().meta({ description: 'How many tasks went, those below it included' }),
  checkpoint_id: Id.nullable().meta({ description: 'Taken before more than one task was removed' }),
});

export const deleteTask = endpoint({
  id: 'deleteTask',
  method: 'DELETE',
  path: '/api/tasks/:id',
  access: 'caller',
  summary: 'Take a task out of the plan with everything below it; it can be brought back',
  params: TaskPath,
  answer: Removal,
  errors: ['NOT_FOUND', 'LOCK_HELD'],
});

export const undeleteTask = endpoint({
  id: 'undeleteTask',
  method: 'POST',
  path: '/api/tasks/:id/undelete',
  access: 'caller',
  summary: 'Bring a deleted task back, with everything that went with it',
  params: TaskPath,
  answer: Task,
  errors: ['NOT_FOUND', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED'],
});

export const breakDownTask = endpoint({
  id: 'breakDownTask',
  method: 'POST',
  path: '/api/tasks/:id/break-down',
  access: 'caller',
  summary: 'Give a task a list of its own with these tasks; a list it already has is added to',
  params: TaskPath,
  body: z.strictObject({
    name: requiredText(TASK_LIST_NAME_MAX).optional(),
    operational_brief: text(OPERATIONAL_BRIEF_MAX).optional(),
    tasks: z.array(TaskText).min(1, 'must name at least one task').max(TASKS_PER_CALL_MAX),
  }),
  answer: z.object({ task_list: TaskList, tasks: z.array(Task) }),
  status: 201,
  errors: ['NOT_FOUND', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED'],
});

const TaskListText = z.strictObject({
  name: requiredText(TASK_LIST_NAME_MAX),
  operational_brief: text(OPERATIONAL_BRIEF_MAX).optional(),
});

export const createTaskList = endpoint({
  id: 'createTaskList',
  method: 'POST',
  path: '/api/projects/:id/task-lists',
  access: 'caller',
  summary: 'Add a list at the root of the plan',
  params: ProjectPath,
  body: TaskListText,
  answer: TaskList,
  status: 201,
  errors: ['NOT_FOUND'],
});

export const updateTaskList = endpoint({
  id: 'updateTaskList',
  method: 'PATCH',
  path: '/api/task-lists/:id',
  access: 'caller',
  summary: 'Rename a list or change its operational brief',
  params: TaskListPath,
  body: TaskListText.partial().extend({ base_updated_at: BaseUpdatedAt }),
  answer: TaskList,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const deleteTaskList = endpoint({
  id: 'deleteTaskList',
  method: 'DELETE',
  path: '/api/task-lists/:id',
  access: 'caller',
  summary: 'Take a list out of the plan with its tasks; it can be brought back',
  params: TaskListPath,
  answer: Removal,
  errors: ['NOT_FOUND', 'LOCK_HELD'],
});

export const undeleteTaskList = endpoint({
  id: 'undeleteTaskList',
  method: 'POST',
  path: '/api/task-lists/:id/undelete',
  access: 'caller',
  summary: 'Bring a deleted list back, with everything that went with it',
  params: TaskListPath,
  answer: TaskList,
  errors: ['NOT_FOUND', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED'],
});

export const Dependency = z.object({ task_id: Id, depends_on_id: Id });
export type Dependency = z.infer<typeof Dependency>;

export const addDependency = endpoint({
  id: 'addDependency',
  method: 'POST',
  path: '/api/tasks/:id/dependencies',
  access: 'caller',
  summary: 'Let a task wait for another of its project; a cycle is refused and named',
  params: TaskPath,
  body: z.strictObject({ depends_on_id: Id }),
  answer: Dependency,
  status: 201,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const removeDependency = endpoint({
  id: 'removeDependency',
  method: 'DELETE',
  path: '/api/tasks/:id/dependencies/:dependsOnId',
  access: 'caller',
  summary: 'Let a task no longer wait for another',
  params: z.strictObject({ id: Id, dependsOnId: Id }),
  answer: Dependency,
  errors: ['NOT_FOUND'],
});
