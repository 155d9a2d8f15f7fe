import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './conflict-notice.module.css';

/** Edit conflict: offers somebody else's newer text beside one's own. */
export function ConflictNotice({ theirs, told, onTake }: { theirs: string; told: boolean; onTake: () => void }) {
  return (
    <Notice tone="warn">
      <p>
        This has changed since you started editing. Your text is kept.{' '}
        {told && <b>Saving again replaces the other text.</b>}
      </p>
      <details className={styles.theirs}>
        <summary className={cx(typography.link, typography.small)}>Show the other text</summary>
        <p className={cx(typography.small, typography.secondary)}>{theirs === '' ? 'It is empty now.' : theirs}</p>
      </details>
      <Button size="sm" onClick={onTake}>
        Keep the other text
      </Button>
    </Notice>
  );
}
