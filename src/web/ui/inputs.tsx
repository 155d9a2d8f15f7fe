import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cx } from './cx.ts';
import { useFieldLink } from './field.tsx';
import { IconButton } from './icon-button.tsx';

export type TextInputProps = ComponentProps<'input'> & { tall?: boolean | undefined; quiet?: boolean | undefined };

export function TextInput({ className, tall, quiet, ...rest }: TextInputProps) {
  const link = useFieldLink();
  return <input type="text" {...link} {...rest} className={cx('input', tall && 'tall', quiet && 'quiet', className)} />;
}

/** A password with a button to see it. */
export function PasswordInput({ className, ...rest }: Omit<TextInputProps, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="with-button">
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
        label={shown ? 'Hide password' : 'Show password'}
        icon={shown ? <EyeOff /> : <Eye />}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const link = useFieldLink();
  return <textarea rows={3} {...link} {...rest} className={cx('textarea', className)} />;
}

export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  const link = useFieldLink();
  return (
    <span className={cx('selectbox', className)}>
      <select {...link} {...rest} className="select">
        {children}
      </select>
      <ChevronDown />
    </span>
  );
}
