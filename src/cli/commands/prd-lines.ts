import type { PrdBlock, PrdRole } from '#contract/requirement.ts';

export interface ShownLine {
  line: number;
  role: PrdRole;
  requirement_ids: string[];
  /** The role was set by somebody. */
  is_set: boolean;
  text: string;
}

/** The non-blank lines of a PRD with their roles, optionally of one section. */
export function listLines(
  { content, blocks }: { content: string; blocks: readonly PrdBlock[] },
  section?: { start_line: number; end_line: number },
): ShownLine[] {
  const texts = content.split(/\r\n|\n|\r/u);
  const lines = new Map<number, ShownLine>();
  for (const { start_line, end_line, role, requirement_ids, set_by } of blocks)
    for (let line = start_line; line <= end_line; line += 1) {
      const text = texts[line - 1] ?? '';
      const isInside = section === undefined || (line >= section.start_line && line <= section.end_line);
      if (isInside && text.trim() !== '')
        lines.set(line, { line, role, requirement_ids, is_set: set_by !== null, text });
    }
  return [...lines.values()].toSorted((a, b) => a.line - b.line);
}

/** "  12 work*   - Books can be lent (r-1)": the star marks a role that was set. */
export function writeLines(lines: readonly ShownLine[]): string {
  const width = String(lines.at(-1)?.line ?? 1).length;
  return lines
    .map(({ line, role, is_set, text, requirement_ids }) => {
      const ids = requirement_ids.length === 0 ? '' : `  (${requirement_ids.join(', ')})`;
      return `${String(line).padStart(width)} ${`${role}${is_set ? '*' : ''}`.padEnd(8)} ${text}${ids}`;
    })
    .join('\n');
}
