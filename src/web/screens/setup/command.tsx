import { CopyButton } from '#web/ui/copy-button.tsx';
import typography from '#web/styles/typography.module.css';
import styles from './setup.module.css';
import { cx } from '#web/ui/cx.ts';

/** One line to copy: a shell command, or a prompt for an agent. */
export function Command({ text, sign = '$', label }: { text: string; sign?: string; label: string }) {
  return (
    <div className={cx(styles.command, sign !== '$' && styles.wrapping)}>
      <span className={cx(typography.tertiary, styles.sign)} aria-hidden="true">
        {sign}
      </span>
      <code title={text}>{text}</code>
      <CopyButton value={text} label={label} />
    </div>
  );
}
