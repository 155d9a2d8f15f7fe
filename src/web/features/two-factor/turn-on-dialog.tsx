import { type SubmitEvent, useState } from 'react';
import type { Me } from '#contract/account.ts';
import { FAILURE_TEXTS } from '#contract/common-texts.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { fieldOfRefusal } from '#web/lib/session/second-factor.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from './password-field.tsx';
import { useBeginTwoFactor } from './queries.ts';
import { SetUpAppDialog } from './set-up-app-dialog.tsx';

interface TurnOnDialogProps {
  me: Me;
  onDone: (backupCodes: string[]) => void;
  onClose: () => void;
}

/** The password first; then the app gets its key and shows a code. */
export function TurnOnDialog({ me, onDone, onClose }: TurnOnDialogProps) {
  const begin = useBeginTwoFactor();
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ password?: string; form?: string }>({});

  if (begin.data) {
    const beginAgain = (why: string) => {
      begin.reset();
      setErrors({ form: why });
    };
    return <SetUpAppDialog made={begin.data} onDone={onDone} onOver={beginAgain} onClose={onClose} />;
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (begin.isPending) return;
    if (me.has_password && password === '') return setErrors({ password: 'Please enter your password.' });
    setErrors({});
    begin.mutate(me.has_password ? { password } : {}, {
      onError: (error) => {
        const field = fieldOfRefusal(error) === 'password' ? 'password' : 'form';
        setErrors({ [field]: messageOf(error, FAILURE_TEXTS.unknownText) });
      },
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Turn On Two-Factor Authentication"
      description={
        me.has_password
          ? 'You need an authenticator app. Your other sessions are signed out.'
          : 'You need an authenticator app, and a sign-in of the last 15 minutes, as your account has no password. Your other sessions are signed out.'
      }
      closeOutside={false}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={begin.isPending}>
            Continue
          </Button>
        </>
      }
    >
      {errors.form && <Notice tone="bad">{errors.form}</Notice>}
      {me.has_password && <PasswordField value={password} onChange={setPassword} error={errors.password} />}
    </Dialog>
  );
}
