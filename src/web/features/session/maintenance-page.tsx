import { useQueryClient } from '@tanstack/react-query';
import { Construction } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { TRY_AGAIN } from '#contract/texts.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/api.ts';
import { type Maintenance, isMaintenance, leaveMaintenance } from '#web/lib/maintenance.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { signOut } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { CenterPage } from './center-page.tsx';

/** The administrator's message in place of everything else. It goes away by itself once the server answers again. */
export function MaintenancePage({ maintenance }: { maintenance: Maintenance }) {
  usePageTitle('Maintenance');
  const { asking, ask } = useProbe();
  useEffect(() => {
    const timer = setInterval(ask, maintenance.retryAfter * 1_000);
    window.addEventListener('focus', ask);
    window.addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', ask);
      window.removeEventListener('online', ask);
    };
  }, [ask, maintenance.retryAfter]);

  return (
    <CenterPage>
      <EmptyState
        icon={Construction}
        heading="h1"
        title="Baton is being looked after"
        hint={maintenance.message}
        action={
          <div className="row g2">
            <Button busy={asking} onClick={ask}>
              {TRY_AGAIN}
            </Button>
            <Button variant="ghost" onClick={signOutOfMaintenance}>
              Sign Out
            </Button>
          </div>
        }
      />
    </CenterPage>
  );
}

function signOutOfMaintenance() {
  signOut();
  leaveMaintenance();
}

function useProbe() {
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  const ask = useCallback(() => {
    setAsking(true);
    call('GET /api/me')
      .then(
        () => open_(),
        (error: unknown) => {
          const silent = error instanceof ApiError && error.status === 0;
          if (!isMaintenance(error) && !silent) open_();
        },
      )
      .finally(() => setAsking(false));
    function open_() {
      leaveMaintenance();
      void cache.invalidateQueries();
    }
  }, [cache]);
  return { asking, ask };
}
