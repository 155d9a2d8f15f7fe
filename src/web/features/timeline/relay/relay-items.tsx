import { type KeyboardEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { TimelineEntry } from '#contract/timeline.ts';
import { cx } from '#web/ui/cx.ts';
import styles from './relay-chart.module.css';
import { RelayTooltip } from './relay-tooltip.tsx';
import type { Told } from './say-relay.ts';

/** A pill or a bar. */
export interface RelayItem {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  radius: number;
  tone: 'done' | 'held' | 'ended';
  agent: string;
  told: Told;
  /** Where a click leads. */
  entry: TimelineEntry;
  /** Hidden in the list by the filters. */
  isDimmed: boolean;
}

const LOOK = { done: undefined, held: styles.held, ended: styles.ended } as const;
const HIT = 24;

/** Roving tabindex in the order of time: one tab stop, left and right move, Enter shows the entry in the list. */
export function RelayItems({ items, onShow }: { items: readonly RelayItem[]; onShow: (entry: TimelineEntry) => void }) {
  const group = useRef<SVGGElement>(null);
  const [current, setCurrent] = useState<string>();
  const [shown, setShown] = useState<{ id: string; anchor: Element }>();
  const reachable = items.some(({ id }) => id === current) ? current : items.at(-1)?.id;
  const told = items.find(({ id }) => id === shown?.id)?.told;

  const onKeyDown = (event: KeyboardEvent, place: number, entry: TimelineEntry) => {
    if (event.key === 'Escape' && shown) setShown(undefined);
    else if (event.key === 'Enter' || event.key === ' ') onShow(entry);
    else {
      const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: items.length - 1 }[event.key];
      const next = to === undefined ? undefined : items[to];
      if (to === undefined) return;
      if (next) group.current?.querySelector<SVGElement>(`[data-item="${next.id}"]`)?.focus();
    }
    event.preventDefault();
  };

  return (
    <g ref={group}>
      {items.map(({ id, x, y, width, height, radius, tone, agent, told: text, entry, isDimmed }, place) => (
        <g
          key={id}
          role="button"
          tabIndex={id === reachable ? 0 : -1}
          aria-label={[agent, text.title, ...text.lines].join(', ')}
          data-item={id}
          className={cx(styles.item, isDimmed && styles.dimmed)}
          onClick={() => onShow(entry)}
          onKeyDown={(event) => onKeyDown(event, place, entry)}
          onFocus={(event) => {
            setCurrent(id);
            setShown({ id, anchor: event.currentTarget });
          }}
          onBlur={() => setShown(undefined)}
          onPointerEnter={(event) => event.pointerType === 'mouse' && setShown({ id, anchor: event.currentTarget })}
          onPointerLeave={() => setShown(undefined)}
        >
          {/* A target of at least 24 px in height, whatever is drawn. */}
          <rect
            className={styles.target}
            x={x}
            y={y + height / 2 - Math.max(HIT, height) / 2}
            width={width}
            height={Math.max(HIT, height)}
          />
          <rect
            className={cx(styles.pill, LOOK[tone])}
            x={x}
            y={y}
            width={width}
            height={height}
            rx={Math.min(radius, width / 2, height / 2)}
          />
        </g>
      ))}
      {/* HTML is no child of an SVG element. */}
      {shown && told && createPortal(<RelayTooltip told={told} anchor={shown.anchor} />, document.body)}
    </g>
  );
}
