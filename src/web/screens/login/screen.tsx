import { AuthFrame, GuestOnly } from '#web/features/session/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { LoginForm } from './login-form.tsx';

export function Component() {
  usePageTitle('Sign in');
  return (
    <GuestOnly screen="login">
      <AuthFrame>
        <LoginForm />
      </AuthFrame>
    </GuestOnly>
  );
}
