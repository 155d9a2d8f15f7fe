import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';
import styles from './segmented.module.css';

const STEP: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export interface SegmentedRadiosProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; icon: ReactNode }[];
  /** Undefined as long as nothing is chosen. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  /** For every button, such as the reason why it is disabled. */
  buttonProps?: ComponentProps<'button'> | undefined;
  className?: string | undefined;
}

/** Radio group whose choice has consequences: arrow keys only move the focus, Space and Enter choose. */
export function SegmentedRadios<Value extends string>({
  label,
  options,
  value,
  onChange,
  buttonProps,
  className,
}: SegmentedRadiosProps<Value>) {
  const group = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEP[event.key];
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])];
    if (step === undefined || buttons.length === 0) return;
    event.preventDefault();
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  // One radio is reached by Tab: the chosen one, or the first if none is.
  const tabbable = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  );
  return (
    <div ref={group} className={cx(styles.group, className)} role="radiogroup" aria-label={label}>
      {options.map((option, i) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={i === tabbable ? 0 : -1}
          onKeyDown={onKeyDown}
          onClick={() => option.value !== value && onChange(option.value)}
          {...buttonProps}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  );
}
