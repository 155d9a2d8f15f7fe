import { CopyButton } from '#web/ui/copy-button.tsx';

/** One line to copy: a command, or what is said to an agent. */
export function Command({ text, sign = '$', label }: { text: string; sign?: string; label: string }) {
  return (
    <div className={sign === '$' ? 'setup-cmd' : 'setup-cmd wraps'}>
      <span className="t3" aria-hidden="true">
        {sign}
      </span>
      <code title={text}>{text}</code>
      <CopyButton value={text} label={label} />
    </div>
  );
}
