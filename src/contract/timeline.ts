import { z } from 'zod';
import { TIMELINE_DAYS_MAX, TIMELINE_PAGE } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Day, Id, Timestamp, text } from './fields.ts';
import { Diff } from './proof.ts';
import { Run } from './run.ts';

/** What happened, one word each. */
export const TimelineKind = z.enum([
  'held',
  'finished',
  'skipped',
  'put_back',
  'blocked',
  'asked',
  'stopped',
  'freed',
  'handover',
  'took_over',
  'answered',
  'withdrawn',
  'unblocked',
  'marked_done',
  'reopened',
  'planned',
  'noted',
  'checkpoint',
  'completed',
  'tried_again',
  'run_ended',
]);
export type TimelineKind = z.infer<typeof TimelineKind>;

/** The filters of the timeline: each kind belongs to one. */
export const TimelineGroup = z.enum(['done', 'handovers', 'stopped', 'blocked', 'asked', 'plan', 'other']);
export type TimelineGroup = z.infer<typeof TimelineGroup>;

/** Tasks that came to an end. */
export const DONE_KINDS = ['finished', 'skipped', 'marked_done'] as const satisfies TimelineKind[];

/** What a change of the plan did, added up over one sitting. */
const PlanChange = z.object({
  cause: z.enum(['edit', 'generation', 'draft', 'import', 'restore', 'prd']),
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  lists: z.int().meta({ description: 'Lists added or removed' }),
  version: z.int().nullable().meta({ description: 'The version of the PRD, where one was saved' }),
});
export type PlanChange = z.infer<typeof PlanChange>;

/** What came out of a run. */
const RunSummary = Run.pick({
  id: true,
  end: true,
  done: true,
  failed: true,
  skipped: true,
  given_back: true,
  insertions: true,
  deletions: true,
}).extend({
  is_demo: z.boolean().optional(),
  seconds: z.int().meta({ description: 'From its start to its end' }),
});
export type RunSummary = z.infer<typeof RunSummary>;

/** What a kind of entry tells besides who and when; what does not apply is left out. */
export const EntryData = z.object({
  number: z.int().optional(),
  title: z.string().optional(),
  list: z.string().optional().meta({ description: 'Name of the lane' }),
  text: z.string().optional().meta({ description: 'The question, the answer, or the reason' }),
  from: z.string().optional().meta({ description: 'Who had it before' }),
  from_of: Id.optional().meta({ description: 'Whose agent that was' }),
  by: z.string().optional().meta({ description: 'Who ended the work of somebody else' }),
  started_at: Timestamp.optional(),
  last_call_at: Timestamp.optional(),
  diff: Diff.optional(),
  files: z.int().optional().meta({ description: 'Files that the holder listed' }),
  tests: z.enum(['pass', 'fail']).optional(),
  commit: z.string().optional(),
  branch: z.string().optional(),
  pr: z.string().optional(),
  merged_into: z.string().optional().meta({ description: 'The branch into which a run merged the work' }),
  try: z.int().optional().meta({ description: 'The try of a run that failed' }),
  tries: z.int().optional(),
  run: RunSummary.optional(),
  notes: z.int().optional().meta({ description: 'Notes written meanwhile' }),
  has_checkpoint: z.boolean().optional(),
  checkpoint_id: Id.nullable().optional(),
  plan: PlanChange.optional(),
  slot: z.int().optional(),
  fence: z.int().optional(),
  question_id: z.string().optional(),
  of: Id.optional().meta({ description: 'The person, or whose agent it was; answered as the id of who' }),
  is_undone: z
    .boolean()
    .optional()
    .meta({ description: 'The task was reopened or done again later; in the relay only' }),
});
export type EntryData = z.infer<typeof EntryData>;

export const TimelineEntry = z.object({
  id: Id,
  at: Timestamp,
  kind: TimelineKind,
  who: z.object({
    kind: z.enum(['user', 'agent', 'system']),
    name: z.string(),
    id: Id.nullable().meta({ description: 'The person, or whose agent it was; null where that is not known' }),
  }),
  task_id: Id.nullable(),
  list_id: Id.nullable(),
  is_open: z.boolean().meta({ description: 'Not settled yet: held, blocked or waiting for an answer' }),
  data: EntryData,
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/**
 * The IANA name of a time zone; undefined for what is none. Runtimes also take abbreviations, outdated names and offsets:
 * PostgreSQL does not know some of them, and reads offsets with the opposite sign.
 */
export function findZone(named: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: named }).resolvedOptions();
    return /^(?:[+-]|SystemV\/)/.test(timeZone) ? undefined : timeZone;
  } catch {
    return undefined;
  }
}

/** An IANA time zone: days begin and end where the reader lives. */
export const Zone = text(64)
  .refine((zone) => findZone(zone) !== undefined, 'must be a time zone such as Europe/Berlin')
  .default('UTC');

const Filters = {
  agent: text(200).optional().meta({ description: 'Only what this agent or person did' }),
  list: Id.optional().meta({ description: 'Only tasks of this root list' }),
  group: TimelineGroup.optional(),
  q: text(200).optional().meta({ description: 'Words in the title, the question or the reason' }),
};
const ProjectPath = z.strictObject({ id: Id });

export const listTimeline = endpoint({
  id: 'listTimeline',
  method: 'GET',
  path: '/api/projects/:id/timeline',
  access: 'caller',
  summary:
    'What happened in a project, newest first, one entry per thing: finished, handed over, blocked, asked, planned',
  params: ProjectPath,
  query: z.strictObject({
    ...Filters,
    zone: Zone,
    day: Day.optional().meta({ description: 'Only this day, in the zone' }),
    limit: z.coerce.number().int().min(1).max(TIMELINE_PAGE).default(50),
    cursor: text(80).optional().meta({ description: 'nextCursor of the page before' }),
  }),
  answer: z.object({
    items: z.array(TimelineEntry),
    held: z.array(TimelineEntry).meta({ description: 'Who is at work now; not part of the pages' }),
    nextCursor: z.string().nullable(),
  }),
  errors: ['NOT_FOUND'],
});

export const TimelineDay = z.object({
  day: z.iso.date(),
  entries: z.int().meta({ description: 'Entries that the filters leave; the sums below are of all groups' }),
  done: z.int(),
  handovers: z.int(),
  blocked: z.int(),
  asked: z.int(),
  answered: z.int(),
  held_seconds: z.int().meta({ description: 'How long batons were held by work that ended on this day' }),
});
export type TimelineDay = z.infer<typeof TimelineDay>;

export const getTimelineDays = endpoint({
  id: 'getTimelineDays',
  method: 'GET',
  path: '/api/projects/:id/timeline/days',
  access: 'caller',
  summary: 'The days of a project with their counts, newest first, and what the timeline can be filtered by',
  params: ProjectPath,
  query: z.strictObject({
    ...Filters,
    zone: Zone,
    days: z.coerce.number().int().min(1).max(TIMELINE_DAYS_MAX).default(60).meta({ description: 'How many, at most' }),
    back_to: z.iso.date().optional().meta({ description: 'More than that, if needed to include this day' }),
  }),
  answer: z.object({
    days: z.array(TimelineDay).meta({ description: 'Those on which something happened' }),
    has_earlier: z.boolean().meta({ description: 'There are more, before the last of these' }),
    total: z.int().meta({ description: 'Entries without any filter' }),
    matching: z.int().meta({ description: 'Entries of all groups that the other filters leave' }),
    groups: z.record(TimelineGroup, z.int()).meta({ description: 'How many tasks were done, handovers, questions, …' }),
    agents: z.array(z.object({ name: z.string(), tasks: z.int(), seconds: z.int() })),
    lists: z.array(z.object({ id: Id, name: z.string(), entries: z.int() })),
  }),
  errors: ['NOT_FOUND'],
});

export const getRelay = endpoint({
  id: 'getRelay',
  method: 'GET',
  path: '/api/projects/:id/timeline/relay',
  access: 'caller',
  summary: 'Who held a baton from when to when, for the lanes of the timeline; the newest where there are many',
  params: ProjectPath,
  query: z.strictObject({ from: Timestamp.optional(), to: Timestamp.optional() }),
  answer: z.object({
    stretches: z.array(TimelineEntry),
    total: z.int(),
    done: z.int().meta({ description: 'Tasks done in the span, counted as everywhere' }),
    handovers: z.int(),
    next: z.array(z.object({ id: Id, number: z.int(), title: z.string() })),
  }),
  errors: ['NOT_FOUND'],
});
