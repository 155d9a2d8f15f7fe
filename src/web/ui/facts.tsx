import type { ReactNode } from 'react';
import typography from '#web/styles/typography.module.css';

/** Names and values, one pair per line. */
export function Facts({ items }: { items: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="flex flex-col gap-2">
      {items.map(({ name, value }) => (
        <div key={name} className="grid grid-cols-[112px_minmax(0,1fr)] gap-3">
          <dt className={typography.tertiary}>{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
