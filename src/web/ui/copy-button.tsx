import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { copyText } from './copy-text.ts';
import styles from './copy-button.module.css';
import { IconButton } from './icon-button.tsx';
import typography from '#web/styles/typography.module.css';

const SHOWN_FOR = 2_000;

export interface CopyButtonProps {
  value: string;
  /** Accessible name of the icon button: "Copy project ID". */
  label: string;
  /** Text on the button ("Copy code"), which changes to "Copied!". Without it only the icon is shown. */
  text?: string | undefined;
  variant?: ButtonLook['variant'];
  size?: ButtonLook['size'];
  full?: boolean | undefined;
  className?: string | undefined;
  onCopied?: (() => void) | undefined;
  onFailed?: (() => void) | undefined;
}

/** The icon is a tick for two seconds; the width does not change. */
export function CopyButton({
  value,
  label,
  text,
  variant = 'ghost',
  size = 'sm',
  full,
  className,
  onCopied,
  onFailed,
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    if (!(await copyText(value))) return onFailed?.();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SHOWN_FOR);
    setCopied(true);
    return onCopied?.();
  };

  const icon = copied ? <Check /> : <Copy />;
  const look = { variant, size, icon, onClick: () => void copy(), done: copied, className };
  return (
    <>
      {text === undefined ? (
        <IconButton {...look} label={copied ? 'Copied' : label} />
      ) : (
        <Button {...look} full={full}>
          <span className={styles.labels}>
            <span data-off={copied ? '' : undefined}>{text}</span>
            <span data-off={copied ? undefined : ''}>Copied!</span>
          </span>
        </Button>
      )}
      <output className={typography.visuallyHidden}>{copied ? 'Copied' : ''}</output>
    </>
  );
}
