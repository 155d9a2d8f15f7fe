import { AuthFrame, GuestOnly } from '#web/features/session/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { SignupForm } from './signup-form.tsx';

export function Component() {
  usePageTitle('Create account');
  return (
    <GuestOnly screen="signup">
      <AuthFrame>
        <SignupForm />
      </AuthFrame>
    </GuestOnly>
  );
}
