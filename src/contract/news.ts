import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Nothing, Timestamp } from './fields.ts';
import { Question } from './question.ts';
import { Zone } from './timeline.ts';

/** What happened in a project since a person was last there: counts of the timeline's entries. */
export const ProjectNews = z.object({
  project_id: Id,
  since: Timestamp.meta({
    description: 'The counts are of what happened after this moment; everything before was seen',
  }),
  done: z.int(),
  handovers: z.int(),
  asked: z.int(),
  blocked: z.int(),
  stopped: z.int(),
  plan_changes: z.int(),
  last_handover: z.object({ from: z.string(), to: z.string(), at: Timestamp }).nullable(),
  last_stopped: z.object({ agent: z.string(), at: Timestamp }).nullable(),
  completed_at: Timestamp.nullable().meta({ description: 'When the last task was done' }),
});
export type ProjectNews = z.infer<typeof ProjectNews>;

/** Something that waits for a person. */
export const Need = z.object({
  kind: z.enum(['question', 'block', 'stopped']),
  project_id: Id,
  project_name: z.string(),
  task_id: Id,
  task_number: z.int(),
  task_title: z.string(),
  by: z.string().nullable().meta({ description: 'Who asked, was blocked or stopped' }),
  at: Timestamp,
  text: z.string().meta({ description: 'The question or the reason; empty for one that stopped' }),
  question: Question.nullable(),
  is_writable: z.boolean().meta({ description: 'False in an archived or read-only project' }),
});
export type Need = z.infer<typeof Need>;

export const getNews = endpoint({
  id: 'getNews',
  method: 'GET',
  path: '/api/me/news',
  access: 'user',
  summary: 'What happened in the caller’s projects since they were last here, and what waits for them',
  answer: z.object({
    since: Timestamp.nullable().meta({
      description:
        'When the page of all projects was last seen; null for the first time. Each project has its own moment',
    }),
    now: Timestamp.meta({ description: 'What this answer covers: to be sent when it is marked as seen' }),
    projects: z.array(ProjectNews).meta({ description: 'Only those in which something happened' }),
    quiet: z
      .array(z.object({ project_id: Id, last_at: Timestamp }))
      .meta({ description: 'The others, and when something last happened there, by whomever' }),
    needs: z
      .array(Need)
      .meta({ description: 'Questions, then blocks, then stopped agents; the longest waiting first' }),
    needs_total: z.int(),
  }),
});

export const recordVisit = endpoint({
  id: 'recordVisit',
  method: 'POST',
  path: '/api/me/visit',
  access: 'user',
  summary: 'A page is visible now: the page of all projects, or one project. Sent about once a minute',
  body: z.strictObject({ project_id: Id.optional() }),
  answer: Nothing,
  errors: ['NOT_FOUND'],
});

export const markSeen = endpoint({
  id: 'markSeen',
  method: 'POST',
  path: '/api/me/seen',
  access: 'user',
  summary: 'Everything up to this moment was shown to the caller, in one project or in all',
  body: z.strictObject({ project_id: Id.optional(), up_to: Timestamp }),
  answer: Nothing,
  errors: ['NOT_FOUND'],
});

const ReportTask = z.object({ id: Id.nullable(), number: z.int(), title: z.string() });

/** The facts of a project's report. Everything comes from events; no model is asked. */
export const Report = z.object({
  project: z.object({ id: Id, name: z.string() }),
  since: Timestamp,
  until: Timestamp,
  completed_at: Timestamp.nullable().meta({
    description: 'When the last task was done, if that is since and still so',
  }),
  done: z.array(ReportTask.extend({ by: z.string(), at: Timestamp, seconds: z.int().nullable() })),
  handovers: z.array(z.object({ from: z.string(), to: z.string(), at: Timestamp })),
  asked: z.array(ReportTask.extend({ by: z.string(), at: Timestamp, text: z.string(), is_open: z.boolean() })),
  blocked: z.array(ReportTask.extend({ by: z.string(), at: Timestamp, text: z.string(), is_open: z.boolean() })),
  stopped: z.array(ReportTask.extend({ by: z.string(), at: Timestamp, taken_over_by: z.string().nullable() })),
  plan_changes: z.array(z.object({ by: z.string(), at: Timestamp, text: z.string() })),
  lists: z.array(z.object({ name: z.string(), done_before: z.int(), done: z.int(), tasks: z.int() })),
  finding: z.object({ task_number: z.int().nullable(), text: z.string() }).nullable(),
  needs_you: z.int(),
  waiting: z
    .array(ReportTask.extend({ kind: z.enum(['question', 'block']), by: z.string().nullable(), text: z.string() }))
    .meta({ description: 'What waits for a person now, whenever it began: questions first, the first fifty' }),
  holders: z.array(ReportTask.extend({ agent: z.string(), since: Timestamp })),
  next: ReportTask.nullable(),
  held_seconds: z.int(),
});
export type Report = z.infer<typeof Report>;

const ReportQuery = z.strictObject({
  since: Timestamp.optional().meta({ description: 'Left out: since the owner of the project was last there' }),
  zone: Zone,
});

export const getReport = endpoint({
  id: 'getReport',
  method: 'GET',
  path: '/api/projects/:id/report',
  access: 'caller',
  summary: 'What happened in a project since a moment: as facts, and as Markdown to pass on',
  params: z.strictObject({ id: Id }),
  query: ReportQuery,
  answer: z.object({ report: Report, markdown: z.string() }),
  errors: ['NOT_FOUND'],
});

export const getAccountReport = endpoint({
  id: 'getAccountReport',
  method: 'GET',
  path: '/api/me/report',
  access: 'user',
  summary: 'The same for all projects in which something happened',
  query: ReportQuery,
  answer: z.object({ reports: z.array(Report), markdown: z.string() }),
});
