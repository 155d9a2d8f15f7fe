import type { ReactNode } from 'react';
import styles from './row-tools.module.css';

/** Row actions, visible on hover and focus. */
export function RowTools({ children }: { children: ReactNode }) {
  return <span className={styles.tools}>{children}</span>;
}
