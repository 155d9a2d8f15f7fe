import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import typography from '#web/styles/typography.module.css';

export interface Stat {
  name: string;
  /** Undefined while it is not known: a dash stands for it. */
  value: string | undefined;
  note?: ReactNode;
  good?: boolean;
}

/** Numbers side by side, with a line under each that says what it means. */
export function StatStrip({ label, stats, loading }: { label: string; stats: readonly Stat[]; loading?: boolean }) {
  return (
    <section className={cx('stat-strip', stats.length > 4 && 'many')} aria-label={label} aria-busy={loading}>
      <dl>
        {stats.map(({ name, value, note, good }) => (
          <div key={name}>
            <dt className={cx(typography.tertiary, typography.small)}>{name}</dt>
            <dd className={cx('stat', typography.tabular)}>
              {loading ? <Skeleton width={72} height={20} /> : (value ?? '—')}
            </dd>
            {note !== undefined && (
              <dd className={cx(typography.small, typography.tabular, good ? 'good' : typography.tertiary)}>{note}</dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
