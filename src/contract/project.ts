import { z } from 'zod';
import { PROJECT_ACTIVITY_DAYS, PROJECT_DESCRIPTION_MAX, PROJECT_NAME_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Id, Nothing, Timestamp, requiredText, text } from './fields.ts';

export const ProjectStatus = z.enum(['active', 'archived']);
export type ProjectStatus = z.infer<typeof ProjectStatus>;

/** One block of a project's lane: a root task list with everything below it. */
export const ProjectLane = z.object({
  name: z.string(),
  tasks: z.int(),
  done: z.int(),
  wip: z.int(),
});
export type ProjectLane = z.infer<typeof ProjectLane>;

export const Project = z.object({
  id: Id,
  user_id: Id,
  name: z.string(),
  description: z.string().nullable(),
  status: ProjectStatus,
  read_only: z.boolean().meta({ description: 'Active, but beyond what the plan allows: nobody can change it' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type Project = z.infer<typeof Project>;

export const ProjectSummary = Project.extend({
  taskCount: z.int(),
  completedTaskCount: z.int(),
  lastAccessed: Timestamp,
  lanes: z.array(ProjectLane),
  prdWorkLines: z.int().nullable().meta({
    description: 'Lines of the PRD that ask for work; null without a PRD. With no task, the PRD waits for a plan',
  }),
  activity: z
    .array(z.int())
    .length(PROJECT_ACTIVITY_DAYS)
    .meta({ description: 'Recorded changes per UTC day, oldest first, today last' }),
});
export type ProjectSummary = z.infer<typeof ProjectSummary>;

const ProjectFields = z.strictObject({
  name: requiredText(PROJECT_NAME_MAX),
  description: text(PROJECT_DESCRIPTION_MAX)
    .transform((value) => value.trim())
    .optional(),
});
export const NewProject = ProjectFields;
export const ProjectPatch = ProjectFields.extend({ status: ProjectStatus }).partial();

const ProjectPath = z.strictObject({ id: Id });

export const listProjects = endpoint({
  id: 'listProjects',
  method: 'GET',
  path: '/api/projects',
  access: 'caller',
  summary: 'The caller’s projects, newest first, each with its counts',
  answer: z.array(ProjectSummary),
});

export const getProject = endpoint({
  id: 'getProject',
  method: 'GET',
  path: '/api/projects/:id',
  access: 'caller',
  summary: 'One project with its counts',
  params: ProjectPath,
  answer: ProjectSummary,
  errors: ['NOT_FOUND'],
});

export const createProject = endpoint({
  id: 'createProject',
  method: 'POST',
  path: '/api/projects',
  access: 'user',
  summary: 'Create a project; refused with the usage when the plan’s number of active projects is reached',
  body: NewProject,
  answer: ProjectSummary,
  status: 201,
  errors: ['USAGE_LIMIT_EXCEEDED'],
});

export const updateProject = endpoint({
  id: 'updateProject',
  method: 'PUT',
  path: '/api/projects/:id',
  access: 'user',
  summary: 'Rename, describe, archive or unarchive a project',
  params: ProjectPath,
  body: ProjectPatch,
  answer: ProjectSummary,
  errors: ['NOT_FOUND', 'USAGE_LIMIT_EXCEEDED'],
});

export const deleteProject = endpoint({
  id: 'deleteProject',
  method: 'DELETE',
  path: '/api/projects/:id',
  access: 'user',
  summary: 'Delete a project with its tasks and notes',
  params: ProjectPath,
  answer: Nothing,
  errors: ['NOT_FOUND'],
});
