import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { LOADING } from '#contract/texts.ts';
import { type AuthError, readAuthError } from '#web/lib/auth-error.ts';
import { readReturn, sessionTrace } from '#web/lib/session-trace.ts';
import { paths } from '#web/paths.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { CenterPage } from './center-page.tsx';
import { useResolvedSession, useSession } from './use-session.ts';

/** Keeps signed-in people off the sign-in pages, unless an error is stored that they should read there. */
export function GuestOnly({ screen, children }: { screen: AuthError['screen']; children: ReactNode }) {
  const { status } = useSession();
  const mayBeSignedIn = status === 'signed-in' || (status === 'resolving' && sessionTrace.isLikely());
  if (!mayBeSignedIn || readAuthError(screen)) return children;
  return <SendOn>{children}</SendOn>;
}

function SendOn({ children }: { children: ReactNode }) {
  const session = useResolvedSession();
  const loading = useDelayedFlag(session.status === 'resolving');
  if (session.status === 'signed-in') return <Navigate to={readReturn() ?? paths.projects} replace />;
  if (session.status !== 'resolving') return children;
  return <CenterPage>{loading && <LoadingState text={LOADING} />}</CenterPage>;
}
