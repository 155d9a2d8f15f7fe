import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { CALLBACK_TEXTS } from '#contract/session-texts.ts';
import { CenterPage } from '#web/features/session/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { beginSession } from '#web/lib/session/sign-in.ts';
import { leaveForApp, readAppSignIn } from '#web/lib/session/session-trace.ts';
import { leadOn, leadOnFailure } from './lead-on.ts';

/** Return address of Google and of the links in our mails; only redirects. */
export function Component() {
  usePageTitle('Signing in');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const error = search.get('error');

  useEffect(() => {
    let current = true;
    const go = (address: string) => current && void navigate(address, { replace: true });
    if (error === null)
      void beginSession().then(({ status }) => {
        const app = status === 'signed-in' ? readAppSignIn() : undefined;
        if (app === undefined) go(leadOn(status));
        else if (current) leaveForApp(app);
      });
    else go(leadOnFailure(error));
    return () => {
      current = false;
    };
  }, [error, navigate]);

  return (
    <CenterPage>
      <output>{CALLBACK_TEXTS.authenticating}</output>
    </CenterPage>
  );
}
