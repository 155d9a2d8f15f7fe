import { useState } from 'react';
import { ACCOUNT_TEXTS as T } from '#contract/account-texts.ts';
import type { Me } from '#contract/account.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { requestPasswordReset } from '#web/lib/session/sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { AccountRow } from './account-row.tsx';
import { ChangePassword } from './change-password.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import accountButtons from './account-buttons.module.css';

export function Security({ me }: { me: Me }) {
  const [busy, setBusy] = useState(false);
  const [changing, setChanging] = useState(false);

  const sendMail = async () => {
    if (me.email === '') {
      toast({ title: T.emailFailed, description: T.noEmail, variant: 'destructive' });
      return;
    }
    setBusy(true);
    await requestPasswordReset(me.email).then(
      () => toast({ title: T.emailSent, description: T.emailSentText, variant: 'success' }),
      (error: unknown) =>
        toast({ title: T.emailFailed, description: messageOf(error, T.emailFailed), variant: 'destructive' }),
    );
    setBusy(false);
  };

  return (
    <AccountRow title={T.security} about="You can reset your password by email even if you have forgotten it.">
      <div className={accountButtons.buttons}>
        {me.has_password && <Button onClick={() => setChanging(true)}>Change Password</Button>}
        <Button busy={busy} onClick={() => void sendMail()}>
          Send Password Reset Email
        </Button>
      </div>
      {!me.has_password && (
        <p className={cx(typography.small, typography.tertiary)}>
          You sign in with Google. The email lets you set a password as well.
        </p>
      )}
      {changing && <ChangePassword onClose={() => setChanging(false)} />}
    </AccountRow>
  );
}
