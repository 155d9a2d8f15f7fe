import { z } from 'zod';
import { AccountActivity } from './account-activity.ts';
import { Me } from './account.ts';
import { Checkpoint } from './checkpoint.ts';
import { IMPORT_MAX_BYTES, PROJECT_NAME_MAX, UPLOAD_MAX_BYTES } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { FileName, Id, Timestamp, requiredText } from './fields.ts';
import { Note } from './note.ts';
import { NotificationExport } from './notifications.ts';
import { ListOrigin, TaskOrigin } from './plan-draft.ts';
import { Project, ProjectSummary } from './project.ts';
import { KeptRole, PrdRole, Requirement } from './requirement.ts';
import { CurrentSubscription, PaymentProviderName, SubscriptionStatus } from './subscription.ts';
import { Dependency, Task, TaskList, TaskStatus } from './task.ts';

export const PrdVersion = z.object({
  id: Id,
  version: z.int().min(1),
  filename: z.string(),
  content: z.string(),
  created_at: Timestamp,
});
export type PrdVersion = z.infer<typeof PrdVersion>;

/** A snapshot of a plan: rows by column, so that restoring writes them back. */
export const PlanSnapshot = z.object({
  version: z.literal(1),
  task_lists: z.array(
    z.object({
      id: Id,
      parent_task_id: Id.nullable(),
      name: z.string(),
      operational_brief: z.string(),
      depth: z.int(),
      created_at: z.iso.datetime({ offset: true }),
      origin: ListOrigin.nullable().optional(),
    }),
  ),
  tasks: z.array(
    z.object({
      id: Id,
      task_list_id: Id,
      number: z.int().min(1),
      title: z.string(),
      description: z.string(),
      checks: Task.shape.checks,
      prd_start_line: z.int().min(1).nullable(),
      prd_end_line: z.int().min(1).nullable(),
      status: TaskStatus,
      order_in_parent: z.int(),
      level: z.int(),
      is_completed: z.boolean(),
      completed_at: z.iso.datetime({ offset: true }).nullable(),
      blocked_reason: z.string().nullable().optional(),
      question: Task.shape.question.optional(),
      work: Task.shape.work.optional(),
      created_at: z.iso.datetime({ offset: true }),
      requirement_ids: z.array(z.string()).optional(),
      is_enabler: z.boolean().optional(),
      prd_state: Task.shape.prd_state.optional(),
      origin: TaskOrigin.nullable().optional(),
    }),
  ),
  dependencies: z.array(Dependency),
  note_ids: z.array(Id),
  prd: z
    .object({ version: z.int().min(1), roles: z.array(KeptRole) })
    .nullable()
    .optional()
    .meta({ description: 'The PRD version of that moment and the roles that were set; absent in older checkpoints' }),
});
export type PlanSnapshot = z.infer<typeof PlanSnapshot>;

/**
 * The content of checkpoints, deduplicated: two that differ in one task share all other pieces. A checkpoint references
 * its pieces by index.
 */
const SnapshotPieces = z.object({
  task_lists: z.array(PlanSnapshot.shape.task_lists),
  tasks: z.array(PlanSnapshot.shape.tasks),
  dependencies: z.array(PlanSnapshot.shape.dependencies),
  note_ids: z.array(PlanSnapshot.shape.note_ids),
  prd: z.array(PlanSnapshot.shape.prd.unwrap().unwrap()),
});
export type SnapshotPieces = z.infer<typeof SnapshotPieces>;

const Place = z.int().min(0);
export const SnapshotParts = z.object({
  task_lists: z.array(Place),
  tasks: z.array(Place),
  dependencies: z.array(Place),
  note_ids: z.array(Place),
  prd: Place.nullable(),
});
export type SnapshotParts = z.infer<typeof SnapshotParts>;

/** A whole project as one document: `export` writes it, `import` reads it without loss. */
export const ProjectExport = z.object({
  format: z.literal('baton'),
  version: z.literal(2).meta({ description: 'In 1, which is still imported, each checkpoint held its whole snapshot' }),
  exported_at: Timestamp,
  project: Project.omit({ read_only: true, is_example: true }),
  task_lists: z.array(TaskList.extend({ origin: ListOrigin.nullable().optional() })),
  tasks: z.array(Task.extend({ origin: TaskOrigin.nullable().optional() })),
  dependencies: z.array(Dependency),
  notes: z.array(Note),
  prd_versions: z.array(PrdVersion),
  prd_roles: z.array(KeptRole).optional().meta({ description: 'Roles that people and agents set' }),
  prd_lines: z
    .array(z.object({ line: z.int().min(1), role: PrdRole }))
    .optional()
    .meta({ description: 'The role of every line of the newest version that is not blank; told, not read back' }),
  requirements: z
    .object({ version: z.int().min(1), found: z.array(Requirement) })
    .nullable()
    .optional()
    .meta({ description: 'What the PRD asks for, under the ids the tasks name' }),
  pieces: SnapshotPieces,
  checkpoints: z.array(Checkpoint.extend({ parts: SnapshotParts })),
});
export type ProjectExport = z.infer<typeof ProjectExport>;

export const MarkdownExport = z.object({ format: z.literal('markdown'), filename: z.string(), markdown: z.string() });
export type MarkdownExport = z.infer<typeof MarkdownExport>;

export const exportProject = endpoint({
  id: 'exportProject',
  method: 'GET',
  path: '/api/projects/:id/export',
  access: 'caller',
  summary: 'The whole project as one document: JSON without loss, or Markdown to read',
  params: z.strictObject({ id: Id }),
  query: z.strictObject({
    format: z.enum(['json', 'markdown']).default('json'),
    checkpoints: z
      .union([
        z.enum(['all', 'none']),
        z.string().regex(/^[1-9]\d{0,3}$/, 'must be all, none or how many of the newest'),
      ])
      .default('all')
      .meta({ description: '`all`, `none`, or how many of the newest go along' }),
  }),
  answer: z.union([ProjectExport, MarkdownExport]),
  errors: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
});

export const ImportFormat = z.enum(['baton', 'task-master', 'beads', 'backlog-md']);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** The outcome for one line or file of an import. */
export const ImportLine = z.object({
  where: z.string().meta({ description: 'The line, file or item it speaks of: "tasks[3]", "line 12", "task-7.md"' }),
  outcome: z.enum(['imported', 'changed', 'skipped']),
  message: z.string(),
});
export type ImportLine = z.infer<typeof ImportLine>;

export const ImportReport = z.object({
  project: ProjectSummary,
  format: ImportFormat,
  tasks: z.int(),
  notes: z.int(),
  lines: z.array(ImportLine),
  checkpoint_id: Id.nullable().meta({ description: 'The plan as it was, when the import went into a project' }),
});
export type ImportReport = z.infer<typeof ImportReport>;

const ImportWishes = z.strictObject({
  format: ImportFormat.optional().meta({ description: 'Left out, it is found out from the content' }),
  filename: FileName.optional(),
  name: requiredText(PROJECT_NAME_MAX).optional().meta({ description: 'The new project’s name' }),
  project_id: Id.optional().meta({ description: 'Add to this project’s plan instead of making a project' }),
});

export const importProject = endpoint({
  id: 'importProject',
  method: 'POST',
  path: '/api/projects/import',
  access: 'caller',
  summary:
    'Take a project in: Baton’s own JSON, a Task Master tasks.json, a Beads JSONL export or a Backlog.md folder archive',
  query: ImportWishes.partial(),
  body: ImportWishes.extend({
    content: z.string().min(1, 'must not be empty').max(IMPORT_MAX_BYTES),
    encoding: z
      .enum(['text', 'base64'])
      .default('text')
      .meta({ description: 'base64 for an archive (.zip, .tar, .tar.gz)' }),
  }),
  bodyLimit: UPLOAD_MAX_BYTES,
  takesFile: true,
  answer: ImportReport,
  status: 201,
  errors: ['NOT_FOUND', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED', 'PAYLOAD_TOO_LARGE'],
});

/** One subscription at a payment provider, in its last known state. */
export const PaymentExport = z.object({
  provider: PaymentProviderName,
  provider_id: z.string().meta({ description: 'The provider’s own name for it' }),
  plan_id: z.string(),
  price_usd: z.number(),
  status: SubscriptionStatus.nullable().meta({ description: 'Null: never approved' }),
  period_start: Timestamp.nullable(),
  period_end: Timestamp.nullable(),
  access_until: Timestamp.nullable(),
  renews: z.boolean(),
  activated_at: Timestamp.nullable(),
  created_at: Timestamp,
});
export type PaymentExport = z.infer<typeof PaymentExport>;

export const SubscriptionExport = CurrentSubscription.pick({ tier: true, subscription: true }).extend({
  payments: z.array(PaymentExport),
});
export type SubscriptionExport = z.infer<typeof SubscriptionExport>;

export const AccountExport = z.object({
  exported_at: Timestamp,
  account: Me,
  activity: z.array(AccountActivity).meta({ description: 'Sign-ins, and changes to keys, apps and passwords' }),
  subscription: SubscriptionExport,
  projects: z.array(ProjectExport),
  notifications: z.array(NotificationExport).meta({ description: 'One for each project' }),
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
