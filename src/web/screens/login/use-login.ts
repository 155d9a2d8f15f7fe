import { type RefObject, type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { LOGIN_TEXTS as T, SIGNUP_TEXTS } from '#contract/session-texts.ts';
import { type AuthErrors, useAuthErrors } from '#web/features/session/index.ts';
import { isEmail } from '#web/lib/session/email.ts';
import { requestPasswordReset, resendConfirmation, signIn } from '#web/lib/session/sign-in.ts';
import { paths } from '#web/paths.ts';
import { explainSignInFailure } from './explain-failure.ts';

/** State and actions of the sign-in form. */
export function useLogin(form: RefObject<HTMLFormElement | null>) {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [rememberMe, setRememberMe] = useState(true);
  const [busy, setBusy] = useState<'signing-in' | 'mailing' | undefined>();
  const [mailed, setMailed] = useState('');
  const { errors, clear, fail, show } = useAuthErrors('login');

  const begin = () => {
    clear();
    setMailed('');
  };
  const showInvalid = (found: AuthErrors) => {
    show(found);
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    begin();
    const missing: AuthErrors = {
      ...(!isEmail(email) && { email: SIGNUP_TEXTS.invalidEmail }),
      ...(password === '' && { password: 'Please enter your password.' }),
    };
    if (Object.keys(missing).length > 0) return showInvalid(missing);
    setBusy('signing-in');
    try {
      const session = await signIn({ email: email.trim(), password, rememberMe });
      if (session.status === 'second-factor') return void navigate(paths.loginTwoFactor);
      if (session.status !== 'signed-in') fail('form', T.unexpected);
    } catch (error) {
      const { field, text } = explainSignInFailure(error);
      fail(field, text);
    } finally {
      setBusy(undefined);
    }
  };

  const mail = async (request: (email: string) => Promise<unknown>, sent: string, failed: string) => {
    if (busy) return;
    begin();
    if (!isEmail(email)) return showInvalid({ email: T.emailFirst });
    setBusy('mailing');
    await request(email.trim()).then(
      () => setMailed(sent),
      () => fail('form', failed),
    );
    setBusy(undefined);
  };

  return {
    fields: { email, password, rememberMe, setEmail, setPassword, setRememberMe },
    errors,
    busy,
    mailed,
    begin,
    fail,
    submit,
    forgotPassword: () => mail(requestPasswordReset, T.resetSent, T.resetFailed),
    resend: () =>
      mail(
        resendConfirmation,
        'Confirmation link sent! Check your email.',
        'Failed to send the confirmation email. Please try again.',
      ),
  };
}
