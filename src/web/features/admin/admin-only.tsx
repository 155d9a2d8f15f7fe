import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate } from 'react-router';
import { ADMIN_TEXTS as T } from '#contract/admin-texts.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { paths } from '#web/paths.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import styles from './admin-only.module.css';
import { useAdminStatus } from './queries.ts';

/** Guard: everybody but administrators is redirected to their projects, also where the status cannot be loaded. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const { data, isFetching } = useAdminStatus();
  const isAdmin = data?.isAdmin ?? false;
  const unknown = !isAdmin && isFetching;
  const waiting = useDelayedFlag(unknown);
  useLeaveWhenRefused();

  if (unknown || waiting) return <Verifying shown={waiting} />;
  return isAdmin ? children : <Navigate to={paths.projects} replace />;
}

function Verifying({ shown }: { shown: boolean }) {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      {shown && <LoadingState text={T.verifying} />}
    </main>
  );
}

/** The right may be revoked while somebody works: the first 403 of any query or mutation ends the access. */
function useLeaveWhenRefused() {
  const cache = useQueryClient();
  useEffect(() => {
    const stops = [
      cache.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') leaveIfRefused(cache, event.action.error);
      }),
      cache.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') leaveIfRefused(cache, event.action.error);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [cache]);
}

function leaveIfRefused(cache: QueryClient, error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 403 || isShownElsewhere(error)) return;
  cache.setQueryData(queryKeys.adminStatus, { isAdmin: false, maintenance: false });
  void cache.invalidateQueries({ queryKey: queryKeys.me });
}
