import { z } from 'zod';
import { CHECKPOINT_NAME_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { EventActor, Id, Nothing, Timestamp, requiredText } from './fields.ts';

const CheckpointReason = z.enum(['manual', 'before_delete', 'before_restore', 'before_import', 'before_generation']);
export type CheckpointReason = z.infer<typeof CheckpointReason>;

export const Checkpoint = z.object({
  id: Id,
  project_id: Id,
  name: z.string(),
  reason: CheckpointReason,
  task_count: z.int(),
  done_count: z.int(),
  author: EventActor,
  created_at: Timestamp,
});
export type Checkpoint = z.infer<typeof Checkpoint>;

const Change = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  what: z.enum(['task', 'task_list', 'dependency']),
  id: Id,
  label: z.string().meta({ description: 'The task’s number and title, the list’s name, or both ends of a dependency' }),
  details: z.array(z.string()).meta({ description: 'For a change: each field, as "status: open → done"' }),
});

/** The diff since the checkpoint: "added" exists now and did not then. */
export const CheckpointDiff = z.object({
  checkpoint: Checkpoint,
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  changes: z.array(Change),
  left_out: z.int().meta({ description: 'How many changes did not fit into the answer' }),
});
export type CheckpointDiff = z.infer<typeof CheckpointDiff>;

const ProjectPath = z.strictObject({ id: Id });
const CheckpointPath = z.strictObject({ id: Id });

export const listCheckpoints = endpoint({
  id: 'listCheckpoints',
  method: 'GET',
  path: '/api/projects/:id/checkpoints',
  access: 'caller',
  summary: 'The project’s checkpoints, newest first',
  params: ProjectPath,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    cursor: Id.optional().meta({ description: 'The last checkpoint of the page before' }),
  }),
  answer: z.object({ items: z.array(Checkpoint), nextCursor: Id.nullable() }),
  errors: ['NOT_FOUND'],
});

export const saveCheckpoint = endpoint({
  id: 'saveCheckpoint',
  method: 'POST',
  path: '/api/projects/:id/checkpoints',
  access: 'caller',
  summary: 'Keep the plan as it is now under a name',
  params: ProjectPath,
  body: z.strictObject({ name: requiredText(CHECKPOINT_NAME_MAX) }),
  answer: Checkpoint,
  status: 201,
  errors: ['NOT_FOUND'],
});

export const diffCheckpoint = endpoint({
  id: 'diffCheckpoint',
  method: 'GET',
  path: '/api/checkpoints/:id/diff',
  access: 'caller',
  summary: 'What has changed in the plan since a checkpoint',
  params: CheckpointPath,
  answer: CheckpointDiff,
  errors: ['NOT_FOUND'],
});

export const deleteCheckpoint = endpoint({
  id: 'deleteCheckpoint',
  method: 'DELETE',
  path: '/api/checkpoints/:id',
  access: 'caller',
  summary: 'Delete a checkpoint for good; the plan stays as it is',
  params: CheckpointPath,
  answer: Nothing,
  errors: ['NOT_FOUND'],
});

export const restoreCheckpoint = endpoint({
  id: 'restoreCheckpoint',
  method: 'POST',
  path: '/api/checkpoints/:id/restore',
  access: 'caller',
  summary: 'Bring the plan back to a checkpoint; the plan as it was is kept in another one first',
  params: CheckpointPath,
  answer: z.object({
    checkpoint: Checkpoint,
    undo: Checkpoint.meta({ description: 'The plan as it was before: restore this one to undo' }),
    tasks: z.int(),
  }),
  errors: ['NOT_FOUND'],
});
