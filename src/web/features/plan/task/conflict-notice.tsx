import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

/** Says that somebody else wrote into the same place, and shows what. */
export function ConflictNotice({ theirs, told, onTake }: { theirs: string; told: boolean; onTake: () => void }) {
  return (
    <Notice tone="warn">
      <p>
        This has changed since you began. Your text is kept. {told && <b>Saving once more replaces the other text.</b>}
      </p>
      <details className="theirs">
        <summary className={cx(typography.link, typography.small)}>Show the other text</summary>
        <p className={cx(typography.small, typography.secondary)}>{theirs === '' ? 'It is empty now.' : theirs}</p>
      </details>
      <Button size="sm" onClick={onTake}>
        Keep the other text
      </Button>
    </Notice>
  );
}
