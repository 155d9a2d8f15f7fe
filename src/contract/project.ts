import { z } from 'zod';
import {
  BATON_SLOTS_MAX,
  LEASE_MINUTES_MAX,
  LEASE_MINUTES_MIN,
  PROJECT_ACTIVITY_DAYS,
  PROJECT_DESCRIPTION_MAX,
  PROJECT_NAME_MAX,
  VERIFY_COMMAND_MAX,
  VERIFY_TIMEOUT_MINUTES_MAX,
  VERIFY_TRIES_MAX,
} from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Id, Nothing, Timestamp, requiredText, text } from './fields.ts';
import { PROJECTS_PAGE, pageQuery } from './page.ts';
import { DoneMeans, WebAddress } from './proof.ts';
import { ProjectRole } from './role.ts';

export const ProjectStatus = z.enum(['active', 'archived']);
export type ProjectStatus = z.infer<typeof ProjectStatus>;

/** One lane of a project: a root task list with all its tasks. */
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
  baton_slots: z.int().meta({ description: 'How many agents may hold a baton at once' }),
  lease_minutes: z.int().meta({ description: 'Without a call for this long a holder loses its baton' }),
  done_means: DoneMeans,
  verify_command: z.string().nullable().meta({ description: 'Runs beside the agent, never on this server' }),
  verify_timeout_minutes: z.int(),
  verify_tries: z.int(),
  repository_url: z.string().nullable().meta({ description: 'Where commits and branches can be looked at' }),
  read_only: z.boolean().meta({ description: 'Active, but beyond what the plan allows: nobody can change it' }),
  is_example: z.boolean().meta({ description: 'The example project: it does not count towards the limit of projects' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type Project = z.infer<typeof Project>;

/** A current holder, as the project's card shows it. */
export const ProjectHolder = z.object({
  name: z.string(),
  task_id: Id,
  task_number: z.int(),
  task_title: z.string(),
  since: Timestamp,
  last_call_at: Timestamp,
  beats: z.array(z.int()).meta({ description: 'Calls per half minute up to last_call_at, oldest first' }),
});
export type ProjectHolder = z.infer<typeof ProjectHolder>;

export const ProjectSummary = Project.extend({
  role: ProjectRole.meta({ description: 'What the caller may do in it' }),
  owner_name: z.string(),
  people: z.int().meta({ description: 'Its owner and everybody who was invited' }),
  taskCount: z.int(),
  completedTaskCount: z.int(),
  lastAccessed: Timestamp.meta({ description: 'The caller’s last visit; when it was created, before the first' }),
  lanes: z.array(ProjectLane),
  holders: z.array(ProjectHolder).meta({ description: 'Who holds a baton, in the order of the slots' }),
  stopped: z.array(ProjectHolder).meta({ description: 'Whose lease ran out; the task is free for the next agent' }),
  next_task: z
    .object({ task_number: z.int(), title: z.string() })
    .nullable()
    .meta({ description: 'What an agent would take next, where nobody is at work' }),
  needs_you_first: z
    .object({ task_number: z.int(), kind: z.enum(['question', 'block']), text: z.string() })
    .nullable()
    .meta({ description: 'The one that waits longest, questions first: what was asked, or why it is blocked' }),
  needs_you: z.int().meta({ description: 'Tasks that wait for a person: a question without an answer, or a block' }),
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
/** The project's settings for agents. */
export const ProjectRules = z.strictObject({
  baton_slots: z.int().min(1).max(BATON_SLOTS_MAX),
  lease_minutes: z.int().min(LEASE_MINUTES_MIN).max(LEASE_MINUTES_MAX),
  done_means: DoneMeans,
  verify_command: text(VERIFY_COMMAND_MAX)
    .transform((value) => value.trim() || null)
    .nullable(),
  verify_timeout_minutes: z.int().min(1).max(VERIFY_TIMEOUT_MINUTES_MAX),
  verify_tries: z.int().min(1).max(VERIFY_TRIES_MAX),
  repository_url: z.union([WebAddress, z.literal('').transform(() => null), z.null()]),
});
export const NewProject = ProjectFields;
export const ProjectPatch = ProjectFields.extend({ status: ProjectStatus, ...ProjectRules.shape })
  .partial()
  .extend({
    base_updated_at: Timestamp.optional().meta({
      description: 'The updated_at the edit was made on; a project that has changed since is refused with 409',
    }),
  });

const ProjectPath = z.strictObject({ id: Id });

export const listProjects = endpoint({
  id: 'listProjects',
  method: 'GET',
  path: '/api/projects',
  access: 'caller',
  summary: 'The caller’s projects, newest first, each with its counts',
  query: pageQuery(PROJECTS_PAGE),
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

export const loadExampleProject = endpoint({
  id: 'loadExampleProject',
  method: 'POST',
  path: '/api/projects/example',
  access: 'caller',
  summary: 'The example project with several days of history; loaded again, the one that is there',
  answer: ProjectSummary,
  status: 201,
  errors: ['USAGE_LIMIT_EXCEEDED'],
});

export const updateProject = endpoint({
  id: 'updateProject',
  method: 'PUT',
  path: '/api/projects/:id',
  access: 'caller',
  summary: 'Rename, describe, archive or unarchive a project, and set how agents work in it',
  params: ProjectPath,
  body: ProjectPatch,
  answer: ProjectSummary,
  errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN', 'USAGE_LIMIT_EXCEEDED'],
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
