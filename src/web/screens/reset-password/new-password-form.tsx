import { type SubmitEvent, useState } from 'react';
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/constants.ts';
import { LOGIN_TEXTS, SIGNUP_TEXTS } from '#contract/session-texts.ts';
import { AuthForm } from '#web/features/session/index.ts';
import { AgentAccess, type Endings } from '#web/features/account/index.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { resetPassword } from '#web/lib/session/sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/inputs.tsx';
import { Notice } from '#web/ui/notice.tsx';
import typography from '#web/styles/typography.module.css';

interface NewPasswordFormProps {
  token: string;
  onDone: () => void;
  onExpired: () => void;
}

export function NewPasswordForm({ token, onDone, onExpired }: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [errors, setErrors] = useState<{ password?: string; repeated?: string; form?: string }>({});
  const [endings, setEndings] = useState<Endings>({ revokeApiKey: false, disconnectApps: false });
  const [busy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (password.length < PASSWORD_MIN) return setErrors({ password: SIGNUP_TEXTS.shortPassword });
    if (repeated !== password) return setErrors({ repeated: 'The two passwords are not the same.' });
    setErrors({});
    setBusy(true);
    try {
      await resetPassword({ token, newPassword: password, ...endings });
      onDone();
    } catch (error) {
      if (error instanceof ApiError && error.errorCode === 'INVALID_TOKEN') onExpired();
      else setErrors({ [isAboutPassword(error) ? 'password' : 'form']: messageOf(error, LOGIN_TEXTS.unexpected) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <AuthForm onSubmit={(event) => void submit(event)}>
      <h1>Choose a New Password</h1>
      <p className={typography.secondary}>You will be signed out everywhere and can sign in with the new password.</p>
      {errors.form && <Notice tone="bad">{errors.form}</Notice>}
      <Field label="New password" error={errors.password} help={`At least ${PASSWORD_MIN} characters`}>
        <PasswordInput
          tall
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Field label="Confirm new password" error={errors.repeated}>
        <PasswordInput
          tall
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          required
          value={repeated}
          onChange={(event) => setRepeated(event.target.value)}
        />
      </Field>
      <AgentAccess value={endings} onChange={setEndings} asks={{ apiKey: true, apps: true }} />
      <Button type="submit" variant="primary" size="lg" full busy={busy}>
        Set New Password
      </Button>
    </AuthForm>
  );
}

const isAboutPassword = (error: unknown) =>
  error instanceof ApiError && error.errorCode?.startsWith('PASSWORD_') === true;
