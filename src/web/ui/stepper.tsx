import { Minus, Plus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { cx } from './cx.ts';
import { useFieldLink } from './field.tsx';
import styles from './stepper.module.css';
import icon from '#web/styles/icon.module.css';

export interface StepperProps {
  id: string;
  label: string;
  fewer: string;
  more: string;
  /** As typed; the caller validates it. */
  text: string;
  min: number;
  max: number;
  onChange: (text: string) => void;
  disabled?: boolean | undefined;
  changed?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

const FAR = 4;

/** Arrow keys step by one, with Shift by four; Home and End go to the limits. */
export function Stepper({
  id,
  label,
  fewer,
  more,
  text,
  min,
  max,
  onChange,
  disabled,
  changed,
  ...rest
}: StepperProps) {
  const link = useFieldLink();
  const typed = Number(text.trim());
  const value = text.trim() === '' || !Number.isInteger(typed) ? min : typed;
  const go = (next: number) => onChange(String(Math.min(max, Math.max(min, next))));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.shiftKey ? FAR : 1;
    const target = { ArrowUp: value + by, ArrowDown: value - by, Home: min, End: max }[event.key];
    if (target === undefined || event.altKey || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    go(target);
  };
  return (
    <span className={cx(styles.stepper, changed && styles.changed)} role="group" aria-label={label}>
      <button type="button" aria-label={fewer} disabled={disabled || value <= min} onClick={() => go(value - 1)}>
        <Minus className={icon.size14} />
      </button>
      <input
        {...link}
        {...rest}
        id={id}
        role="spinbutton"
        inputMode="numeric"
        autoComplete="off"
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={value}
        value={text}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="button" aria-label={more} disabled={disabled || value >= max} onClick={() => go(value + 1)}>
        <Plus className={icon.size14} />
      </button>
    </span>
  );
}
