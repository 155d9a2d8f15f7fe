import { useRef } from 'react';
import { Link } from 'react-router';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '#contract/constants.ts';
import { LOGIN_TEXTS, SIGNUP_TEXTS as T } from '#contract/session-texts.ts';
import { useInstance } from '#web/features/instance/index.ts';
import { AuthForm, GoogleButton, OrDivider, OtherWay } from '#web/features/session/index.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput, TextInput } from '#web/ui/inputs.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useSignup } from './use-signup.ts';
import typography from '#web/styles/typography.module.css';

interface SignupFormProps {
  /** The address of an earlier attempt, to be corrected. */
  known: string;
  onCreated: (email: string) => void;
}

export function SignupForm({ known, onCreated }: SignupFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { fields, errors, busy, begin, fail, submit } = useSignup(form, { known, onCreated });
  const instance = useInstance();

  return (
    <AuthForm ref={form} onSubmit={(event) => void submit(event)}>
      <h1>{T.title}</h1>
      <p className={typography.secondary}>{T.lead[instance?.sign_up ?? 'open']}</p>
      {errors.form && <Notice tone="bad">{errors.form}</Notice>}
      {instance?.google && <GoogleButton onStart={begin} onFailed={(text) => fail('form', text)} />}
      {instance?.google && <OrDivider />}
      <Field label="Email" error={errors.email}>
        <TextInput
          tall
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX}
          required
          value={fields.email}
          onChange={(event) => fields.setEmail(event.target.value)}
        />
      </Field>
      <Field label="Password" error={errors.password} help={`At least ${PASSWORD_MIN} characters`}>
        <PasswordInput
          tall
          autoComplete="new-password"
          minLength={PASSWORD_MIN}
          maxLength={PASSWORD_MAX}
          required
          value={fields.password}
          onChange={(event) => fields.setPassword(event.target.value)}
        />
      </Field>
      <Checkbox
        checked={fields.accepted}
        error={errors.terms}
        onChange={(event) => fields.setAccepted(event.target.checked)}
      >
        I accept the{' '}
        <Link className={typography.link} to={paths.terms}>
          Terms of Service
        </Link>{' '}
        and the{' '}
        <Link className={typography.link} to={paths.privacy}>
          Privacy Policy
        </Link>
      </Checkbox>
      <Button type="submit" variant="primary" size="lg" full busy={busy}>
        {T.submit}
      </Button>
      <OtherWay>
        Already have an account?{' '}
        <Link className={typography.link} to={paths.login}>
          {LOGIN_TEXTS.submit}
        </Link>
      </OtherWay>
    </AuthForm>
  );
}
