import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './checkbox.module.css';
import { cx } from './cx.ts';
import { FieldError } from './field.tsx';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { error?: string | undefined; children: ReactNode };

export function Checkbox({ error, className, children, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className={cx(styles.root, className)}>
      <label className={styles.label}>
        <input
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          {...rest}
        />
        <span className={styles.box} aria-hidden="true">
          <Check />
        </span>
        <span>{children}</span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}
