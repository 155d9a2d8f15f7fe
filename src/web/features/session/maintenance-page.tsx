import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Construction } from 'lucide-react';
import { useEffect, useState } from 'react';
import { TRY_AGAIN } from '#contract/common-texts.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { call } from '#web/lib/net/api.ts';
import { type Maintenance, isMaintenance, leaveMaintenance } from '#web/lib/net/maintenance.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { signOut } from '#web/lib/session/sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CenterPage } from './center-page.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

/** Polling with exponential backoff while the tab is visible: many open tabs must not ask a server under repair all the time. */
const FIRST_WAIT_MS = 1_500;
const LONGEST_WAIT_MS = 15_000;

/** The administrator's message replaces the app until the server answers normally again. */
export function MaintenancePage({ maintenance }: { maintenance: Maintenance }) {
  usePageTitle('Maintenance');
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  const tryAgain = () => {
    setAsking(true);
    void ask(cache).finally(() => setAsking(false));
  };
  useEffect(() => {
    let asked = 0;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      if (!document.hidden) void ask(cache);
    };
    const wait = () => {
      const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** asked);
      timer = setTimeout(
        () => {
          asked += 1;
          look();
          wait();
        },
        longest * (0.5 + Math.random() / 2),
      );
    };
    wait();
    const wakers = [
      [window, 'focus'],
      [window, 'online'],
      [document, 'visibilitychange'],
    ] as const;
    for (const [target, name] of wakers) target.addEventListener(name, look);
    return () => {
      clearTimeout(timer);
      for (const [target, name] of wakers) target.removeEventListener(name, look);
    };
  }, [cache]);

  return (
    <CenterPage>
      <EmptyState
        icon={Construction}
        heading="h1"
        title="Baton is under maintenance"
        hint={maintenance.message}
        action={
          <div className={cx(layout.row, layout.gap8)}>
            <Button busy={asking} onClick={tryAgain}>
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

let underWay: Promise<void> | undefined;

/** Concurrent calls share one request. */
function ask(cache: QueryClient): Promise<void> {
  underWay ??= probe(cache).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

/** Asks the server again, and shows the app if the maintenance is over. */
async function probe(cache: QueryClient): Promise<void> {
  try {
    await call('GET /api/me');
  } catch (error) {
    const silent = error instanceof ApiError && error.status === 0;
    if (isMaintenance(error) || silent) return;
  }
  leaveMaintenance();
  void cache.invalidateQueries();
}
