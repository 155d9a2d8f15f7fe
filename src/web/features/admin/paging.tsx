import { Button } from '#web/ui/button.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

export interface PagingProps {
  page: number;
  totalPages: number;
  /** The next page is on its way. */
  loading: boolean;
  onPage: (page: number) => void;
  /** What stands at the other end, such as "1–15 of 4,182". */
  range?: string | undefined;
}

/** Previous and Next, and where one is when there is more than one page. */
export function Paging({ page, totalPages, loading, onPage, range }: PagingProps) {
  return (
    <nav className="adm-paging" aria-label="Pages">
      <span className={cx(typography.small, typography.tertiary, typography.tabular)}>{range}</span>
      <span className={layout.grow} />
      {totalPages > 1 && (
        <span className={cx(typography.small, typography.secondary, typography.tabular)} aria-live="polite">
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
