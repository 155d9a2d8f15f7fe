import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { currentId } from '#web/lib/live/new-rows.ts';
import { type Drop, dropAt } from './drop-place.ts';
import type { TreeRow } from './tree-row.ts';
import { TREE_PADDING } from './use-tree-scroll.ts';

const STARTS_AFTER = 5;
const EDGE = 32;
const INDENT = 16;

interface Dragging {
  id: string;
  drop: Drop | undefined;
}

/** Drag and drop for mouse and pen; touch scrolls, and moves rows by their menu. Escape cancels. */
export function useTreeDrag(
  rows: readonly TreeRow[],
  tree: RefObject<HTMLElement | null>,
  height: number,
  onDrop: (id: string, drop: Drop) => void,
) {
  const [dragging, setDragging] = useState<Dragging>();
  const latest = useRef({ rows, height, onDrop });
  useEffect(() => {
    latest.current = { rows, height, onDrop };
  });
  const stop = useRef<() => void>(undefined);
  const justDragged = useRef(false);
  useEffect(() => () => stop.current?.(), []);

  const onPointerDown = (event: PointerEvent) => {
    const target = event.target instanceof Element ? event.target : undefined;
    const id = target?.closest('[data-id]')?.getAttribute('data-id');
    const box = tree.current;
    justDragged.current = false;
    if (event.button !== 0 || event.pointerType === 'touch' || !id || !box) return;
    if (target?.closest('input, [data-fold], [data-menu]')) return;
    const row = latest.current.rows.find((each) => each.id === id);
    if (row?.kind !== 'task') return;
    const start = { x: event.clientX, y: event.clientY };
    // The level follows the horizontal distance only: a vertical drag keeps it, wherever the row was grabbed.
    const levelAt = (x: number) => row.level + Math.round((x - start.x) / INDENT);
    stop.current?.();
    stop.current = follow(box, start, {
      at: (x, y) => {
        justDragged.current = true;
        setDragging({ id, drop: dropUnder(box, latest.current, currentId(id), levelAt(x), y) });
      },
      end: (x, y) => {
        setDragging(undefined);
        const drop =
          x === undefined || y === undefined ? undefined : dropUnder(box, latest.current, currentId(id), levelAt(x), y);
        if (drop && !drop.same) latest.current.onDrop(id, drop);
      },
    });
  };

  /** Suppresses the click event that follows a drag. */
  const onClickCapture = (event: MouseEvent) => {
    if (!justDragged.current) return;
    justDragged.current = false;
    event.stopPropagation();
    event.preventDefault();
  };
  return { dragging, onPointerDown, onClickCapture };
}

function dropUnder(
  box: HTMLElement,
  { rows, height }: { rows: readonly TreeRow[]; height: number },
  id: string,
  level: number,
  y: number,
) {
  const { top } = box.getBoundingClientRect();
  const gap = Math.round((y - top + box.scrollTop - TREE_PADDING) / height);
  return dropAt(rows, id, Math.max(1, Math.min(rows.length, gap)), level);
}

interface Following {
  at: (x: number, y: number) => void;
  /** Undefined position: the drag was cancelled. */
  end: (x?: number, y?: number) => void;
}

function follow(box: HTMLElement, start: { x: number; y: number }, { at, end }: Following) {
  let pointer = start;
  let begun = false;
  let frame = 0;
  const scroll = () => {
    const { top, bottom } = box.getBoundingClientRect();
    const over = Math.min(0, pointer.y - top - EDGE) + Math.max(0, pointer.y - bottom + EDGE);
    if (over !== 0) {
      box.scrollTop += Math.sign(over) * Math.min(18, 2 + Math.abs(over) / 3);
      at(pointer.x, pointer.y);
    }
    frame = requestAnimationFrame(scroll);
  };
  const leave = () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('pointermove', moved);
    window.removeEventListener('pointerup', released);
    window.removeEventListener('pointercancel', cancelled);
    window.removeEventListener('keydown', pressed, true);
  };
  const moved = (event: globalThis.PointerEvent) => {
    pointer = { x: event.clientX, y: event.clientY };
    if (!begun && Math.hypot(pointer.x - start.x, pointer.y - start.y) < STARTS_AFTER) return;
    if (!begun) frame = requestAnimationFrame(scroll);
    begun = true;
    event.preventDefault();
    at(pointer.x, pointer.y);
  };
  const released = () => {
    leave();
    if (begun) end(pointer.x, pointer.y);
  };
  const cancelled = () => {
    leave();
    if (begun) end();
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !begun) return;
    event.preventDefault();
    event.stopPropagation();
    cancelled();
  };
  window.addEventListener('pointermove', moved);
  window.addEventListener('pointerup', released);
  window.addEventListener('pointercancel', cancelled);
  window.addEventListener('keydown', pressed, true);
  return cancelled;
}
