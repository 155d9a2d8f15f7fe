import type { ReactNode } from 'react';
import typography from '#web/styles/typography.module.css';
import { cx } from '../cx.ts';
import styles from './chart-card.module.css';

export interface ChartFrameProps {
  title: string;
  /** With it the card is a region of the page, named by its title. */
  titleId?: string | undefined;
  /** Totals at the end of the title's line. */
  aside?: ReactNode;
  /** A button after them. */
  action?: ReactNode;
  /** Said in place of the content when there is nothing to show. */
  empty?: string | undefined;
  /** What is inside runs to both edges, such as the rows of a table. */
  flush?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A card of a dashboard: a title, totals, one action, and what they are about. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, titleId, aside, action, empty, flush, className, children } = props;
  const Element = titleId === undefined ? 'div' : 'section';
  return (
    <Element className={cx(styles.card, flush && styles.flush, className)} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <span className={cx(styles.aside, typography.tabular)}>{aside}</span>
        {action && <span className={styles.action}>{action}</span>}
      </header>
      {empty === undefined ? children : <p className={cx(styles.empty, typography.tertiary)}>{empty}</p>}
    </Element>
  );
}
