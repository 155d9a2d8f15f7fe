import type { ReactNode } from 'react';
import typography from '#web/styles/typography.module.css';
import styles from './facts.module.css';

export function Facts({ items }: { items: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {items.map(({ name, value }) => (
        <div key={name} className={styles.pair}>
          <dt className={typography.tertiary}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
