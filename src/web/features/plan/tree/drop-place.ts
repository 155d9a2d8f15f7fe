import type { Place } from './places.ts';
import { endOfBranch, type TreeRow } from './tree-row.ts';

export interface Drop {
  place: Place;
  /** The gap with the drop indicator: above the row with this index. */
  gap: number;
  level: number;
  /** The drop is a no-op. */
  same: boolean;
}

/**
 * Target of a drop in the gap above row `gap`, with the pointer at the indentation of level `wanted`. The gap allows
 * every level from that of the row after it to one below the row before it; `wanted` is clamped to that range.
 */
export function dropAt(rows: readonly TreeRow[], dragged: string, gap: number, wanted: number): Drop | undefined {
  const from = rows.findIndex(({ id }) => id === dragged);
  if (from === -1) return undefined;
  const end = endOfBranch(rows, from);
  const inside = gap > from && gap < end;
  const before = inside || gap === end ? from - 1 : gap - 1;
  const after = inside || gap === from ? end : gap;
  const previous = rows[before];
  if (!previous || previous.kind === 'draft') return undefined;

  const least = Math.max(2, rows[after]?.level ?? 2);
  const level = Math.max(least, Math.min(previous.level + 1, wanted));
  const place = placeOf(rows, before, level);
  if (!place) return undefined;
  const untouched = before === from - 1 && level === rows[from]?.level;
  return { place, gap: inside ? end : gap, level, same: untouched };
}

function placeOf(rows: readonly TreeRow[], before: number, level: number): Place | undefined {
  const previous = rows[before];
  if (!previous) return undefined;
  if (previous.level === level - 1) {
    // In a collapsed branch it goes last, because the siblings it would be put before are not visible.
    const first = previous.expanded === false ? {} : { afterTaskId: null };
    return previous.kind === 'list' ? { taskListId: previous.id, ...first } : { parentTaskId: previous.id, ...first };
  }
  let at = before;
  while (at >= 0 && (rows[at]?.level ?? 0) > level) at -= 1;
  const sibling = rows[at];
  if (sibling?.kind !== 'task') return undefined;
  return { taskListId: sibling.task.task_list_id, afterTaskId: sibling.id };
}
