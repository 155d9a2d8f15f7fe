import { LanesArt } from '#web/features/public-frame/index.ts';
import { AuthFrame, GuestOnly } from '#web/features/session/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { SignupForm } from './signup-form.tsx';

export function Component() {
  usePageTitle('Create account');
  return (
    <GuestOnly screen="signup">
      <AuthFrame art={<LanesArt />}>
        <SignupForm />
      </AuthFrame>
    </GuestOnly>
  );
}
