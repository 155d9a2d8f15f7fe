import { type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { resize, SPLIT_DEFAULT, SPLIT_MAX, SPLIT_MIN, type SplitState, splitAfterKey } from './split-state.ts';
import { PanelStrip } from './panel-strip.tsx';
import styles from './split.module.css';

export interface SplitProps {
  /** Accessible name of the handle: "Resize task and notes". */
  label: string;
  leftTitle: string;
  rightTitle: string;
  left: ReactNode;
  right: ReactNode;
  state: SplitState;
  /** `settled` is true when the drag has ended, which is when to store it. */
  onChange: (state: SplitState, settled: boolean) => void;
}

/** Two panels with a draggable handle between them. A collapsed one stays mounted. */
export function Split({ label, leftTitle, rightTitle, left, right, state, onChange }: SplitProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [dragging, setDragging] = useState(false);
  const { share, collapsed } = state;

  const shareAt = (x: number) => {
    const { left: start, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 0 };
    return width > 0 ? ((x - start) / width) * 100 : share;
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragging(true);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (dragging) onChange(resize(Math.round(shareAt(event.clientX) * 10) / 10), false);
  };
  const onPointerUp = () => {
    if (dragging) onChange(state, true);
    setDragging(false);
  };

  return (
    <div ref={box} className={cx(styles.split, dragging && styles.dragging)}>
      <div
        id={id}
        className={cx(styles.side, collapsed === 'left' && styles.shut)}
        style={{ flexGrow: collapsed === 'left' ? undefined : share }}
      >
        {collapsed === 'left' && (
          <PanelStrip
            title={leftTitle}
            side="left"
            onExpand={() => onChange({ ...state, collapsed: undefined }, true)}
          />
        )}
        <div className={styles.body}>{left}</div>
      </div>
      {/* A focusable separator (ARIA window splitter) has a value, like a slider. */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={label}
        aria-controls={id}
        aria-valuemin={SPLIT_MIN}
        aria-valuemax={SPLIT_MAX}
        aria-valuenow={Math.round(share)}
        aria-valuetext={collapsed ? `${collapsed === 'left' ? leftTitle : rightTitle} collapsed` : undefined}
        tabIndex={0}
        className={styles.grip}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onLostPointerCapture={onPointerUp}
        onDoubleClick={() => onChange(resize(SPLIT_DEFAULT), true)}
        onKeyDown={(event) => {
          const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : splitAfterKey(state, event.key);
          if (!next) return;
          event.preventDefault();
          onChange(next, true);
        }}
      />
      <div
        className={cx(styles.side, collapsed === 'right' && styles.shut)}
        style={{ flexGrow: collapsed === 'right' ? undefined : 100 - share }}
      >
        {collapsed === 'right' && (
          <PanelStrip
            title={rightTitle}
            side="right"
            onExpand={() => onChange({ ...state, collapsed: undefined }, true)}
          />
        )}
        <div className={styles.body}>{right}</div>
      </div>
    </div>
  );
}
