import type { ReactNode } from 'react';
import styles from './row-tools.module.css';

/** What can be done with the line of a list, shown where the pointer or the focus is. */
export function RowTools({ children }: { children: ReactNode }) {
  return <span className={styles.tools}>{children}</span>;
}
