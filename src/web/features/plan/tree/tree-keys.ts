import { parentIndexOf, titleOf, type TreeRow } from './tree-row.ts';

export type TreeStep =
  | { to: number }
  /** Selects everything from the anchor to this row. */
  | { extend: number }
  | { mark: 'all' | 'this' }
  | { fold: readonly string[]; folded: boolean }
  | { activate: string };

/** Keys of the ARIA tree pattern, plus j and k; undefined for other keys. */
export function stepFor(rows: readonly TreeRow[], index: number, key: string, page: number): TreeStep | undefined {
  const row = rows[index];
  if (!row) return undefined;
  const last = rows.length - 1;
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return { to: Math.min(last, index + 1) };
    case 'ArrowUp':
    case 'k':
      return { to: Math.max(0, index - 1) };
    case 'PageDown':
      return { to: Math.min(last, index + page) };
    case 'PageUp':
      return { to: Math.max(0, index - page) };
    case 'Home':
      return { to: 0 };
    case 'End':
      return { to: last };
    case 'ArrowRight':
      if (row.expanded === false) return { fold: [row.id], folded: false };
      return { to: row.expanded ? index + 1 : index };
    case 'ArrowLeft':
      if (row.expanded) return { fold: [row.id], folded: true };
      return { to: Math.max(parentIndexOf(rows, index), 0) };
    case '*':
      return { fold: siblingsOf(rows, index), folded: false };
    case 'Enter':
    case ' ':
      return { activate: row.id };
    default:
      return undefined;
  }
}

/** Keys that select several rows: Shift with the arrows, Ctrl or Cmd with A and Space. */
export function markFor(
  rows: readonly TreeRow[],
  index: number,
  { key, shiftKey, isMod }: { key: string; shiftKey: boolean; isMod: boolean },
): TreeStep | undefined {
  if (isMod && key.toLowerCase() === 'a') return { mark: 'all' };
  if (isMod && key === ' ') return { mark: 'this' };
  if (isMod || !shiftKey || (key !== 'ArrowDown' && key !== 'ArrowUp')) return undefined;
  return { extend: Math.max(0, Math.min(rows.length - 1, index + (key === 'ArrowDown' ? 1 : -1))) };
}

function siblingsOf(rows: readonly TreeRow[], index: number) {
  const level = rows[index]?.level;
  const first = parentIndexOf(rows, index) + 1;
  const ids: string[] = [];
  for (const row of rows.slice(first)) {
    if (level === undefined || row.level < level) break;
    if (row.level === level) ids.push(row.id);
  }
  return ids;
}

/** Type-ahead: one repeated letter cycles through the matches, other text keeps the current row while it matches. */
export function findByTyping(rows: readonly TreeRow[], from: number, typed: string) {
  const repeated = typed === typed.slice(0, 1).repeat(typed.length);
  const wanted = (repeated ? typed.slice(0, 1) : typed).toLowerCase();
  const start = repeated ? from + 1 : Math.max(from, 0);
  for (let i = 0; i < rows.length; i += 1) {
    const at = (start + i) % rows.length;
    const row = rows[at];
    if (row && titleOf(row).toLowerCase().startsWith(wanted)) return at;
  }
  return -1;
}
