import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { SearchHit, searchProject as endpoint } from '#contract/search.ts';
import type { Context } from '#server/platform/context.ts';
import { noProject, ownerToProve } from '#server/projects/index.ts';
import { SEARCHED } from './follow-texts.ts';
import { makeSnippet } from './search-snippet.ts';
import { type FoundRow, findHits } from './search-statement.ts';
import { type SearchTerms, readSearchTerms } from './search-terms.ts';

/** Pagination ends here; a more specific query is needed. */
const CURSOR_MAX = 1_000;

/** Full-text search in the tasks, notes and PRD of one of the caller's projects, best first. */
export async function searchProject(ctx: Context, input: InputOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const { id: projectId, limit, cursor = 0 } = input;
  const terms = readSearchTerms(input.q);
  const owned = { projectId, userId: await ownerToProve(ctx, projectId, 'seen') };
  const found = await findHits(ctx.database.pool, owned, terms, { limit, offset: cursor });
  if (found === undefined) throw noProject();
  // Triggers indexing: scanning unindexed texts again for the next search would cost more.
  if (found.hasWaiting) ctx.bus.tellHere(SEARCHED, projectId);
  const next = cursor + limit;
  return {
    hits: found.rows.map((row) => presentHit(row, terms)),
    nextCursor: found.hasMore && next <= CURSOR_MAX ? next : null,
  };
}

function presentHit(row: FoundRow, terms: SearchTerms): SearchHit {
  const { start_line: start, end_line: end } = row;
  return {
    kind: row.kind,
    id: row.id,
    task_id: row.task_id,
    task_number: row.task_number,
    title: row.title,
    note_type: row.note_type,
    superseded: row.superseded,
    lines: start === null || end === null ? null : { start, end },
    snippet: makeSnippet(row.marked, {
      literals: terms.literals,
      whole: terms.whole,
      words: terms.words.map(({ text }) => text),
      cutBefore: row.cut_before,
      cutAfter: row.cut_after,
    }),
    rank: row.rank,
    updated_at: new Date(row.updated_at).toISOString(),
  };
}
