import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cx } from './cx.ts';
import { useFieldLink } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './inputs.module.css';

export type TextInputProps = ComponentProps<'input'> & {
  tall?: boolean | undefined;
  quiet?: boolean | undefined;
  mono?: boolean | undefined;
  /** For columns of numbers: monospaced and right-aligned. */
  numeric?: boolean | undefined;
  /** Tinted: changed and not saved yet. */
  changed?: boolean | undefined;
  /** Padding at the start for an icon that the caller places over it. */
  underIcon?: boolean | undefined;
};

export function TextInput({ className, tall, quiet, mono, numeric, changed, underIcon, ...rest }: TextInputProps) {
  const link = useFieldLink();
  const look = cx(
    styles.input,
    tall && styles.tall,
    quiet && styles.quiet,
    mono && styles.mono,
    numeric && styles.numeric,
    changed && styles.changed,
    underIcon && styles.underIcon,
    className,
  );
  return <input type="text" {...link} {...rest} className={look} />;
}

export function PasswordInput({ className, ...rest }: Omit<TextInputProps, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.withButton}>
      <TextInput
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        type={shown ? 'text' : 'password'}
        className={className}
      />
      <IconButton
        size="sm"
        className={styles.reveal}
        label={shown ? 'Hide password' : 'Show password'}
        icon={shown ? <EyeOff /> : <Eye />}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}

/** A number with its unit inside the field; className applies to the wrapper. */
export function UnitInput({ unit, className, ...rest }: TextInputProps & { unit: string }) {
  return (
    <span className={cx(styles.withUnit, className)}>
      <TextInput mono inputMode="numeric" autoComplete="off" {...rest} />
      <span className={styles.unit} aria-hidden="true">
        {unit}
      </span>
    </span>
  );
}

/** With a fixed prefix, such as the @ of a domain. */
export function PrefixInput({ prefix, ...rest }: Omit<TextInputProps, 'prefix'> & { prefix: string }) {
  return (
    <div className={styles.withPrefix}>
      <span className={styles.prefix} aria-hidden="true">
        {prefix}
      </span>
      <TextInput {...rest} />
    </div>
  );
}

export type TextareaProps = ComponentProps<'textarea'> & {
  /** `source`: Markdown source. `title`: a heading edited in place. `line`: as high as an input, while it has one line. */
  look?: 'source' | 'title' | 'line' | undefined;
  /** Grows with its text. */
  grows?: boolean | undefined;
  changed?: boolean | undefined;
};

export function Textarea({ className, look, grows, changed, ...rest }: TextareaProps) {
  const link = useFieldLink();
  const names = cx(
    styles.textarea,
    look === 'source' && styles.source,
    look === 'title' && styles.title,
    look === 'line' && styles.line,
    grows && styles.grows,
    changed && styles.changed,
    className,
  );
  return <textarea rows={look === 'line' ? 1 : 3} {...link} {...rest} className={names} />;
}

export type SelectProps = Omit<ComponentProps<'select'>, 'size'> & {
  size?: 'compact' | 'large' | undefined;
  /** Keeps small text on a phone, where a long value has little room. */
  fine?: boolean | undefined;
  changed?: boolean | undefined;
};

/** className applies to the wrapper. */
export function Select({ className, size, fine, changed, children, ...rest }: SelectProps) {
  const link = useFieldLink();
  const look = cx(
    styles.select,
    size === 'compact' && styles.compact,
    size === 'large' && styles.large,
    fine && styles.fine,
    changed && styles.changed,
  );
  return (
    <span className={cx(styles.selectBox, className)}>
      <select {...link} {...rest} className={look}>
        {children}
      </select>
      <ChevronDown />
    </span>
  );
}
