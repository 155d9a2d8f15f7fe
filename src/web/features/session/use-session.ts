import { useEffect, useSyncExternalStore } from 'react';
import { getMaintenance, subscribeMaintenance } from '#web/lib/net/maintenance.ts';
import { getSession, resolveSession, subscribeSession } from '#web/lib/session/session.ts';

export const useSession = () => useSyncExternalStore(subscribeSession, getSession);
export const useMaintenance = () => useSyncExternalStore(subscribeMaintenance, getMaintenance);

/** The session; sends the request if nothing else has. */
export function useResolvedSession() {
  const session = useSession();
  useEffect(() => {
    if (session.status === 'resolving') void resolveSession();
  }, [session.status]);
  return session;
}
