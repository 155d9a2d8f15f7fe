import { useState } from 'react';
import { MAIL_AGAIN_SECONDS } from '#contract/constants.ts';
import { CHECK_MAIL_TEXTS as T, SIGNUP_TEXTS } from '#contract/session-texts.ts';
import { OutboxHint } from '#web/features/instance/index.ts';
import { AuthForm, OtherWay } from '#web/features/session/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { resendConfirmation } from '#web/lib/session/sign-in.ts';
import { useSeconds } from '#web/lib/use-seconds.ts';
import typography from '#web/styles/typography.module.css';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { PendingSignUp } from './pending-sign-up.ts';

interface CheckMailProps {
  pending: PendingSignUp;
  onMailed: (at: number) => void;
  onStartAgain: () => void;
}

type Result = { tone: 'ok' | 'bad'; text: string };

/** After the sign-up: where the link went, and what to do if it does not arrive. */
export function CheckMail({ pending, onMailed, onStartAgain }: CheckMailProps) {
  const { email, mailedAt } = pending;
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>({ tone: 'ok', text: SIGNUP_TEXTS.created });
  const resend = async () => {
    setBusy(true);
    try {
      await resendConfirmation(email);
      setResult({ tone: 'ok', text: T.resent });
      onMailed(Date.now());
    } catch (error) {
      setResult({ tone: 'bad', text: messageOf(error, T.resendFailed) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <AuthForm
      onSubmit={(event) => {
        event.preventDefault();
        void resend();
      }}
    >
      <h1>{T.title}</h1>
      <p className={typography.secondary}>
        {T.sentTo} <b>{email}</b>. {T.here}
      </p>
      <Notice tone={result.tone}>
        {result.text} {result.tone === 'ok' && <OutboxHint />}
      </Notice>
      <ResendButton busy={busy} mailedAt={mailedAt} />
      <OtherWay>
        {T.wrong}{' '}
        <button type="button" className={typography.link} onClick={onStartAgain}>
          {T.startAgain}
        </button>
      </OtherWay>
    </AuthForm>
  );
}

/** The server sends at most one a minute to an address: until then the button counts down. */
function ResendButton({ busy, mailedAt }: { busy: boolean; mailedAt: number }) {
  const left = Math.ceil((mailedAt + MAIL_AGAIN_SECONDS * 1_000 - useSeconds()) / 1_000);
  return (
    <Button type="submit" size="lg" full busy={busy} disabled={left > 0}>
      {left > 0 ? T.wait(Math.min(left, MAIL_AGAIN_SECONDS)) : T.resend}
    </Button>
  );
}
