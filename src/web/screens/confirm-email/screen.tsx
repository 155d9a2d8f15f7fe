import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { LOGIN_TEXTS } from '#contract/session-texts.ts';
import { AuthForm, AuthFrame } from '#web/features/session/index.ts';
import { callPublic } from '#web/lib/net/api.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import typography from '#web/styles/typography.module.css';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

type State =
  | { at: 'asking' | 'changed' | 'stopped' }
  | { at: 'busy'; what: 'confirm' | 'stop' }
  | { at: 'waiting'; side: 'old' | 'new' }
  | { at: 'failed'; why: string };

const WAITS = {
  old: 'Confirmed. Now open the link in the mail to your present address.',
  new: 'Confirmed. Now open the link in the mail to the new address.',
};

/**
 * Target of both links of a change of the email address. It asks first: programs that open the links of a mail to look
 * at them must not confirm anything.
 */
export function Component() {
  usePageTitle('Confirm email address');
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [state, setState] = useState<State>({ at: 'asking' });

  const fail = (error: unknown) => setState({ at: 'failed', why: messageOf(error, LOGIN_TEXTS.unexpected) });
  const confirm = async () => {
    setState({ at: 'busy', what: 'confirm' });
    await callPublic('POST /api/email-change/confirm', { token }).then(
      ({ waits_for: side }) => setState(side === null ? { at: 'changed' } : { at: 'waiting', side }),
      fail,
    );
  };
  const stop = async () => {
    setState({ at: 'busy', what: 'stop' });
    await callPublic('POST /api/email-change/stop', { token }).then(() => setState({ at: 'stopped' }), fail);
  };

  const isAsking = state.at === 'asking' || state.at === 'busy';
  const doing = state.at === 'busy' ? state.what : undefined;
  return (
    <AuthFrame>
      <AuthForm
        onSubmit={(event) => {
          event.preventDefault();
          if (state.at === 'asking') void confirm();
        }}
      >
        <h1>Change of Email Address</h1>
        {isAsking && (
          <>
            <p className={typography.secondary}>
              The address of the account changes once both links were confirmed, the one to the present address and the
              one to the new one.
            </p>
            <Button type="submit" variant="primary" size="lg" full busy={doing === 'confirm'}>
              Confirm the Change
            </Button>
            <Button size="lg" full busy={doing === 'stop'} onClick={() => state.at === 'asking' && void stop()}>
              This Was Not Me: Stop It
            </Button>
          </>
        )}
        {state.at === 'waiting' && <Notice tone="ok">{WAITS[state.side]}</Notice>}
        {state.at === 'changed' && (
          <Notice tone="ok">Your email address was changed. Sign in with the new one from now on.</Notice>
        )}
        {state.at === 'stopped' && (
          <Notice tone="ok">
            The change was stopped. If you did not ask for it, somebody may know your password: choose a new one.
          </Notice>
        )}
        {state.at === 'failed' && <Notice tone="bad">{state.why}</Notice>}
        {!isAsking && (
          <Link className={typography.link} to={paths.profile}>
            Go to your account
          </Link>
        )}
      </AuthForm>
    </AuthFrame>
  );
}
