import { LanesArt } from '#web/features/public-frame/index.ts';
import { AuthFrame, GuestOnly } from '#web/features/session/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { LoginForm } from './login-form.tsx';

export function Component() {
  usePageTitle('Sign in');
  return (
    <GuestOnly screen="login">
      <AuthFrame art={<LanesArt />}>
        <LoginForm />
      </AuthFrame>
    </GuestOnly>
  );
}
