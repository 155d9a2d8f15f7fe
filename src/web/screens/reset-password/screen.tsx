import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { AuthFrame } from '#web/features/session/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { signOut } from '#web/lib/session/sign-in.ts';
import { paths } from '#web/paths.ts';
import { ExpiredLink } from './expired-link.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

export function Component() {
  usePageTitle('Reset password');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [refused, setRefused] = useState(false);
  const token = search.get('token') ?? '';
  const expired = refused || token === '' || search.has('error');

  const finish = () => {
    // The reset has ended all sessions, also the one of this browser.
    signOut();
    void navigate(`${paths.login}?reset=1`, { replace: true });
  };
  return (
    <AuthFrame>
      {expired ? <ExpiredLink /> : <NewPasswordForm token={token} onDone={finish} onExpired={() => setRefused(true)} />}
    </AuthFrame>
  );
}
