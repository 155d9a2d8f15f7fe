import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { paths } from '#web/paths.ts';

const SHOWN = 'baton-set-up-shown';
/** Where people land after signing in; whoever opens another address wants to be there. */
const LANDINGS: readonly string[] = [paths.projects, paths.home];

/** Leads the first administrator to the set-up, once in a window: nothing there has to be done. */
export function useSetUpOnce(isAdmin: boolean): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data } = useQuery({
    queryKey: queryKeys.adminStatus,
    queryFn: () => call('GET /api/admin/status'),
    enabled: isAdmin,
  });
  const isDue = data?.isSetUpDue === true && LANDINGS.includes(pathname);
  useEffect(() => {
    if (!isDue || sessionStorage.getItem(SHOWN) !== null) return;
    sessionStorage.setItem(SHOWN, '1');
    void navigate(paths.setUp, { replace: true });
  }, [isDue, navigate]);
}
