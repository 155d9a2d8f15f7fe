import { useLayoutEffect, useRef } from 'react';
import { floatBeside } from '#web/ui/anchor.ts';
import type { Told } from './say-relay.ts';
import styles from './relay-chart.module.css';

/** Beside the pill that has the pointer or the focus. Its text is the pill's accessible name as well, so it is hidden. */
export function RelayTooltip({ told, anchor }: { told: Told; anchor: Element }) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (bubble.current) floatBeside(bubble.current, anchor, { side: 'bottom', align: 'start', gap: 10 });
  }, [anchor, told]);
  return (
    <div ref={bubble} popover="manual" className={styles.tooltip} aria-hidden="true">
      <b>{told.title}</b>
      {told.lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}
