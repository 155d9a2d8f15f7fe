import type pg from 'pg';
import type { EventActor, Id } from '#contract/fields.ts';
import type { NoteType } from '#contract/note.ts';
import type { Work } from '#contract/proof.ts';
import type { Question } from '#contract/question.ts';
import type { Check, TaskStatus } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import { type PrdQuote, type PrdSection, quotePrd } from '#server/prd/index.ts';
import { noTask, ownerToProve } from '#server/projects/index.ts';
import type { TaskRef } from '../tree/task-ref.ts';

export interface BriefTask {
  number: number;
  title: string;
  status: TaskStatus;
}

export interface BriefNote {
  id: Id;
  /** The task the note belongs to; null for the project itself. */
  number: number | null;
  type: NoteType;
  body: string;
  author: string;
  pinned: boolean;
  created_at: string;
}

/** Everything an agent needs to start a task, bounded in size whatever the size of the plan. */
export interface Brief {
  id: Id;
  number: number;
  title: string;
  description: string;
  status: TaskStatus;
  blocked_reason: string | null;
  question: Question | null;
  work: Work | null;
  requirement_ids: string[];
  prd_state: 'review' | 'orphaned' | null;
  checks: Check[];
  list: { name: string; brief: string };
  /** From the root to the parent. */
  ancestors: (BriefTask & { list: string; brief: string })[];
  /** The lines of the PRD it comes from, verbatim. */
  prd: PrdQuote[];
  prd_lines: { start: number; end: number } | null;
  waits_for: BriefTask[];
  blocks: BriefTask[];
  children: BriefTask[];
  child_count: number;
  notes: BriefNote[];
  note_count: number;
  baton: { holder: EventActor; taken_at: string; expires_at: string } | null;
}

/** Maximum number of notes, and of neighbouring tasks. */
export const BRIEF_SIZES = [30, 20];

/** With the whole PRD sections of its lines, to be cut to the quote. */
export type StoredBrief = Omit<Brief, 'prd'> & { sections: PrdSection[] };
interface Row {
  brief: StoredBrief | null;
}

/** One task with its context, in one call. */
export async function readBrief(
  ctx: Context,
  projectId: Id,
  ref: TaskRef,
  asked: Pick<pg.ClientBase, 'query'> = ctx.database.pool,
): Promise<Brief> {
  const values = [
    projectId,
    await ownerToProve(ctx, projectId, 'seen'),
    ref.id ?? null,
    ref.number ?? null,
    ...BRIEF_SIZES,
  ];
  const { rows } = await asked.query<Row>({ name: 'baton_brief', text: BRIEF, values });
  const brief = rows[0]?.brief ?? null;
  if (brief === null) throw await noTask(ctx, asked, projectId, ref);
  return withQuotes(brief);
}

export function withQuotes({ sections, ...brief }: StoredBrief): Brief {
  const { prd_lines: lines } = brief;
  return { ...brief, prd: lines === null ? [] : sections.flatMap((section) => quotePrd(section, lines) ?? []) };
}

const BRIEF = 'select read_brief($1, $2, $3, $4, $5, $6) as brief';
