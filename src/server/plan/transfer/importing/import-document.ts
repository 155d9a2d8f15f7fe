import { z } from 'zod';
import {
  CHECKPOINT_NAME_MAX,
  NOTE_BODY_MAX,
  OPERATIONAL_BRIEF_MAX,
  PRD_MAX_CHARACTERS,
  PROJECT_DESCRIPTION_MAX,
  PROJECT_NAME_MAX,
  REASON_MAX,
  TASK_CHECKS_MAX,
  TASK_DESCRIPTION_MAX,
  TASK_LIST_NAME_MAX,
  TASK_TITLE_MAX,
} from '#contract/constants.ts';
import { FileName, Id, Timestamp, requiredText, text } from '#contract/fields.ts';
import { Note } from '#contract/note.ts';
import { ProjectRules } from '#contract/project.ts';
import { Check, LineRange, Task, TaskList } from '#contract/task.ts';
import { PlanSnapshot, PrdVersion, ProjectExport, SnapshotParts } from '#contract/transfer.ts';
import {
  Actor,
  Dependencies,
  Line,
  ListOriginIn,
  Moment,
  Number32,
  Order,
  PlaceIn,
  QuestionIn,
  ROWS_MAX,
  RequirementIds,
  Requirements,
  Roles,
  TaskOriginIn,
  WorkIn,
} from './import-fields.ts';

const SnapshotIn = PlanSnapshot.extend({
  prd: z.object({ version: Number32, roles: Roles }).nullable().optional(),
  task_lists: z
    .array(
      PlanSnapshot.shape.task_lists.element.extend({
        name: requiredText(TASK_LIST_NAME_MAX),
        operational_brief: text(OPERATIONAL_BRIEF_MAX),
        created_at: Moment,
        origin: ListOriginIn.nullable().optional(),
      }),
    )
    .max(ROWS_MAX),
  tasks: z
    .array(
      PlanSnapshot.shape.tasks.element.extend({
        number: Number32,
        title: requiredText(TASK_TITLE_MAX),
        description: text(TASK_DESCRIPTION_MAX),
        checks: z.array(Check).max(TASK_CHECKS_MAX),
        prd_start_line: Line,
        prd_end_line: Line,
        order_in_parent: Order,
        completed_at: Moment.nullable(),
        blocked_reason: text(REASON_MAX).nullable().default(null),
        question: QuestionIn.default(null),
        work: WorkIn.default(null),
        created_at: Moment,
        requirement_ids: RequirementIds.optional(),
        origin: TaskOriginIn.nullable().optional(),
      }),
    )
    .max(ROWS_MAX),
  dependencies: Dependencies,
  note_ids: PlanSnapshot.shape.note_ids.max(ROWS_MAX),
});

const CHECKPOINTS_READ = 1_000;

const CheckpointIn = z.object({
  id: Id,
  name: requiredText(CHECKPOINT_NAME_MAX),
  reason: z.enum(['manual', 'before_delete', 'before_restore', 'before_import', 'before_generation']),
  author: Actor,
  created_at: Moment,
});

/** The export's schema with the limits of the API: a file may contain nothing that could not be created otherwise. */
const ProjectImport = ProjectExport.omit({ version: true, pieces: true, checkpoints: true }).extend({
  exported_at: Timestamp,
  project: z.object({
    name: requiredText(PROJECT_NAME_MAX),
    description: text(PROJECT_DESCRIPTION_MAX).nullable(),
    ...ProjectRules.partial().shape,
  }),
  task_lists: z
    .array(
      TaskList.extend({
        name: requiredText(TASK_LIST_NAME_MAX),
        operational_brief: text(OPERATIONAL_BRIEF_MAX),
        created_at: Moment,
        origin: ListOriginIn.nullable().default(null),
      }),
    )
    .max(ROWS_MAX),
  tasks: z
    .array(
      Task.extend({
        requirement_ids: RequirementIds.default([]),
        is_enabler: z.boolean().default(false),
        prd_state: Task.shape.prd_state.default(null),
        origin: TaskOriginIn.nullable().default(null),
        number: Number32,
        title: requiredText(TASK_TITLE_MAX),
        description: text(TASK_DESCRIPTION_MAX),
        checks: z.array(Check).max(TASK_CHECKS_MAX),
        prd_lines: LineRange.nullable(),
        order_in_parent: Order,
        completed_at: Moment.nullable(),
        blocked_reason: text(REASON_MAX).nullable().default(null),
        question: QuestionIn.default(null),
        work: WorkIn.default(null),
        created_at: Moment,
      }),
    )
    .max(ROWS_MAX),
  dependencies: Dependencies,
  notes: z
    .array(
      Note.extend({
        body: text(NOTE_BODY_MAX),
        author: Actor,
        by_holder: Note.shape.by_holder.default(false),
        question_id: Note.shape.question_id.default(null),
        work: PlaceIn.default(null),
        created_at: Moment,
        updated_at: Moment,
      }),
    )
    .max(ROWS_MAX),
  prd_versions: z
    .array(
      PrdVersion.extend({
        version: Number32,
        filename: FileName,
        content: text(PRD_MAX_CHARACTERS),
        created_at: Moment,
      }),
    )
    .max(ROWS_MAX),
  prd_roles: Roles.default([]),
  // Output only, not imported.
  prd_lines: z.unknown().optional(),
  requirements: Requirements.nullable().default(null),
});

/** Version 1: each checkpoint with its whole snapshot. */
const ImportOfOne = ProjectImport.extend({
  version: z.literal(1),
  checkpoints: z.array(CheckpointIn.extend({ snapshot: SnapshotIn })).max(CHECKPOINTS_READ),
});

/** Version 2: each piece of a checkpoint once. */
const ImportOfTwo = ProjectImport.extend({
  version: z.literal(2),
  pieces: z.object({
    task_lists: z.array(SnapshotIn.shape.task_lists),
    tasks: z.array(SnapshotIn.shape.tasks),
    dependencies: z.array(SnapshotIn.shape.dependencies),
    note_ids: z.array(SnapshotIn.shape.note_ids),
    prd: z.array(SnapshotIn.shape.prd.unwrap().unwrap()),
  }),
  checkpoints: z.array(CheckpointIn.extend({ parts: SnapshotParts })).max(CHECKPOINTS_READ),
});
export type PiecewiseImport = z.infer<typeof ImportOfTwo>;

export const ImportDocument = z.discriminatedUnion('version', [ImportOfOne, ImportOfTwo]);
export type ProjectImport = Omit<z.infer<typeof ImportOfOne>, 'version'>;
