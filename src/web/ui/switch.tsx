import { type ReactNode, useId } from 'react';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from './cx.ts';
import styles from './switch.module.css';

export interface SwitchProps {
  label: string;
  help?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  /** Label and switch close together on one line, as in a toolbar. */
  compact?: boolean | undefined;
}

export function Switch({ label, help, checked, onChange, disabled, compact }: SwitchProps) {
  const id = useId();
  return (
    <div className={cx(styles.row, compact && styles.compact)}>
      <div className={layout.grow}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {help && (
          <p className={cx(typography.small, typography.tertiary)} id={`${id}-help`}>
            {help}
          </p>
        )}
      </div>
      <SwitchButton
        id={id}
        checked={checked}
        onChange={onChange}
        disabled={disabled}
        aria-describedby={help ? `${id}-help` : undefined}
      />
    </div>
  );
}

export interface SwitchButtonProps {
  /** For a label elsewhere. */
  id: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  /** With a ring: changed and not saved yet. */
  changed?: boolean | undefined;
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
}

/** Only the switch, for forms that lay out their labels themselves. */
export function SwitchButton({ checked, onChange, changed, ...rest }: SwitchButtonProps) {
  return (
    <button
      type="button"
      role="switch"
      {...rest}
      className={cx(styles.switch, changed && styles.changed)}
      aria-checked={checked}
      onClick={() => onChange(!checked)}
    />
  );
}
