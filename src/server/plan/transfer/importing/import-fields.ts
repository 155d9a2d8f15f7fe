import { z } from 'zod';
import {
  ADDRESS_MAX,
  ANSWER_MAX,
  BRANCH_MAX,
  COMMIT_MAX,
  LINE_MAX,
  NOTE_BODY_MAX,
  OPERATIONAL_BRIEF_MAX,
  PRD_MAX_CHARACTERS,
  PRD_ROLES_MAX,
  QUESTION_MAX,
  TASK_CHECKS_MAX,
  TASK_CHECK_MAX,
  TASK_DESCRIPTION_MAX,
  TASK_LIST_NAME_MAX,
  TASK_TITLE_MAX,
} from '#contract/constants.ts';
import { EventActor, requiredText, text } from '#contract/fields.ts';
import { ListOrigin, TaskOrigin } from '#contract/plan-draft.ts';
import { Verification, WorkPlace } from '#contract/proof.ts';
import { Question, QuestionOptions } from '#contract/question.ts';
import { KeptRole, Requirement } from '#contract/requirement.ts';
import { ProjectExport } from '#contract/transfer.ts';
import { IMPORT_LIMITS } from '../formats/import-limits.ts';
import { cutText } from '../../rules.ts';

/** Times within the range that database and calendars support, in any zone. */
export const Moment = z.iso
  .datetime({ offset: true })
  .refine((value) => Date.parse(value) >= 0 && Date.parse(value) < Date.UTC(2200, 0), 'must be between 1970 and 2200')
  .transform((value) => new Date(value).toISOString());
export const Number32 = z.int().min(1).max(1_000_000_000);
export const Order = z.int().min(-1_000_000_000).max(2_000_000_000);
export const Line = z.int().min(1).max(LINE_MAX).nullable();

/** Agents trust ids as ours, so no sentence or line break may come in as one (prompt injection). */
const RequirementId = z
  .string()
  .regex(/^[\w.-]{1,100}$/, 'may have only letters, digits, dots, dashes and underscores');
const REQUIREMENTS_MAX = 100_000;
/** Larger than any reading of ours: the planner's limits are lower. */
const REQUIREMENTS_CHARACTERS_MAX = 16 * 1024 * 1024;
const ROLE_EXCERPT_MAX = 200;
/** Per kind of row, where no other limit applies. */
export const ROWS_MAX = 100_000;
const ACTOR_NAME_MAX = 200;
const KEY_MAX = 100;
const HASH_MAX = 64;
const HEADING_MAX = 500;
const HEADINGS_MAX = 16;
/** In a small plan of a large PRD one task may cover thousands. */
export const RequirementIds = z.array(RequirementId).max(REQUIREMENTS_MAX);

export const Actor = EventActor.extend({ name: text(ACTOR_NAME_MAX) });

export const Roles = z
  .array(KeptRole.extend({ excerpt: text(ROLE_EXCERPT_MAX), set_by: Actor, set_at: Moment }))
  .max(PRD_ROLES_MAX)
  .refine(
    (roles) => new Set(roles.map(({ scope, key }) => `${scope} ${key}`)).size === roles.length,
    'has the same key twice',
  );

/** Our texts, within the limits of the API. */
export const QuestionIn = Question.extend({
  text: text(QUESTION_MAX),
  seen: text(NOTE_BODY_MAX),
  options: QuestionOptions,
  asked_by: Actor,
  asked_at: Moment,
  answer: Question.shape.answer
    .unwrap()
    .extend({ text: text(ANSWER_MAX), by: Actor, at: Moment, taken_up_at: Moment.nullable() })
    .nullable(),
}).nullable();
export const PlaceIn = WorkPlace.extend({
  commit: text(COMMIT_MAX).nullable(),
  branch: text(BRANCH_MAX).nullable(),
  pr: text(ADDRESS_MAX).nullable(),
}).nullable();
export const WorkIn = PlaceIn.unwrap().extend({ verification: Verification.nullable() }).nullable();

export const ListOriginIn = ListOrigin.extend({
  key: text(KEY_MAX),
  name: text(TASK_LIST_NAME_MAX),
  brief: text(OPERATIONAL_BRIEF_MAX),
});
const CheckTexts = z.array(text(TASK_CHECK_MAX)).max(TASK_CHECKS_MAX);
export const TaskOriginIn = TaskOrigin.extend({
  key: text(KEY_MAX).nullable(),
  list: text(KEY_MAX).nullable(),
  title: text(TASK_TITLE_MAX),
  description: text(TASK_DESCRIPTION_MAX),
  checks: CheckTexts,
  requirement_ids: z.array(text(KEY_MAX)).max(REQUIREMENTS_MAX),
  requirements: z
    .record(text(KEY_MAX), text(HASH_MAX))
    .refine((hashes) => Object.keys(hashes).length <= REQUIREMENTS_MAX, 'has too many entries'),
  depends_on: z.array(text(KEY_MAX)).max(ROWS_MAX),
  follows: text(KEY_MAX).nullable(),
  ticked: CheckTexts.optional(),
});
export const Dependencies = ProjectExport.shape.dependencies.max(IMPORT_LIMITS.dependencies);

export const Requirements = z.object({
  version: Number32,
  found: z
    .array(
      Requirement.extend({
        id: RequirementId,
        text: text(PRD_MAX_CHARACTERS),
        // Earlier readers had more kinds, and stored criteria beside the text.
        kind: requiredText(40),
        criteria: z
          .array(z.object({ text: text(PRD_MAX_CHARACTERS) }))
          .max(ROWS_MAX)
          .optional(),
        // Read again from the PRD on next use: an overlong heading is truncated, not refused.
        heading_path: z
          .array(text(PRD_MAX_CHARACTERS).transform((heading) => cutText(heading, HEADING_MAX)))
          .transform((path) => path.slice(0, HEADINGS_MAX)),
        author_id: text(PRD_MAX_CHARACTERS)
          .transform((own) => cutText(own, KEY_MAX))
          .optional(),
      }),
    )
    .max(REQUIREMENTS_MAX)
    .refine((found) => charactersOf(found) <= REQUIREMENTS_CHARACTERS_MAX, 'has more text than any PRD asks for')
    .refine((found) => new Set(found.map(({ id }) => id)).size === found.length, 'has the same id twice'),
});

function charactersOf(found: readonly { text: string; heading_path: string[] }[]): number {
  let sum = 0;
  for (const { text: said, heading_path: path } of found)
    sum += said.length + path.reduce((length, heading) => length + heading.length, 0);
  return sum;
}
