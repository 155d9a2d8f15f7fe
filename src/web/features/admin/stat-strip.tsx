import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import typography from '#web/styles/typography.module.css';
import styles from './stat-strip.module.css';

export interface Stat {
  name: string;
  /** Undefined while it is not known: a dash is shown. */
  value: string | undefined;
  note?: ReactNode;
  good?: boolean;
}

export function StatStrip({ label, stats, loading }: { label: string; stats: readonly Stat[]; loading?: boolean }) {
  return (
    <section className={cx(styles.strip, stats.length > 4 && styles.many)} aria-label={label} aria-busy={loading}>
      <dl className={styles.list}>
        {stats.map(({ name, value, note, good }) => (
          <div key={name} className={styles.stat}>
            <dt className={cx(typography.tertiary, typography.small)}>{name}</dt>
            <dd className={cx(styles.number, typography.tabular)}>
              {loading ? <Skeleton width={72} height={20} /> : (value ?? '—')}
            </dd>
            {note !== undefined && (
              <dd className={cx(typography.small, typography.tabular, good ? styles.good : typography.tertiary)}>
                {note}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
