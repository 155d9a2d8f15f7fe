import { type RefObject, type SubmitEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { EMAIL_MAX, PASSWORD_MIN } from '#contract/constants.ts';
import { SIGNUP_TEXTS as T } from '#contract/session-texts.ts';
import { type AuthErrors, useAuthErrors } from '#web/features/session/index.ts';
import { isEmail } from '#web/lib/session/email.ts';
import { signUp } from '#web/lib/session/sign-in.ts';
import { explainSignUpFailure } from './explain-failure.ts';

/** State and submit of the sign-up form. */
export function useSignup(
  form: RefObject<HTMLFormElement | null>,
  { known, onCreated }: { known: string; onCreated: (email: string) => void },
) {
  // The link of an invitation contains the address invited.
  const [search] = useSearchParams();
  const [email, setEmail] = useState(() => known || (search.get('email')?.slice(0, EMAIL_MAX) ?? ''));
  const [password, setPassword] = useState('');
  const [accepted, setAccepted] = useState(false);
  const [busy, setBusy] = useState(false);
  const { errors, clear, fail, show } = useAuthErrors('signup');

  const begin = clear;

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    begin();
    const wrong: AuthErrors = {
      ...(!isEmail(email) && { email: T.invalidEmail }),
      ...(password.length < PASSWORD_MIN && { password: T.shortPassword }),
      ...(!accepted && { terms: T.acceptTerms }),
    };
    if (Object.keys(wrong).length > 0) {
      show(wrong);
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    try {
      if (!(await signUp({ email: email.trim(), password }))) return fail('form', T.maybeRegistered);
      onCreated(email.trim());
    } catch (error) {
      const { field, text } = explainSignUpFailure(error);
      fail(field, text);
    } finally {
      setBusy(false);
    }
  };

  return {
    fields: { email, password, accepted, setEmail, setPassword, setAccepted },
    errors,
    busy,
    begin,
    fail,
    submit,
  };
}
