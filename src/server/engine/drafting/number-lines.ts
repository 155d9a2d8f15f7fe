import type { PrdRole, Reading } from '#contract/requirement.ts';
import { splitLines } from '#server/prd/index.ts';
import { dropUnstorable } from './clean-text.ts';
import { ownLines } from './own-lines.ts';

/** A line of the PRD as a model sees it. */
export interface PrdRow {
  line: number;
  role: PrdRole;
  /** Index into the reading's sections; -1 before there is one. */
  section: number;
  isHeading: boolean;
  text: string;
  /** Of the requirements that begin here. */
  ids: string[];
}

/** A line of this length is a document of its own; its beginning says what it is about. */
const LINE_CHARACTERS = 8_000;

/** Every line that is not blank, with its number, the reader's role for it and what it is traced by. */
export function numberLines(content: string, { blocks, requirements }: Reading): PrdRow[] {
  const lines = splitLines(content);
  const claims = blocks.map((block) => ({ start: block.start_line, end: block.end_line, by: block }));
  const blockOf = ownLines(claims, lines.length);
  const begun = Map.groupBy(requirements, ({ start_line }) => start_line);
  return lines.flatMap((text, place): PrdRow[] => {
    const line = place + 1;
    const block = blockOf[line];
    if (text.trim() === '') return [];
    return [
      {
        line,
        role: block?.role ?? 'context',
        section: block?.section ?? -1,
        isHeading: block?.kind === 'heading',
        text: dropUnstorable(text.slice(0, LINE_CHARACTERS)).trimEnd(),
        ids: (begun.get(line) ?? []).map(({ id }) => id),
      },
    ];
  });
}

/** On the safe side: a token is three letters of English, and one of anything else. */
export function estimateTokens(text: string): number {
  let other = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) other += 1;
  return Math.ceil((text.length - other) / 3) + other;
}

/** What a row costs beyond its text: number, role, quotation marks, ids. */
const ROW_TOKENS = 10;
export const tokensOf = ({ text, ids }: PrdRow): number => ROW_TOKENS * (1 + ids.length) + estimateTokens(text);

/** Where a part is this full, it ends at the next heading instead of in the middle of a section. */
const NEARLY_FULL = 0.7;

/** Consecutive parts of at most so many tokens each, cut before headings where there is one near the end. */
export function splitRows(rows: readonly PrdRow[], maxTokens: number): PrdRow[][] {
  const parts: PrdRow[][] = [];
  let tokens = 0;
  for (const row of rows) {
    const more = tokensOf(row);
    const isFull = tokens + more > maxTokens || (row.isHeading && tokens > maxTokens * NEARLY_FULL);
    const part = parts.at(-1);
    if (part === undefined || isFull) {
      parts.push([row]);
      tokens = more;
    } else {
      part.push(row);
      tokens += more;
    }
  }
  return parts;
}
