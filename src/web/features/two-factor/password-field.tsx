import { PASSWORD_MAX } from '#contract/constants.ts';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/inputs.tsx';

interface PasswordFieldProps {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

export function PasswordField({ value, onChange, error }: PasswordFieldProps) {
  return (
    <Field label="Password" error={error}>
      <PasswordInput
        autoComplete="current-password"
        maxLength={PASSWORD_MAX}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
