import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { CALLBACK_TEXTS } from '#contract/texts.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { beginSession } from '#web/lib/sign-in.ts';
import { type Arrival, leadOn } from './lead-on.ts';

/** Where Google and the links of our mails come back to; it only finds out where to go from here. */
export function Component() {
  usePageTitle('Signing in');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const error = search.get('error');
  const confirmed = search.has('confirmed');

  useEffect(() => {
    let current = true;
    const go = (arrival: Arrival) => current && void navigate(leadOn(arrival), { replace: true });
    if (error !== null) go({ error, confirmed });
    else {
      beginSession().then(
        (session) => go({ session: session.status, confirmed }),
        () => go({ error: 'unreachable', confirmed: false }),
      );
    }
    return () => {
      current = false;
    };
  }, [error, confirmed, navigate]);

  return (
    <main id="main" tabIndex={-1} className="center-page">
      <p role="status">{CALLBACK_TEXTS.authenticating}</p>
    </main>
  );
}
