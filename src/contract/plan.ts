import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Me } from './account.ts';
import { Id, Timestamp } from './fields.ts';
import { Project } from './project.ts';

export const TaskStatus = z.enum(['open', 'wip', 'done']);
export type TaskStatus = z.infer<typeof TaskStatus>;

export const Task = z.object({
  id: Id,
  project_id: Id,
  parent_task_id: Id.nullable(),
  task_list_id: Id,
  task_list_name: z.string(),
  task_list_depth: z.int(),
  title: z.string(),
  description: z.string(),
  status: TaskStatus,
  order_in_parent: z.int(),
  level: z.int(),
  is_completed: z.boolean(),
  agent_lock: Timestamp.nullable(),
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

export const NoteType = z.enum(['PROGRESS', 'FINDING', 'FILE_LIST', 'CONTEXT', 'OTHER']);
export type NoteType = z.infer<typeof NoteType>;

export const Note = z.object({
  id: Id,
  project_id: Id,
  task_id: Id.nullable(),
  type: NoteType,
  body: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type Note = z.infer<typeof Note>;

const ProjectPath = z.strictObject({ id: Id });

export const listTasks = endpoint({
  id: 'listTasks',
  method: 'GET',
  path: '/api/projects/:id/tasks',
  access: 'caller',
  summary: 'The project’s tasks that are not deleted, by order among their siblings',
  params: ProjectPath,
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
  answer: z.array(TaskList),
  errors: ['NOT_FOUND'],
});

export const listNotes = endpoint({
  id: 'listNotes',
  method: 'GET',
  path: '/api/projects/:id/notes',
  access: 'caller',
  summary: 'The project’s notes, newest first',
  params: ProjectPath,
  answer: z.array(Note),
  errors: ['NOT_FOUND'],
});

export const AccountExport = z.object({
  exported_at: Timestamp,
  account: Me,
  projects: z.array(Project.extend({ task_lists: z.array(TaskList), tasks: z.array(Task), notes: z.array(Note) })),
});
export type AccountExport = z.infer<typeof AccountExport>;

export const exportMe = endpoint({
  id: 'exportMe',
  method: 'GET',
  path: '/api/me/export',
  access: 'user',
  summary: 'Everything Baton keeps about the account and its projects, as one document',
  answer: AccountExport,
});
