import type { ReactNode } from 'react';
import styles from './kind-hint.module.css';

export function KindHint({ children }: { children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>;
}
