import { z } from 'zod';
import {
  ADDRESS_MAX,
  BRANCH_MAX,
  CHECKPOINT_NAME_MAX,
  COMMIT_MAX,
  LINE_MAX,
  NOTE_BODY_MAX,
  OPERATIONAL_BRIEF_MAX,
  PRD_MAX_CHARACTERS,
  PRD_ROLES_MAX,
  QUESTION_MAX,
  REASON_MAX,
  PROJECT_DESCRIPTION_MAX,
  PROJECT_NAME_MAX,
  TASK_CHECKS_MAX,
  TASK_DESCRIPTION_MAX,
  TASK_LIST_NAME_MAX,
  TASK_TITLE_MAX,
} from '#contract/constants.ts';
import { FileName, Id, Timestamp, requiredText, text } from '#contract/fields.ts';
import { Note } from '#contract/note.ts';
import { ListOrigin, TaskOrigin } from '#contract/plan-draft.ts';
import { ProjectRules } from '#contract/project.ts';
import { Verification, WorkPlace } from '#contract/proof.ts';
import { Question, QuestionOptions } from '#contract/question.ts';
import { KeptRole, Requirement } from '#contract/requirement.ts';
import { Check, LineRange, Task, TaskList } from '#contract/task.ts';
import { PlanSnapshot, PrdVersion, ProjectExport, SnapshotParts } from '#contract/transfer.ts';
import { AppError } from '#server/platform/error.ts';
import { describeIssue } from '#server/platform/http/describe-issue.ts';
import { requireShallow } from '#server/platform/http/parse.ts';
import { joinPieces } from './importing/join-pieces.ts';
import { damaged } from './importing/damaged.ts';

/** Times that a database keeps and a calendar shows, whatever zone they were written in. */
const Moment = z.iso
  .datetime({ offset: true })
  .refine((value) => Date.parse(value) >= 0 && Date.parse(value) < Date.UTC(2200, 0), 'must be between 1970 and 2200')
  .transform((value) => new Date(value).toISOString());
const Number32 = z.int().min(1).max(1_000_000_000);
const Order = z.int().min(-1_000_000_000).max(2_000_000_000);
const Line = z.int().min(1).max(LINE_MAX).nullable();

/** As planners write them. Agents read ids as ours: no sentence and no line of its own comes in as one. */
const RequirementId = z
  .string()
  .regex(/^[\w.-]{1,100}$/, 'may have only letters, digits, dots, dashes and underscores');
const REQUIREMENTS_MAX = 100_000;
const ROLE_EXCERPT_MAX = 200;
/** In a small plan of a large PRD one task may answer thousands. */
const RequirementIds = z.array(RequirementId).max(REQUIREMENTS_MAX);

const Roles = z
  .array(KeptRole.extend({ excerpt: text(ROLE_EXCERPT_MAX), set_at: Moment }))
  .max(PRD_ROLES_MAX)
  .refine(
    (roles) => new Set(roles.map(({ scope, key }) => `${scope} ${key}`)).size === roles.length,
    'has the same key twice',
  );

/** Texts of ours, within the limits that every other door sets. */
const QuestionIn = Question.extend({
  text: text(QUESTION_MAX),
  seen: text(NOTE_BODY_MAX),
  options: QuestionOptions,
  asked_at: Moment,
}).nullable();
const PlaceIn = WorkPlace.extend({
  commit: text(COMMIT_MAX).nullable(),
  branch: text(BRANCH_MAX).nullable(),
  pr: text(ADDRESS_MAX).nullable(),
}).nullable();
const WorkIn = PlaceIn.unwrap().extend({ verification: Verification.nullable() }).nullable();

const SnapshotIn = PlanSnapshot.extend({
  prd: z.object({ version: Number32, roles: Roles }).nullable().optional(),
  task_lists: z.array(
    PlanSnapshot.shape.task_lists.element.extend({
      name: requiredText(TASK_LIST_NAME_MAX),
      operational_brief: text(OPERATIONAL_BRIEF_MAX),
      created_at: Moment,
    }),
  ),
  tasks: z.array(
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
    }),
  ),
});

const Requirements = z.object({
  version: Number32,
  found: z
    .array(
      Requirement.extend({
        id: RequirementId,
        text: text(PRD_MAX_CHARACTERS),
        // Of earlier readers there were more kinds, and what had to hold stood beside the text.
        kind: requiredText(40),
        criteria: z.array(z.object({ text: text(PRD_MAX_CHARACTERS) })).optional(),
      }),
    )
    .max(REQUIREMENTS_MAX)
    .refine((found) => new Set(found.map(({ id }) => id)).size === found.length, 'has the same id twice'),
});

const CHECKPOINTS_READ = 1_000;

const CheckpointIn = z.object({
  id: Id,
  name: requiredText(CHECKPOINT_NAME_MAX),
  reason: z.enum(['manual', 'before_delete', 'before_restore', 'before_import', 'before_generation']),
  author: Note.shape.author,
  created_at: Moment,
});

/** The export's own shape with the limits that every other door sets: what comes in by file is no better than by hand. */
const ProjectImport = ProjectExport.omit({ version: true, pieces: true, checkpoints: true }).extend({
  exported_at: Timestamp,
  project: z.object({
    name: requiredText(PROJECT_NAME_MAX),
    description: text(PROJECT_DESCRIPTION_MAX).nullable(),
    ...ProjectRules.partial().shape,
  }),
  task_lists: z.array(
    TaskList.extend({
      name: requiredText(TASK_LIST_NAME_MAX),
      operational_brief: text(OPERATIONAL_BRIEF_MAX),
      created_at: Moment,
      origin: ListOrigin.nullable().default(null),
    }),
  ),
  tasks: z.array(
    Task.extend({
      requirement_ids: RequirementIds.default([]),
      is_enabler: z.boolean().default(false),
      prd_state: Task.shape.prd_state.default(null),
      origin: TaskOrigin.nullable().default(null),
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
  ),
  notes: z.array(
    Note.extend({ body: text(NOTE_BODY_MAX), work: PlaceIn.default(null), created_at: Moment, updated_at: Moment }),
  ),
  prd_versions: z.array(
    PrdVersion.extend({
      version: Number32,
      filename: FileName,
      content: text(PRD_MAX_CHARACTERS),
      created_at: Moment,
    }),
  ),
  prd_roles: Roles.default([]),
  // Told, not read back.
  prd_lines: z.unknown().optional(),
  requirements: Requirements.nullable().default(null),
});

/** Each checkpoint whole, as exports were written once. */
const ImportOfOne = ProjectImport.extend({
  version: z.literal(1),
  checkpoints: z.array(CheckpointIn.extend({ snapshot: SnapshotIn })).max(CHECKPOINTS_READ),
});

/** Each piece of them once. */
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

const Document = z.discriminatedUnion('version', [ImportOfOne, ImportOfTwo]);
export type ProjectImport = Omit<z.infer<typeof ImportOfOne>, 'version'>;

/** Baton's own document, or a sentence that says where it is not. */
export function readExport(content: string): ProjectImport {
  const parsed = Document.safeParse(requireShallow(parseJson(content)), { error: describeIssue });
  if (parsed.success) return parsed.data.version === 1 ? parsed.data : joinPieces(parsed.data);
  const issues = parsed.error.issues
    .slice(0, 20)
    .map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  throw damaged(issues);
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new AppError('VALIDATION_ERROR', 'The document is not JSON. Nothing was imported.');
  }
}
