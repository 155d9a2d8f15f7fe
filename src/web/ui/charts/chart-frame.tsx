import type { ReactNode } from 'react';
import typography from '#web/styles/typography.module.css';
import { cx } from '../cx.ts';
import styles from './chart-card.module.css';

export interface ChartFrameProps {
  title: string;
  /** If given, the card is a landmark region labelled by its title. */
  titleId?: string | undefined;
  /** Totals at the end of the title's row. */
  aside?: ReactNode;
  /** A button after the totals. */
  action?: ReactNode;
  /** Shown instead of the content when there is none. */
  empty?: string | undefined;
  /** Content without padding at the sides, such as table rows. */
  flush?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Card of a dashboard. */
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
