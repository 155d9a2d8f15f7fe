import { z } from 'zod';
import { EventActor, Id } from './fields.ts';

/** The role of a line of a PRD. Every non-blank line has exactly one. */
export const PrdRole = z.enum(['work', 'context', 'limit', 'done', 'unsure']);
export type PrdRole = z.infer<typeof PrdRole>;

/** Roles that people and agents can set; `unsure` is the reader's only. */
export const SettableRole = PrdRole.exclude(['unsure']);
export type SettableRole = z.infer<typeof SettableRole>;

/** Why the reader chose a role; `set` where a person or agent did. The texts file has a sentence for each. */
export const RoleReason = z.enum([
  'set',
  'title',
  'box',
  'ticked',
  'id',
  'story',
  'unit',
  'facet',
  'modal',
  'section_work',
  'context_name',
  'limit_name',
  'done_mark',
  'done_section',
  'table_rows',
  'table_whole',
  'table_context',
  'prose',
  'values',
  'code',
  'pointer',
  'outside_spine',
  'material',
  'no_sign',
]);
export type RoleReason = z.infer<typeof RoleReason>;

export const BlockKind = z.enum(['heading', 'label', 'paragraph', 'item', 'table', 'row', 'code', 'quote', 'other']);
export type BlockKind = z.infer<typeof BlockKind>;

const Line = z.int().min(1);
/** A 16-digit hash of normalised text: the key of a set role, through every version. */
export const TextKey = z.string().regex(/^[0-9a-f]{16}$/u, 'must be the key of a block or section');

/**
 * Lines that belong together: a heading, a list item, a paragraph, a table or a row of it. Lines count from 1, both
 * ends included.
 */
export const PrdBlock = z.object({
  start_line: Line,
  end_line: Line,
  kind: BlockKind,
  depth: z.int().min(0).meta({ description: 'How deep an item is nested; 0 for everything else' }),
  section: z.int().min(0).meta({ description: 'Index into sections' }),
  role: PrdRole,
  reason: RoleReason,
  key: TextKey,
  requirement_ids: z
    .array(z.string())
    .meta({ description: 'What these lines are traced by; empty unless work or done' }),
  set_by: EventActor.nullable().meta({ description: 'Who set the role; null where the reader gave it' }),
});
export type PrdBlock = z.infer<typeof PrdBlock>;

/** A heading with everything below it, sub-sections included. The first one may be the text before any heading. */
export const PrdSection = z.object({
  ref: z.string().meta({ description: '"3.2": the author’s number where there is one, else counted' }),
  heading: z.string().meta({ description: 'Without its number; empty for the text before the first heading' }),
  level: z.int().min(0).max(6),
  parent: z.int().min(0).nullable().meta({ description: 'Index into sections' }),
  start_line: Line,
  end_line: Line,
  key: TextKey,
});
export type PrdSection = z.infer<typeof PrdSection>;

/** Non-blank lines by role. The five add up to the total. */
export const RoleCounts = z.object({
  total: z.int(),
  work: z.int(),
  context: z.int(),
  limit: z.int(),
  done: z.int(),
  unsure: z.int(),
});
export type RoleCounts = z.infer<typeof RoleCounts>;

/** Lines of unknown role: one question, with the task they would become. */
export const PrdDecision = z.object({
  key: TextKey,
  scope: z.enum(['block', 'section']),
  heading: z.string(),
  start_line: Line,
  end_line: Line,
  lines: z.int().meta({ description: 'How many lines that are not blank wait for it' }),
  task: z.object({ title: z.string(), checks: z.array(z.string()) }),
});
export type PrdDecision = z.infer<typeof PrdDecision>;

export const RequirementKind = z.enum(['item', 'group', 'row', 'table', 'sentence', 'code', 'heading']);
export type RequirementKind = z.infer<typeof RequirementKind>;

/** One requirement: it becomes a check, and lines are traced by it. */
export const Requirement = z.object({
  id: z
    .string()
    .min(1)
    .max(100)
    .meta({ description: 'Stable: survives reordering, rewording, renumbering, insertions' }),
  text: z.string().meta({ description: 'The author’s words, without markup' }),
  kind: RequirementKind,
  heading_path: z.array(z.string()),
  start_line: Line,
  end_line: Line,
  author_id: z.string().optional().meta({ description: 'FR-3: what the author calls it; may change between versions' }),
  done: z.boolean().optional().meta({ description: 'The document itself says that it is done' }),
});
export type Requirement = z.infer<typeof Requirement>;

/** The result of reading a PRD. */
export const Reading = z.object({
  title: z.string().nullable(),
  summary: z.string().meta({ description: 'What the document says it is about, in its own words; may be empty' }),
  sections: z.array(PrdSection),
  blocks: z.array(PrdBlock),
  requirements: z.array(Requirement),
  counts: RoleCounts,
  decisions: z.array(PrdDecision),
});
export type Reading = z.infer<typeof Reading>;

/** A stored role. */
export const KeptRole = z.object({
  key: TextKey,
  scope: z.enum(['block', 'section']),
  role: SettableRole,
  excerpt: z.string().meta({ description: 'The beginning of the text it was set on' }),
  set_by: EventActor,
  set_at: z.iso.datetime({ offset: true }),
});
export type KeptRole = z.infer<typeof KeptRole>;

export const RequirementState = z.enum(['uncovered', 'planned', 'in_progress', 'done', 'changed']);
export type RequirementState = z.infer<typeof RequirementState>;

export const TracedRequirement = Requirement.extend({
  state: RequirementState,
  task_ids: z.array(Id).meta({ description: 'The live tasks that answer it' }),
});
export type TracedRequirement = z.infer<typeof TracedRequirement>;

/** Counted in non-blank lines of the document. */
export const Coverage = z.object({
  version: z.int().nullable().meta({ description: 'The PRD version it was counted on; null before there is one' }),
  lines: RoleCounts,
  planned: z.int().meta({ description: 'Work lines that a live task answers, whatever its state' }),
  in_progress: z.int().meta({ description: 'Of these, with a task that is begun' }),
  finished: z.int().meta({ description: 'Of these, with every task done' }),
  changed: z.int().meta({ description: 'Of these, whose text has changed since their task was made' }),
  to_decide: z.int().meta({ description: 'Decisions that are open: sections or blocks nobody has placed' }),
  orphaned_tasks: z.int().meta({ description: 'Tasks whose lines the PRD no longer has' }),
  percent: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .meta({ description: 'Planned of work, rounded down, never 100 while a line is unsure; null without work lines' }),
});
export type Coverage = z.infer<typeof Coverage>;
