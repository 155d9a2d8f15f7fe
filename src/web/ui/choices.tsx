import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from './cx.ts';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { error?: string | undefined; children: ReactNode };

export function Checkbox({ error, children, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          {...rest}
        />
        <span className="box" aria-hidden="true">
          <Check />
        </span>
        <span>{children}</span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}

export interface SwitchProps {
  label: string;
  help?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
}

export function Switch({ label, help, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className="switch-row">
      <div className={layout.grow}>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {help && (
          <p className={cx(typography.small, typography.tertiary)} id={`${id}-help`}>
            {help}
          </p>
        )}
      </div>
      <button
        type="button"
        id={id}
        role="switch"
        className="switch"
        aria-checked={checked}
        aria-describedby={help ? `${id}-help` : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
      />
    </div>
  );
}

export interface SegmentedControlProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; count?: number | undefined }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few, all in sight. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  return (
    <fieldset className="seg" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span className={typography.tertiary}>{option.count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
