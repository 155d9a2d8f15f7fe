import type { ReactNode } from 'react';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { ErrorText } from '#web/ui/error-text.tsx';
import styles from './page-parts.module.css';

/** Room around what stands in place of a table, or above one: that it loads, failed or is empty. */
export const PaddedPart = ({ children }: { children: ReactNode }) => <div className={styles.padded}>{children}</div>;

/** Search, filters or tabs, below the head of a screen. */
export const FilterBar = ({ children }: { children: ReactNode }) => <div className={styles.filters}>{children}</div>;

/** Said in place of a table that has nothing to show. */
export const PartText = ({ children }: { children: ReactNode }) => (
  <p className={cx(styles.text, typography.secondary)}>{children}</p>
);

/** What is shown could not be read anew. */
export const StaleWords = ({ alert, children }: { alert?: boolean; children: ReactNode }) => (
  <div className={styles.stale}>
    <ErrorText alert={alert}>{children}</ErrorText>
  </div>
);
