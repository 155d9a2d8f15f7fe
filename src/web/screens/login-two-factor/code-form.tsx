import { type SubmitEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { LOGIN_TEXTS, TWO_FACTOR_TEXTS as T } from '#contract/session-texts.ts';
import { AuthForm, OtherWay } from '#web/features/session/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { fieldOfRefusal, findCodeProblem } from '#web/lib/session/second-factor.ts';
import { verifyTwoFactor } from '#web/lib/session/sign-in.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeField, type TypedCode } from '#web/ui/code-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import typography from '#web/styles/typography.module.css';

/** `onRefused` asks the server whether the sign-in still waits: the last try ends it. */
export function CodeForm({ onRefused }: { onRefused: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState<TypedCode>({ kind: 'app', text: '' });
  const [errors, setErrors] = useState<{ code?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);

  const fail = (found: typeof errors) => {
    setErrors(found);
    setTimeout(() => form.current?.querySelector('input')?.select());
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const problem = findCodeProblem(code);
    if (problem !== undefined) return fail({ code: problem });
    setErrors({});
    setBusy(true);
    try {
      const session = await verifyTwoFactor(code.text);
      if (session.status !== 'signed-in') fail({ form: LOGIN_TEXTS.unexpected });
    } catch (error) {
      fail({ [fieldOfRefusal(error) === 'code' ? 'code' : 'form']: messageOf(error, LOGIN_TEXTS.unexpected) });
      onRefused();
    } finally {
      setBusy(false);
    }
  };

  return (
    <AuthForm ref={form} onSubmit={(event) => void submit(event)}>
      <h1>{T.title}</h1>
      <p className={typography.secondary}>{T.lead}</p>
      {errors.form && <Notice tone="bad">{errors.form}</Notice>}
      <CodeField
        tall
        isFocused
        code={code}
        error={errors.code}
        onChange={(typed) => {
          if (typed.kind !== code.kind) setErrors({});
          setCode(typed);
        }}
      />
      <Button type="submit" variant="primary" size="lg" full busy={busy}>
        {LOGIN_TEXTS.submit}
      </Button>
      <OtherWay>
        <Link className={typography.link} to={paths.login}>
          {T.back}
        </Link>
      </OtherWay>
    </AuthForm>
  );
}
