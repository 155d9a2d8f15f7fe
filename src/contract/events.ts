import { z } from 'zod';
import { ApiKeyInfo } from './api-key.ts';
import { Checkpoint } from './checkpoint.ts';
import { DRAFTED_LISTS_MAX } from './constants.ts';
import { Id, type EventActor, Timestamp } from './fields.ts';
import { DraftedList } from './generation.ts';
import { NamedKey } from './named-keys.ts';
import { Note } from './note.ts';
import { Person } from './people.ts';
import { Baton } from './plan.ts';
import { Project } from './project.ts';
import { ProjectRole } from './role.ts';
import { Run, RunResult } from './run.ts';
import { Dependency, Task, TaskList, TaskStatus } from './task.ts';

/** Each event carries the presented row, so that a browser patches its cache without refetching. */
export const EVENT_DATA = {
  'project.created': Project,
  'project.updated': Project,
  'project.deleted': Project,
  /** To a person: a project of others is theirs to see from now on, their role in it changed, or it is not any more. */
  'project.shared': Project.extend({ role: ProjectRole }),
  'project.unshared': z.object({ id: Id, name: z.string() }),
  /** Of a project's people, without their addresses. */
  'person.joined': Person,
  'person.changed': Person,
  'person.left': Person,
  'account.updated': z.object({
    id: Id,
    display_name: z.string(),
    status: z.enum(['active', 'suspended']),
    email: z.string().optional().meta({ description: 'Where it was changed' }),
    two_factor: z.boolean().optional().meta({ description: 'Where it was turned on or off, or has new backup codes' }),
  }),
  /** The masked key after it was created, replaced or deleted. */
  'api_key.updated': ApiKeyInfo,
  /** All keys of the account, after one of them was made, rotated or revoked. */
  'api_keys.updated': z.object({ keys: z.array(NamedKey) }),

  /** The tier, its limits or usage changed; clients refetch. */
  'subscription.updated': z.object({ tier_name: z.string() }),

  'task_list.created': TaskList,
  'task_list.updated': TaskList,
  'task_list.deleted': TaskList,
  'task.created': Task,
  'task.updated': Task,
  'task.deleted': Task,
  /** Only the changed fields, where the whole row would be much larger than the change. */
  'task.patched': Task.partial().required({ id: true }),
  /** Many siblings were renumbered at once. */
  'tasks.reordered': z.object({
    task_list_id: Id,
    orders: z.array(z.object({ id: Id, order_in_parent: z.int() })),
  }),
  /** In addition to the row's own event: shown in the activity. */
  'task.status_changed': z.object({ task_id: Id, previous_status: TaskStatus, new_status: TaskStatus }),
  'task.locked': z.object({
    task_id: Id,
    task_list_name: z.string().nullable(),
    agent_lock: z.string(),
    locked_by: z.string().optional().meta({ description: 'Who claimed it; not for one that was only set to wip' }),
  }),
  'parent.completed': z.object({ task_id: Id, is_completed: z.literal(true) }),
  'parent.status_changed': z.object({ task_id: Id, task_list_id: Id, status: TaskStatus }),
  'dependency.added': Dependency,
  'dependency.removed': Dependency,

  'note.created': Note,
  'note.updated': Note,
  'note.deleted': Note,

  'baton.taken': Baton,
  'baton.renewed': Baton,
  /** The lease ran out: nothing was heard of the holder. The baton stays where it is until somebody claims. */
  'baton.expired': z.object({
    task_id: Id,
    slot: z.int(),
    fence: z.int(),
    holder: z.string(),
    last_call_at: Timestamp,
    expired_at: Timestamp.optional().meta({ description: 'When it ran out; absent in events of older versions' }),
  }),
  'baton.released': z.object({
    task_id: Id,
    slot: z.int(),
    fence: z.int(),
    reason: z.string(),
    last_call_at: Timestamp.optional(),
    expired_at: Timestamp.optional().meta({ description: 'When the lease ran out, if it had before this' }),
  }),

  'run.started': Run,
  /** Paused, asked to stop, or heard of again. */
  'run.updated': Run,
  'run.ended': Run,
  /** A task of a run was done, tried again or given up. */
  'run.result': RunResult,

  'checkpoint.created': Checkpoint,
  'checkpoint.deleted': z.object({ id: Id }),
  /** Too many changes to send one by one: clients read the plan again. */
  'plan.replaced': z.object({ cause: z.enum(['restore', 'import', 'generation', 'edit']) }),

  /** A version was stored or roles were set: clients refetch the PRD. */
  'prd.version_deleted': z.object({ version: z.int() }),
  'prd.updated': z.object({ version: z.int(), cause: z.enum(['saved', 'roles', 'generation']), work_lines: z.int() }),
  /** An agent drafted or changed the plan in one call: one entry in the activity. */
  'plan.drafted': z.object({
    tasks: z.int(),
    planned: z.int(),
    work: z.int(),
    checkpoint_id: Id.nullable().meta({ description: 'The plan as it was before; null where there was none' }),
  }),

  'generation.started': z.object({ session_id: z.string(), mode: z.string() }),
  'generation.progress': z.object({
    session_id: z.string(),
    message: z.string(),
    percent: z.int().min(0).max(100).nullable(),
    list_name: z.string().nullable(),
    tasks_so_far: z.int().min(0).optional(),
    lists: z
      .array(DraftedList)
      .max(DRAFTED_LISTS_MAX)
      .optional()
      .meta({ description: 'The lists drafted so far; absent before the first' }),
  }),
  'generation.completed': z.object({
    session_id: z.string(),
    list_name: z.string().nullable(),
    tasks_created: z.int(),
    processing_time: z.int().meta({ description: 'Milliseconds' }),
  }),
  'generation.failed': z.object({ session_id: z.string(), error: z.string() }),
} as const;

export type EventType = keyof typeof EVENT_DATA;
export type EventDataOf<T extends EventType> = z.infer<(typeof EVENT_DATA)[T]>;

export type FeedEvent = {
  [T in EventType]: {
    seq: number;
    type: T;
    data: EventDataOf<T>;
    actor: EventActor;
    created_at: z.infer<typeof Timestamp>;
  };
}[EventType];
