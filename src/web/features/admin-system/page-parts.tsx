import type { ReactNode } from 'react';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { ErrorText } from '#web/ui/error-text.tsx';
import styles from './page-parts.module.css';

/** Padding around what replaces a table: loading, failed or empty. */
export const PaddedPart = ({ children }: { children: ReactNode }) => <div className={styles.padded}>{children}</div>;

export const FilterBar = ({ children }: { children: ReactNode }) => <div className={styles.filters}>{children}</div>;

export const PartText = ({ children }: { children: ReactNode }) => (
  <p className={cx(styles.text, typography.secondary)}>{children}</p>
);

/** Shown above stale data whose refetch failed. */
export const StaleWords = ({ alert, children }: { alert?: boolean; children: ReactNode }) => (
  <div className={styles.stale}>
    <ErrorText alert={alert}>{children}</ErrorText>
  </div>
);
