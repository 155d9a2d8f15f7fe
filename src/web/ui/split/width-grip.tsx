import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { cx } from '../cx.ts';
import styles from './split.module.css';

const STEP = 16;
const LONG_STEP = 64;

export interface WidthGripProps {
  /** Accessible name: "Resize the task tree". */
  label: string;
  /** Id of the panel on its left. */
  controls: string;
  /** In pixels. */
  width: number;
  min: number;
  max: number;
  /** `settled` is true when the drag has ended, which is when to store it. */
  onChange: (width: number, settled: boolean) => void;
  /** On a double click. */
  onFit: () => void;
}

/** Handle on the right edge of a panel of a fixed width (ARIA window splitter). */
export function WidthGrip({ label, controls, width, min, max, onChange, onFit }: WidthGripProps) {
  const [drag, setDrag] = useState<{ x: number; width: number }>();
  const clamp = (wish: number) => Math.round(Math.min(max, Math.max(min, wish)));

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ x: event.clientX, width });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag) onChange(clamp(drag.width + event.clientX - drag.x), false);
  };
  const onPointerUp = () => {
    // A press without a move is the first half of a double click, and no choice of a width.
    if (drag && drag.width !== width) onChange(width, true);
    setDrag(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = widthAfterKey(event.key, width, { min, max, step: event.shiftKey ? LONG_STEP : STEP });
    if (next === undefined) return;
    event.preventDefault();
    onChange(clamp(next), true);
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={controls}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={clamp(width)}
      aria-valuetext={`${clamp(width)} pixels`}
      tabIndex={0}
      className={cx(styles.grip, drag && styles.held)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onLostPointerCapture={onPointerUp}
      onDoubleClick={onFit}
      onKeyDown={onKeyDown}
    />
  );
}

function widthAfterKey(key: string, width: number, { min, max, step }: { min: number; max: number; step: number }) {
  switch (key) {
    case 'ArrowLeft':
      return width - step;
    case 'ArrowRight':
      return width + step;
    case 'Home':
      return min;
    case 'End':
      return max;
    default:
      return undefined;
  }
}
