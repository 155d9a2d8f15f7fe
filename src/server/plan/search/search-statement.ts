import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import type { NoteType } from '#contract/note.ts';
import { MARKERS } from './search-snippet.ts';
import type { SearchTerms } from './search-terms.ts';
import { SHELF, literalTokens, markOf, writeWanted } from './search-tokens.ts';

export interface FoundRow {
  kind: 'task' | 'note' | 'prd';
  id: Id;
  rank: number;
  updated_at: string;
  task_id: Id | null;
  task_number: number | null;
  title: string;
  note_type: NoteType | null;
  superseded: boolean;
  start_line: number | null;
  end_line: number | null;
  /** The part of the text around its hit, with markers. */
  marked: string;
  cut_before: boolean;
  cut_after: boolean;
}

export interface FoundPage {
  rows: FoundRow[];
  hasMore: boolean;
  /** Some texts of the project are not indexed yet. */
  hasWaiting: boolean;
}

/**
 * Hits are ranked within blocks of this many texts. Blocks are ordered: words in the title first, then tasks before
 * notes before the PRD, newest shard first; so a page costs the same however many hits there are, and pages do not
 * overlap. Words with punctuation or of another script need a recheck, and larger blocks.
 */
const BLOCK = { plain: 100, literal: 500 };

const HEADLINE = `HighlightAll=true, StartSel=${MARKERS.start}, StopSel=${MARKERS.end}`;

/** A page of a project's hits, best first; undefined where the project is not the user's. */
export async function findHits(
  pool: pg.Pool,
  { projectId, userId }: { projectId: Id; userId: Id },
  terms: SearchTerms,
  page: { limit: number; offset: number },
): Promise<FoundPage | undefined> {
  const { words } = terms;
  const block = words.every(({ plain }) => plain) ? BLOCK.plain : BLOCK.literal;
  const values = [
    projectId,
    userId,
    terms.taskNumber,
    terms.whole,
    words.map(({ text }) => text),
    words.map(({ spaced }) => spaced),
    words.map(({ plain }) => plain),
    words.map(({ beginnings }) => beginnings),
    words.map(({ plain, text }) => (plain ? null : writeLiteral(text))),
    words.flatMap(({ parts }, place) => parts.map(() => place + 1)),
    words.flatMap(({ parts }) => parts),
    writeWanted(literalTokens(terms.texts)),
    terms.needles,
    MARKERS.start + MARKERS.end,
    HEADLINE,
    markOf(projectId),
    SHELF,
    block,
    // One more than is shown, to know whether there are more.
    block * Math.ceil((page.offset + page.limit + 1) / block),
    page.limit,
    page.offset,
  ];
  const { rows } = await pool.query<{ found: FoundJson | null }>({
    name: 'baton_search_project',
    text: SEARCH,
    values,
  });
  const found = rows[0]?.found ?? undefined;
  return found && { hasMore: found[0], hasWaiting: found[1], rows: found[2].map(readRow) };
}

const SEARCH = `select search_project(${Array.from({ length: 21 }, (_, at) => `$${at + 1}`).join(', ')}) as found`;

/** PostgreSQL treats some symbols as letters, and then ignores the punctuation around them. */
function writeLiteral(text: string): string | null {
  const signs = [...text].filter((sign) => sign > '\u007f' && /[^\p{L}\p{N}\p{M}]/u.test(sign));
  const ways = [text, ...signs].map((way) => writeWanted(literalTokens([way])));
  return ways.filter((way) => way !== null).join(' | ') || null;
}

/** Rows as arrays of values in this order. */
type FoundJson = [hasMore: boolean, hasWaiting: boolean, rows: RowValues[]];
type RowValues = [
  kind: number,
  id: Id,
  rank: number,
  updatedAt: string,
  taskId: Id | null,
  taskNumber: number | null,
  title: string,
  noteType: NoteType | null,
  superseded: boolean,
  startLine: number | null,
  endLine: number | null,
  marked: string,
  cutBefore: boolean,
  cutAfter: boolean,
];

const KINDS = ['task', 'note', 'prd'] as const;

const readRow = (values: RowValues): FoundRow => ({
  kind: KINDS[values[0]] ?? 'task',
  id: values[1],
  rank: values[2],
  updated_at: values[3],
  task_id: values[4],
  task_number: values[5],
  title: values[6],
  note_type: values[7],
  superseded: values[8],
  start_line: values[9],
  end_line: values[10],
  marked: values[11],
  cut_before: values[12],
  cut_after: values[13],
});
