import type { ReactNode } from 'react';
import layout from '#web/styles/layout.module.css';
import { cx } from './cx.ts';
import styles from './page-head.module.css';

export interface PageHeadProps {
  title: ReactNode;
  lead?: ReactNode;
  /** Less space below, where the page itself has gaps. */
  tight?: boolean | undefined;
  /** Controls at the end of the row. */
  children?: ReactNode;
}

/** For pages that scroll as a whole. */
export function PageHead({ title, lead, tight, children }: PageHeadProps) {
  return (
    <div className={cx(styles.head, tight && styles.tight)}>
      <div className={layout.grow}>
        <h1 className={styles.title}>{title}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </div>
  );
}
