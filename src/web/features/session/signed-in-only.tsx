import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { FAILURE_TEXTS, LOADING } from '#contract/common-texts.ts';
import { resolveSession } from '#web/lib/session/session.ts';
import { forgetReturn, rememberReturn } from '#web/lib/session/session-trace.ts';
import { paths } from '#web/paths.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { CenterPage } from './center-page.tsx';
import { MaintenancePage } from './maintenance-page.tsx';
import { useMaintenance, useResolvedSession } from './use-session.ts';

/** Guard: redirects to the sign-in page, and back afterwards. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const session = useResolvedSession();
  const maintenance = useMaintenance();
  const loading = useDelayedFlag(session.status === 'resolving');

  if (maintenance) return <MaintenancePage maintenance={maintenance} />;
  if (session.status === 'signed-out') return <LeaveForLogin remember={session.because !== 'left'} />;
  if (session.status === 'unreachable') return <Unreachable />;
  if (loading || session.status === 'resolving')
    return <CenterPage>{loading && <LoadingState text={LOADING} />}</CenterPage>;
  return <Arrived key={session.userId}>{children}</Arrived>;
}

/** The remembered address has been reached and is removed. */
function Arrived({ children }: { children: ReactNode }) {
  useEffect(() => {
    forgetReturn();
  }, []);
  return children;
}

function LeaveForLogin({ remember }: { remember: boolean }) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (remember) rememberReturn(`${pathname}${search}${hash}`);
    void navigate(paths.login, { replace: true });
  }, [remember, pathname, search, hash, navigate]);
  return null;
}

function Unreachable() {
  return (
    <CenterPage>
      <ErrorState
        heading="h1"
        message={FAILURE_TEXTS.networkTitle}
        detail={FAILURE_TEXTS.networkText}
        onRetry={() => void resolveSession()}
      />
    </CenterPage>
  );
}
