import { PanelLeft, PanelRight } from 'lucide-react';
import { IconButton } from '../icon-button.tsx';
import styles from './split.module.css';
import type { Side } from './split-state.ts';

export interface PanelStripProps {
  title: string;
  side: Side;
  shortcut?: string | undefined;
  onExpand: () => void;
}

/** A collapsed panel: its title, vertical, and the button to expand it. */
export function PanelStrip({ title, side, shortcut, onExpand }: PanelStripProps) {
  return (
    <section className={styles.strip} aria-label={`${title}, collapsed`}>
      <IconButton
        size="sm"
        label={`Expand ${title} panel`}
        shortcut={shortcut}
        icon={side === 'left' ? <PanelLeft /> : <PanelRight />}
        onClick={onExpand}
      />
      <span className={styles.stripTitle}>{title}</span>
    </section>
  );
}
