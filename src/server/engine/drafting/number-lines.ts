import type { PrdRole, Reading } from '#contract/requirement.ts';
import { splitLines } from '#server/prd/index.ts';
import { dropUnstorable } from './clean-text.ts';
import { ownLines } from './own-lines.ts';

/** A line of the PRD as shown to a model. */
export interface PrdRow {
  line: number;
  role: PrdRole;
  /** Index into the reading's sections; -1 before the first. */
  section: number;
  isHeading: boolean;
  text: string;
  /** Requirements that begin here. */
  ids: string[];
}

/** Longer lines are truncated for the model. */
const LINE_CHARACTERS = 8_000;

/** Every non-blank line with its number, role and requirement ids. */
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

/** A conservative estimate: three English letters per token, one of any other script. */
export function estimateTokens(text: string): number {
  let other = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) other += 1;
  return Math.ceil((text.length - other) / 3) + other;
}

/** Overhead of a row: number, role, quotation marks, ids. */
const ROW_TOKENS = 10;
export const tokensOf = ({ text, ids }: PrdRow): number => ROW_TOKENS * (1 + ids.length) + estimateTokens(text);

/** Above this fill a part ends at the next heading instead of inside a section. */
const NEARLY_FULL = 0.7;

/** Splits rows into consecutive parts of at most so many tokens, preferably before headings. */
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
