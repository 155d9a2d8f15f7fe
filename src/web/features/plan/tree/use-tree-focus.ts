import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { currentId } from '#web/lib/live/new-rows.ts';
import type { PlanView } from '../data/plan-view.ts';
import type { TreeRows } from './use-tree-rows.ts';

export interface TreeFocus {
  /** Roving tabindex: the row that Tab reaches and keys start from; -1 in an empty tree. */
  index: number;
  isInside: () => boolean;
  /** Makes a row current; also focuses it if `take` is set or the tree has the focus already. */
  moveTo: (id: string, take?: boolean) => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
}

/** Roving tabindex, tracked by id. If the current row goes away, the row at its index takes over. */
export function useTreeFocus(
  plan: PlanView,
  { rows, indexOf }: TreeRows,
  tree: RefObject<HTMLElement | null>,
): TreeFocus {
  const [current, setCurrent] = useState<{ id?: string; index: number }>({ index: 0 });
  const inside = useRef(false);
  const taking = useRef(false);
  const known = currentIndex(plan, indexOf, current.id);
  if (known !== undefined && known !== current.index) setCurrent({ ...current, index: known });
  const index = known ?? Math.min(current.index, rows.length - 1);

  useLayoutEffect(() => {
    const lost = inside.current && document.activeElement === document.body;
    if (!taking.current && !lost) return;
    const id = rows[index]?.id ?? '';
    const row = tree.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
    if (!row) return;
    taking.current = false;
    row.focus({ preventScroll: true });
  });

  return {
    index,
    isInside: () => inside.current,
    moveTo: (id, take = inside.current) => {
      taking.current = take;
      setCurrent(({ index: before }) => ({ id, index: before }));
    },
    onFocus: ({ target }) => {
      inside.current = true;
      const id = target.getAttribute('data-id');
      if (id !== null) setCurrent(({ index: before }) => ({ id, index: before }));
    },
    onBlur: ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && tree.current?.contains(relatedTarget))) inside.current = false;
    },
  };
}

/** A row inside a collapsed branch is represented by its nearest visible ancestor. */
function currentIndex(plan: PlanView, indexOf: TreeRows['indexOf'], chosen: string | undefined) {
  if (chosen === undefined) return undefined;
  const current = currentId(chosen);
  for (let id: string | undefined = current; id !== undefined; id = plan.parentOf(id)?.id) {
    const index = indexOf.get(id);
    if (index !== undefined) return index;
  }
  return indexOf.get(plan.rootOf(current)?.id ?? '');
}
