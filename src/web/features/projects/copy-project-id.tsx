import { PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { toast } from '#web/ui/toast.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './copy-project-id.module.css';

export function CopyProjectId({ id }: { id: string }) {
  return (
    <span className={cx(layout.row, styles.projectId)}>
      <span className={cx(typography.mono, typography.small, typography.secondary, typography.truncate)} title={id}>
        {id}
      </span>
      <CopyButton
        className={styles.copy}
        value={id}
        label="Copy project ID"
        onCopied={() => toast({ title: T.copied, description: T.idCopied, variant: 'success' })}
        onFailed={() => toast({ title: T.copyFailed, description: T.copyFailedText, variant: 'destructive' })}
      />
    </span>
  );
}
