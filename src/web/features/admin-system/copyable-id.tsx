import typography from '#web/styles/typography.module.css';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './copyable-id.module.css';

export function CopyableId({ id, label }: { id: string | null; label: string }) {
  if (id === null) return <span className={typography.tertiary}>None</span>;
  return (
    <span className={styles.id}>
      <span className={cx(typography.mono, typography.small)}>{id}</span>
      <CopyButton value={id} label={label} />
    </span>
  );
}
