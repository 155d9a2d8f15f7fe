import { Check, History } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { NEWS_TEXTS as T } from '#contract/news-texts.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { sayMoment } from '#web/lib/say-moment.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Keys } from '#web/ui/keys.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import { Facts } from './facts.tsx';
import type { Fact } from './list-facts.ts';
import styles from './since-block.module.css';
import { useReadingTime } from './use-reading-time.ts';

interface SinceBlockProps {
  /** The moment from which everything is counted; undefined where each project has its own. */
  since: string | undefined;
  facts: readonly Fact[];
  /** On a page with sections of its own, or inside a panel. */
  heading: 'h2' | 'h3';
  onReport?: (() => void) | undefined;
  onSeen: () => void;
}

/** Stays until it is marked as seen, or was read for ten minutes. */
export function SinceBlock({ since, facts, heading: Heading, onReport, onSeen }: SinceBlockProps) {
  const block = useRef<HTMLElement>(null);
  const now = useNow();
  useReadingTime(block, onSeen);
  useShortcut({ keys: 's', label: T.markSeen, group: 'Projects', icon: Check, run: onSeen });
  return (
    <section ref={block} className={cx(styles.block, Heading === 'h3' && styles.inPanel)} aria-label={T.since}>
      <div className={styles.head}>
        <Heading className={styles.title}>{T.since}</Heading>
        {since === undefined ? (
          <span className={styles.when}>{T.sinceEach}</span>
        ) : (
          <time className={styles.when} dateTime={since}>
            {sayMoment(since, now)}
          </time>
        )}
        <span className={styles.actions}>
          {onReport && <ReportButton onClick={onReport}>{T.report}</ReportButton>}
          <Button variant="ghost" size="sm" icon={<Check />} onClick={onSeen}>
            {T.markSeen}
            <Keys keys="s" className={layout.hiddenOnPhone} aria-hidden="true" />
          </Button>
        </span>
      </div>
      <Facts facts={facts} />
    </section>
  );
}

export const ReportButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button variant="ghost" size="sm" icon={<History />} onClick={onClick}>
    {children}
  </Button>
);
