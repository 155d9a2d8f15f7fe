import { z } from 'zod';
import { FILENAME_DEFAULT, PRD_MAX_CHARACTERS } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { FileName, Id, requiredText, text } from './fields.ts';
import { Coverage, Reading } from './requirement.ts';
import { PlanDraft } from './plan-draft.ts';

/** One byte of text can be six in JSON. */
export const PRD_BODY_BYTES = 6 * PRD_MAX_CHARACTERS + 4_096;

export const PlannerName = z.enum(['embedded', 'anthropic', 'openai-compatible']);
export type PlannerName = z.infer<typeof PlannerName>;

/** A list while its plan is being drafted. */
export const DraftedList = z.object({
  name: z.string(),
  tasks: z.int().min(0),
  done: z.boolean().meta({ description: 'Its tasks are described, too' }),
});
export type DraftedList = z.infer<typeof DraftedList>;

/** The size limit is in bytes of UTF-8 and answered with 413, which no length in characters can express. */
export const PrdContent = text(PRD_BODY_BYTES)
  .refine((content) => content.trim() !== '', 'must not be empty')
  .meta({ description: 'Markdown, at most 1 MiB as UTF-8' });

const Specification = z.strictObject({
  content: PrdContent,
  filename: FileName.default(FILENAME_DEFAULT),
  clearExisting: z.boolean().default(true).meta({ description: 'true replaces the plan, false merges into it' }),
  mode: z.enum(['PRD']).default('PRD'),
  sessionId: requiredText(200).meta({ description: 'Sent twice, it runs once and both get the same answer' }),
  planner: PlannerName.optional().meta({
    description: 'Left out: what the server is configured for. "embedded" is always there',
  }),
});

/** The fate of one task in a merge. */
export const PlanChangeKind = z.enum(['added', 'updated', 'kept', 'review', 'orphaned', 'follow_up', 'removed']);
export type PlanChangeKind = z.infer<typeof PlanChangeKind>;

export const PlanChange = z.object({
  change: PlanChangeKind,
  task_id: Id.nullable().meta({ description: 'null for a task that does not exist yet' }),
  number: z.int().nullable(),
  title: z.string(),
  list_name: z.string(),
  reason: z.string().meta({ description: 'Why, in one sentence; may be empty' }),
});
export type PlanChange = z.infer<typeof PlanChange>;

/** The diff between the current and the new plan: total counts, and the first tasks of each kind. */
export const PlanDiff = z.object({
  counts: z.record(PlanChangeKind, z.int()),
  changes: z.array(PlanChange).meta({ description: 'At most 200, what a person must look at first' }),
  today: z.object({ tasks: z.int(), done: z.int(), held: z.int(), notes: z.int() }),
});
export type PlanDiff = z.infer<typeof PlanDiff>;

export const generatePlan = endpoint({
  id: 'generatePlan',
  method: 'POST',
  path: '/api/ai-engine/prd-to-tasks',
  access: 'caller',
  summary: 'Turn a PRD into the plan of the project named by x-project-id: all of it or nothing',
  body: Specification,
  bodyLimit: PRD_BODY_BYTES,
  projectHeader: true,
  answer: z.object({
    tasksCreated: z.int(),
    processingTime: z.int().meta({ description: 'Milliseconds' }),
    sessionId: z.string(),
    version: z.int(),
    planner: PlannerName,
    checkpointId: Id.nullable(),
    coverage: Coverage,
    diff: PlanDiff,
    notices: z.array(z.string()),
  }),
  errors: ['NOT_FOUND', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED', 'PAYLOAD_TOO_LARGE', 'AI_PROVIDER_ERROR'],
});

export const previewPlan = endpoint({
  id: 'previewPlan',
  method: 'POST',
  path: '/api/ai-engine/preview',
  access: 'caller',
  summary: 'The plan a PRD would give, and the difference to today’s for both ways, without writing anything',
  body: Specification,
  bodyLimit: PRD_BODY_BYTES,
  projectHeader: true,
  answer: z.object({
    planner: PlannerName,
    reading: Reading,
    draft: PlanDraft,
    merge: PlanDiff,
    replace: PlanDiff,
  }),
  errors: ['NOT_FOUND', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED', 'PAYLOAD_TOO_LARGE', 'AI_PROVIDER_ERROR'],
});

export const readText = endpoint({
  id: 'readText',
  method: 'POST',
  path: '/api/ai-engine/reading',
  access: 'caller',
  isReading: true,
  summary:
    'What a PRD text says, line by line, with the roles set in the project named by x-project-id, and the built-in plan of it',
  body: z.strictObject({ content: PrdContent }),
  bodyLimit: PRD_BODY_BYTES,
  projectHeader: true,
  answer: z.object({ reading: Reading, draft: PlanDraft }),
  errors: ['NOT_FOUND', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED', 'PAYLOAD_TOO_LARGE'],
});

export const getEngine = endpoint({
  id: 'getEngine',
  method: 'GET',
  path: '/api/ai-engine',
  access: 'caller',
  summary: 'Which engine drafts plans here',
  answer: z.object({
    planner: PlannerName,
    label: z.string().meta({ description: '"Embedded planner", or the model’s name' }),
    model: z.string().nullable(),
  }),
});
