import { z } from 'zod';
import {
  OPERATIONAL_BRIEF_MAX,
  TASK_CHECKS_MAX,
  TASK_CHECK_MAX,
  TASK_DESCRIPTION_MAX,
  TASK_LIST_NAME_MAX,
  TASK_TITLE_MAX,
} from './constants.ts';
import { requiredText, text } from './fields.ts';

const Key = requiredText(100);

/** A root list or, with a parent, the list of a task's subtasks. */
export const DraftList = z.strictObject({
  key: Key,
  parent: Key.nullable().meta({ description: 'Key of the task this list breaks down; null for a root list' }),
  name: requiredText(TASK_LIST_NAME_MAX),
  brief: text(OPERATIONAL_BRIEF_MAX).meta({
    description: 'Stands on its own: goal, constraints, interfaces, definition of done, source lines',
  }),
});
export type DraftList = z.infer<typeof DraftList>;

export const DraftCheck = z.strictObject({
  text: requiredText(TASK_CHECK_MAX),
  requirement_ids: z
    .array(Key)
    .meta({ description: 'Which of the task’s requirements it shows to hold; several where the PRD says it twice' }),
  done: z.boolean().meta({ description: 'The document itself says that it is done' }),
});
export type DraftCheck = z.infer<typeof DraftCheck>;

export const DraftTask = z.strictObject({
  key: Key,
  list: Key,
  title: requiredText(TASK_TITLE_MAX),
  description: text(TASK_DESCRIPTION_MAX),
  checks: z.array(DraftCheck).max(TASK_CHECKS_MAX),
  done: z.boolean().meta({ description: 'Everything in it is done already: it is never open work' }),
  parked: z
    .boolean()
    .meta({ description: 'The document puts it off: planned, and nobody is given it until a person says so' }),
  requirement_ids: z.array(Key).meta({ description: 'What it answers; on a parent, nothing its children answer' }),
  is_enabler: z
    .boolean()
    .meta({ description: 'Answers no requirement, but others need it: set-up, migration, release' }),
  prd_lines: z.strictObject({ start: z.int().min(1), end: z.int().min(1) }).nullable(),
  depends_on: z.array(Key),
});
export type DraftTask = z.infer<typeof DraftTask>;

/**
 * A plan that was not written yet: flat lists with references by key, in reading order. Keys are stable: the same
 * requirement gives the same key in the next draft.
 */
export const PlanDraft = z.strictObject({
  lists: z.array(DraftList),
  tasks: z.array(DraftTask),
  is_outline: z
    .boolean()
    .meta({ description: 'It only follows the outline of the document: an agent can draft a better plan' }),
  notices: z
    .array(z.string())
    .meta({ description: 'What a person should know: what was merged upward to fit, and so on' }),
});
export type PlanDraft = z.infer<typeof PlanDraft>;

/**
 * What generation last wrote into a task: the base of the three-way merge, which distinguishes a person's edit from an
 * older generated text.
 */
export const TaskOrigin = z.object({
  key: z.string().nullable().meta({ description: 'null for a task that a person or an agent planned by itself' }),
  list: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  checks: z.array(z.string()),
  requirement_ids: z.array(z.string()),
  requirements: z.record(z.string(), z.string()).meta({ description: 'By id, a hash of the text it was made from' }),
  depends_on: z.array(z.string()),
  order: z.int().nullable(),
  follows: z.string().nullable().meta({ description: 'Key of the finished task whose requirement changed' }),
  kept: z.boolean().meta({ description: 'Somebody wants it although the PRD no longer asks for it' }),
  ticked: z
    .array(z.string())
    .optional()
    .meta({ description: 'Checks that are met because the PRD says so, not by anybody’s work' }),
  worked: z.boolean().optional().meta({ description: 'Somebody had met checks of it before the PRD changed them' }),
  done: z.boolean().optional().meta({ description: 'It is done because the PRD says so, not by anybody’s work' }),
  parked: z
    .boolean()
    .optional()
    .meta({ description: 'The PRD put it off; where it is not blocked any more, somebody lifted that' }),
});
export type TaskOrigin = z.infer<typeof TaskOrigin>;

export const ListOrigin = z.object({ key: z.string(), name: z.string(), brief: z.string() });
export type ListOrigin = z.infer<typeof ListOrigin>;
