import type { ReactNode } from 'react';
import styles from './center-page.module.css';

export function CenterPage({ children }: { children?: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      {children}
    </main>
  );
}
