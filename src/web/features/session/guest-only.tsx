import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { LOADING } from '#contract/common-texts.ts';
import { type AuthError, readAuthError } from '#web/lib/session/auth-error.ts';
import {
  leaveForApp,
  readAppSignIn,
  readReturn,
  rememberAppSignIn,
  sessionTrace,
} from '#web/lib/session/session-trace.ts';
import { paths } from '#web/paths.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { CenterPage } from './center-page.tsx';
import { useResolvedSession, useSession } from './use-session.ts';

/** Redirects signed-in people from the sign-in pages, unless a stored error has to be shown there. */
export function GuestOnly({ screen, children }: { screen: AuthError['screen']; children: ReactNode }) {
  const { status } = useSession();
  const [search] = useSearchParams();
  useEffect(() => rememberAppSignIn(search), [search]);
  const mayBeSignedIn = status === 'signed-in' || (status === 'resolving' && sessionTrace.isLikely());
  if (!mayBeSignedIn || readAuthError(screen)) return children;
  return <SendOn>{children}</SendOn>;
}

function SendOn({ children }: { children: ReactNode }) {
  const session = useResolvedSession();
  const loading = useDelayedFlag(session.status === 'resolving');
  if (session.status === 'signed-in') return <Arrive />;
  if (session.status !== 'resolving') return children;
  return <CenterPage>{loading && <LoadingState text={LOADING} />}</CenterPage>;
}

/** Returns to the app that asked for the sign-in, or to the remembered page. */
function Arrive() {
  const [app] = useState(readAppSignIn);
  useEffect(() => {
    if (app !== undefined) leaveForApp(app);
  }, [app]);
  return app === undefined ? <Navigate to={readReturn() ?? paths.projects} replace /> : null;
}
