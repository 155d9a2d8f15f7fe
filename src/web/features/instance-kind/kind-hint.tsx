import type { ReactNode } from 'react';
import styles from './kind-hint.module.css';

/** A fact about a kind of instance, in one line with its dot. */
export function KindHint({ children }: { children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>;
}
