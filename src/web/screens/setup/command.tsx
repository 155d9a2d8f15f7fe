import { CopyButton } from '#web/ui/copy-button.tsx';
import typography from '#web/styles/typography.module.css';

/** One line to copy: a command, or what is said to an agent. */
export function Command({ text, sign = '$', label }: { text: string; sign?: string; label: string }) {
  return (
    <div className={sign === '$' ? 'setup-cmd' : 'setup-cmd wraps'}>
      <span className={typography.tertiary} aria-hidden="true">
        {sign}
      </span>
      <code title={text}>{text}</code>
      <CopyButton value={text} label={label} />
    </div>
  );
}
