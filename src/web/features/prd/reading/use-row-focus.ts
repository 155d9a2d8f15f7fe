import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from '../rows/flatten-document.ts';

/** Roving tabindex over the rows, tracked by id, with the line as a fallback while rows are inserted and removed. */
export function useRowFocus(rows: readonly Row[], box: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState({ id: '', line: 0 });
  const taking = useRef(false);
  const inside = useRef(false);
  const known = rows.findIndex(({ id }) => id === current.id);
  const index = known >= 0 ? known : Math.max(0, lastAt(rows, current.line));

  useLayoutEffect(() => {
    const lost = inside.current && document.activeElement === document.body;
    if (!taking.current && !lost) return;
    const id = rows[index]?.id ?? '';
    const button = box.current?.querySelector<HTMLElement>(`[data-row="${id}"] [data-row-button]`);
    if (!button) return;
    taking.current = false;
    button.focus({ preventScroll: true });
  });

  const moveTo = useCallback((row: Row, take: boolean) => {
    taking.current = take;
    setCurrent({ id: row.id, line: row.line });
  }, []);
  const onFocus = ({ target }: FocusEvent) => {
    inside.current = true;
    const id = target.closest('[data-row]')?.getAttribute('data-row');
    const row = rows.find((each) => each.id === id);
    if (row && row.id !== current.id) setCurrent({ id: row.id, line: row.line });
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && box.current?.contains(relatedTarget)) return;
    // An unmounted row blurs to the body without a related target: the layout effect above restores its focus.
    inside.current = relatedTarget === null && document.activeElement === document.body;
  };
  return { index, row: rows[index], moveTo, onFocus, onBlur };
}

export const lastAt = (rows: readonly Row[], line: number) => rows.findLastIndex((row) => row.line <= line);
