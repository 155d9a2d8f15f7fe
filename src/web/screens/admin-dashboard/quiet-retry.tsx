import { TRY_AGAIN } from '#contract/common-texts.ts';
import { Button } from '#web/ui/button.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './admin-dashboard.module.css';

/** For a section that failed to load; the rest of the page stays usable. */
export function QuietRetry({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <span className={cx(layout.row, layout.gap8, typography.small, typography.tertiary)} role="status">
      Could not be loaded.
      <Button className={styles.retry} variant="ghost" size="sm" busy={busy} onClick={onRetry}>
        {TRY_AGAIN}
      </Button>
    </span>
  );
}
