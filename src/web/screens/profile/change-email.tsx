import { type SubmitEvent, useState } from 'react';
import type { Me } from '#contract/account.ts';
import { FAILURE_TEXTS } from '#contract/common-texts.ts';
import { EMAIL_MAX, PASSWORD_MAX } from '#contract/constants.ts';
import { useAskEmailChange } from '#web/features/account/index.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { isEmail } from '#web/lib/session/email.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput, TextInput } from '#web/ui/inputs.tsx';
import { toast } from '#web/ui/toast.ts';

const ABOUT_PASSWORD: ReadonlySet<string> = new Set(['INVALID_CREDENTIALS', 'PASSWORD_REQUIRED', 'TOO_MANY_ATTEMPTS']);

export function ChangeEmail({ me, onClose }: { me: Me; onClose: () => void }) {
  const ask = useAskEmailChange();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ email?: string; password?: string }>({});

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (ask.isPending) return;
    if (!isEmail(email)) return setErrors({ email: 'Please enter a valid email address.' });
    if (me.has_password && password === '') return setErrors({ password: 'Please enter your password.' });
    setErrors({});
    ask.mutate(
      { email: email.trim(), ...(me.has_password && { password }) },
      {
        onSuccess: () => {
          toast({ title: 'Links Sent', description: 'Open the links in both mails.', variant: 'success' });
          onClose();
        },
        onError: (error) => {
          const isAbout = error instanceof ApiError && ABOUT_PASSWORD.has(error.errorCode ?? '');
          setErrors({ [isAbout ? 'password' : 'email']: messageOf(error, FAILURE_TEXTS.unknownText) });
        },
      },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Change Email Address"
      description="A link goes to your present address and one to the new one. The address changes when both are confirmed; other devices are signed out then."
      closeOutside={false}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={ask.isPending}>
            Send Links
          </Button>
        </>
      }
    >
      <Field label="New email" error={errors.email}>
        <TextInput
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      {me.has_password && (
        <Field label="Password" error={errors.password}>
          <PasswordInput
            autoComplete="current-password"
            maxLength={PASSWORD_MAX}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      )}
    </Dialog>
  );
}
