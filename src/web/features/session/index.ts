export { AuthForm, OrDivider, OtherWay } from './auth-form.tsx';
export { AuthFrame } from './auth-frame.tsx';
export { CenterPage } from './center-page.tsx';
export { GoogleButton } from './google-button.tsx';
export { GuestOnly } from './guest-only.tsx';
export { PasskeyButton } from './passkey-button.tsx';
export { useResolvedSession, useSession } from './use-session.ts';
export { SignedInOnly } from './signed-in-only.tsx';
export { type AuthErrors, useAuthErrors } from './use-auth-errors.ts';
