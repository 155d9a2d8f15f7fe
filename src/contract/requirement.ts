import { z } from 'zod';
import { Id } from './fields.ts';

/** What a requirement was read from. */
export const RequirementKind = z.enum(['heading', 'item', 'checkbox', 'row', 'story', 'scenario', 'sentence']);
export type RequirementKind = z.infer<typeof RequirementKind>;

/** What a section of a PRD is good for: only `work` becomes tasks; non-goals bind those who do the work. */
export const SectionRole = z.enum([
  'work',
  'non_goals',
  'acceptance',
  'background',
  'questions',
  'glossary',
  'history',
]);
export type SectionRole = z.infer<typeof SectionRole>;

/** What must hold for a requirement to be met, as the PRD puts it. */
export const AcceptanceCriterion = z.object({
  text: z.string(),
  start_line: z.int().min(1),
  end_line: z.int().min(1),
});
export type AcceptanceCriterion = z.infer<typeof AcceptanceCriterion>;

/** One thing the PRD asks for, and where it says so. Lines count from 1, both ends included. */
export const Requirement = z.object({
  id: z.string().min(1).max(100).meta({ description: 'Stable: survives reordering, rewording and insertions' }),
  text: z.string().meta({ description: 'Plain text, without markup' }),
  kind: RequirementKind,
  strength: z.enum(['must', 'should', 'could']),
  heading_path: z.array(z.string()),
  start_line: z.int().min(1),
  end_line: z.int().min(1),
  criteria: z
    .array(AcceptanceCriterion)
    .optional()
    .meta({ description: 'Its acceptance criteria; left out without any' }),
});
export type Requirement = z.infer<typeof Requirement>;

/** A heading of the PRD, with the text up to the next one. */
export const PrdPart = z.object({
  heading: z.string().meta({ description: 'Empty for the text before the first heading' }),
  level: z.int().min(0).max(6),
  role: SectionRole,
  start_line: z.int().min(1),
  end_line: z.int().min(1),
  requirements: z.int().meta({ description: 'How many were found in it, not counting its sub-sections' }),
});
export type PrdPart = z.infer<typeof PrdPart>;

/** Something the work must respect and nobody has to build: a non-goal, a limit. */
export const Constraint = z.object({ text: z.string(), start_line: z.int().min(1), end_line: z.int().min(1) });
export type Constraint = z.infer<typeof Constraint>;

/** All that was found in a PRD. */
export const Extraction = z.object({
  title: z.string().nullable(),
  summary: z.string().meta({ description: 'What the document says it is about, in its own words; may be empty' }),
  parts: z.array(PrdPart),
  requirements: z.array(Requirement),
  constraints: z.array(Constraint),
});
export type Extraction = z.infer<typeof Extraction>;

export const RequirementState = z.enum(['uncovered', 'planned', 'in_progress', 'done', 'changed']);
export type RequirementState = z.infer<typeof RequirementState>;

export const TracedRequirement = Requirement.extend({
  state: RequirementState,
  task_ids: z.array(Id).meta({ description: 'The live tasks that answer it' }),
});
export type TracedRequirement = z.infer<typeof TracedRequirement>;

export const Coverage = z.object({
  version: z.int().nullable().meta({ description: 'The PRD version it was counted on; null before there is one' }),
  requirements: z.int(),
  covered: z.int().meta({ description: 'With at least one live task' }),
  done: z.int(),
  changed: z.int().meta({ description: 'Their text has changed since their task was made' }),
  orphaned_tasks: z.int().meta({ description: 'Tasks whose requirement the PRD no longer has' }),
  percent: z.int().min(0).max(100).nullable().meta({ description: 'Covered of all, rounded down; null without any' }),
});
export type Coverage = z.infer<typeof Coverage>;
