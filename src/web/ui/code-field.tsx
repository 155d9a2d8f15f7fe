import { useRef } from 'react';
import typography from '#web/styles/typography.module.css';
import { cx } from './cx.ts';
import { Field } from './field.tsx';
import { TextInput } from './inputs.tsx';

/** Codes with spaces or dashes between their parts are longer than their digits. */
const LONGEST = 40;

export interface TypedCode {
  kind: 'app' | 'backup';
  text: string;
}

interface CodeFieldProps {
  code: TypedCode;
  onChange: (code: TypedCode) => void;
  error?: string | undefined;
  help?: string | undefined;
  tall?: boolean | undefined;
  /** For a page that asks for nothing else. */
  isFocused?: boolean | undefined;
  /** False: there are no backup codes yet. */
  hasBackup?: boolean | undefined;
}

/** A one-time code: six digits of an app, or a backup code with the keyboard for letters. */
export function CodeField({ code, onChange, error, help, tall, isFocused = false, hasBackup = true }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const isBackup = code.kind === 'backup';
  const change = () => {
    onChange({ kind: isBackup ? 'app' : 'backup', text: '' });
    input.current?.focus();
  };
  return (
    <Field
      label={isBackup ? 'Backup code' : 'Code'}
      error={error}
      help={help ?? (isBackup ? 'Sixteen letters and digits' : 'Six digits of your authenticator app')}
      aside={
        hasBackup && (
          <button
            type="button"
            className={cx(typography.link, typography.small, typography.secondary)}
            onClick={change}
          >
            {isBackup ? 'Use the app instead' : 'Use a backup code instead'}
          </button>
        )
      }
    >
      <TextInput
        ref={input}
        tall={tall}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFocused}
        autoComplete={isBackup ? 'off' : 'one-time-code'}
        inputMode={isBackup ? 'text' : 'numeric'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={LONGEST}
        value={code.text}
        onChange={(event) => onChange({ ...code, text: event.target.value })}
      />
    </Field>
  );
}
