import { useState } from 'react';
import { AuthFrame, GuestOnly } from '#web/features/session/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { CheckMail } from './check-mail.tsx';
import { type PendingSignUp, clearPending, readPending, writePending } from './pending-sign-up.ts';
import { SignupForm } from './signup-form.tsx';

export function Component() {
  usePageTitle('Create account');
  return (
    <GuestOnly screen="signup">
      <AuthFrame>
        <SignUp />
      </AuthFrame>
    </GuestOnly>
  );
}

/** The form, then the page that waits for the link. */
function SignUp() {
  const [pending, setPending] = useState(readPending);
  const [known, setKnown] = useState('');
  const wait = (next: PendingSignUp) => {
    writePending(next);
    setPending(next);
  };
  if (pending === undefined)
    return <SignupForm known={known} onCreated={(email) => wait({ email, mailedAt: Date.now() })} />;
  const startAgain = () => {
    clearPending();
    setKnown(pending.email);
    setPending(undefined);
  };
  return (
    <CheckMail pending={pending} onMailed={(mailedAt) => wait({ ...pending, mailedAt })} onStartAgain={startAgain} />
  );
}
