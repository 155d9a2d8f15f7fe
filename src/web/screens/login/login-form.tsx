import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { EMAIL_MAX, PASSWORD_MAX } from '#contract/constants.ts';
import { LOGIN_TEXTS as T, SIGNUP_TEXTS } from '#contract/session-texts.ts';
import { OutboxHint, useInstance } from '#web/features/instance/index.ts';
import { AuthForm, GoogleButton, OrDivider, OtherWay, PasskeyButton } from '#web/features/session/index.ts';
import { hasPasskeys } from '#web/lib/session/passkey.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput, TextInput } from '#web/ui/inputs.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { noticeOf } from './notices.ts';
import { useLogin } from './use-login.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

export function LoginForm() {
  const form = useRef<HTMLFormElement>(null);
  const { fields, errors, busy, mailed, begin, fail, submit, forgotPassword, resend } = useLogin(form);
  const instance = useInstance();
  const [search] = useSearchParams();
  const arrival = noticeOf(search);
  const hasPasskey = instance?.passkeys === true && hasPasskeys();

  return (
    <AuthForm ref={form} onSubmit={(event) => void submit(event)}>
      <h1>{T.title}</h1>
      <p className={typography.secondary}>Sign in to see where the baton is.</p>
      {mailed && (
        <Notice tone="ok">
          {mailed} <OutboxHint />
        </Notice>
      )}
      {!mailed && !errors.form && arrival && <Notice tone={arrival.tone}>{arrival.text}</Notice>}
      {errors.form && <Notice tone="bad">{errors.form}</Notice>}
      {instance?.google && <GoogleButton onStart={begin} onFailed={(text) => fail('form', text)} />}
      {hasPasskey && <PasskeyButton onStart={begin} onFailed={(text) => fail('form', text)} />}
      {(instance?.google || hasPasskey) && <OrDivider />}
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
      {(arrival?.resend || errors.email === T.unconfirmed) && (
        <Button busy={busy === 'mailing'} onClick={() => void resend()}>
          Send a new confirmation link
        </Button>
      )}
      <Field
        label="Password"
        error={errors.password}
        aside={
          <button
            type="button"
            className={cx(typography.link, typography.small, typography.secondary)}
            onClick={() => void forgotPassword()}
          >
            {T.forgot}
          </button>
        }
      >
        <PasswordInput
          tall
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          required
          value={fields.password}
          onChange={(event) => fields.setPassword(event.target.value)}
        />
      </Field>
      <Checkbox checked={fields.rememberMe} onChange={(event) => fields.setRememberMe(event.target.checked)}>
        {T.rememberMe}
      </Checkbox>
      <Button type="submit" variant="primary" size="lg" full busy={busy === 'signing-in'}>
        {T.submit}
      </Button>
      <OtherWay>
        New to Baton?{' '}
        <Link className={typography.link} to={paths.signup}>
          {SIGNUP_TEXTS.submit}
        </Link>
      </OtherWay>
    </AuthForm>
  );
}
