import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import styles from './home.module.css';

export function HomeCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Card pad aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <div className={styles.content}>{children}</div>
    </Card>
  );
}
