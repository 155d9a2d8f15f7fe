import { Button } from '#web/ui/button.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './paging.module.css';

export interface PagingProps {
  page: number;
  totalPages: number;
  loading: boolean;
  onPage: (page: number) => void;
  /** Text at the other end of the bar, such as "1–15 of 4,182". */
  range?: string | undefined;
}

export function Paging({ page, totalPages, loading, onPage, range }: PagingProps) {
  return (
    <nav className={styles.bar} aria-label="Pages">
      <span className={cx(typography.small, typography.tertiary, typography.tabular)}>{range}</span>
      <span className={layout.grow} />
      {totalPages > 1 && (
        <span
          className={cx(styles.place, typography.small, typography.secondary, typography.tabular)}
          aria-live="polite"
        >
          Page {count(page)} of {count(totalPages)}
        </span>
      )}
      <Button size="sm" disabled={loading || page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="sm" disabled={loading || page >= totalPages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

const count = (value: number) => value.toLocaleString('en-US');
