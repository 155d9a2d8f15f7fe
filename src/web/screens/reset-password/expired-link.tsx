import { type SubmitEvent, useState } from 'react';
import { Link } from 'react-router';
import { EMAIL_MAX } from '#contract/constants.ts';
import { LOGIN_TEXTS as T } from '#contract/session-texts.ts';
import { AuthForm, OtherWay } from '#web/features/session/index.ts';
import { OutboxHint } from '#web/features/instance/index.ts';
import { isEmail } from '#web/lib/session/email.ts';
import { requestPasswordReset } from '#web/lib/session/sign-in.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { Notice } from '#web/ui/notice.tsx';
import typography from '#web/styles/typography.module.css';

export function ExpiredLink() {
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'idle' | 'invalid' | 'busy' | 'sent' | 'failed'>('idle');

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (state === 'busy') return;
    if (!isEmail(email)) return setState('invalid');
    setState('busy');
    await requestPasswordReset(email.trim()).then(
      () => setState('sent'),
      () => setState('failed'),
    );
  };

  return (
    <AuthForm onSubmit={(event) => void submit(event)}>
      <h1>This Link Has Expired</h1>
      <p className={typography.secondary}>
        Reset links work once, and only for a short time. We can send you a new one.
      </p>
      {state === 'sent' && (
        <Notice tone="ok">
          {T.resetSent} <OutboxHint />
        </Notice>
      )}
      {state === 'failed' && <Notice tone="bad">{T.resetFailed}</Notice>}
      <Field label="Email" error={state === 'invalid' ? T.emailFirst : undefined}>
        <TextInput
          tall
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX}
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" full busy={state === 'busy'}>
        Send a New Link
      </Button>
      <OtherWay>
        <Link className={typography.link} to={paths.login}>
          Back to {T.submit}
        </Link>
      </OtherWay>
    </AuthForm>
  );
}
