import { PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { toast } from '#web/ui/toast.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

/** The id, cut where there is no room, and its copy button. */
export function CopyProjectId({ id }: { id: string }) {
  return (
    <span className={cx(layout.row, 'pid')}>
      <span className={cx(typography.mono, typography.small, typography.secondary, typography.truncate)} title={id}>
        {id}
      </span>
      <CopyButton
        className="pj-above"
        value={id}
        label="Copy project id"
        onCopied={() => toast({ title: T.copied, description: T.idCopied, variant: 'success' })}
        onFailed={() => toast({ title: T.copyFailed, description: T.copyFailedText, variant: 'destructive' })}
      />
    </span>
  );
}
