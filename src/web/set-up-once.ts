import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { tabStore } from '#web/lib/browser-store.ts';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { paths } from '#web/paths.ts';

const SHOWN = 'baton-set-up-shown';
/** Where people arrive after signing in; from any other address they are not redirected. */
const LANDINGS: readonly string[] = [paths.projects, paths.home];

/** Redirects the first administrator to the set-up, once per tab: everything there is optional. */
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
    if (!isDue || tabStore.read(SHOWN) !== null) return;
    // Where nothing can be kept, nobody is redirected: it would be at every visit.
    if (tabStore.write(SHOWN, '1')) void navigate(paths.setUp, { replace: true });
  }, [isDue, navigate]);
}
