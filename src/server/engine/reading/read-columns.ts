import type { Node } from './document.ts';

const COLUMN = /^(must|should|could|won['’]?t|would)(?:[- ]?haves?)?(?:\s*[([].*)?$/iu;
const PRIORITY: Record<string, number> = { must: 0, should: 1, could: 2, would: 2 };
const COLUMNS_MIN = 2;

interface Cell {
  text: string;
  start: number;
  end: number;
  priority: number;
  isLater: boolean;
}

/** Must, should, could and won't side by side: every cell is something of its own. */
export function hasPriorityColumns(head: readonly string[]): boolean {
  const named = head.filter((cell) => COLUMN.test(cell.trim())).length;
  return named >= COLUMNS_MIN && named >= head.length - 1;
}

/** What such a table asks for, column by column; what will not be done is asked for by nobody. */
export function readColumns(table: Node['table']): Cell[] {
  const { head, rows } = table ?? { head: [], rows: [] };
  return head.flatMap((name, at) => {
    const word = COLUMN.exec(name.trim())?.[1]?.toLowerCase() ?? '';
    const priority = PRIORITY[word];
    if (priority === undefined) return [];
    return rows.flatMap(({ cells, start, end }) => {
      const text = (cells[at] ?? '').trim();
      return /[\p{L}\p{N}]/u.test(text) ? [{ text, start, end, priority, isLater: priority === 2 }] : [];
    });
  });
}
