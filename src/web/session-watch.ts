import { SESSION_TEXTS } from '#contract/session-texts.ts';
import { storeAuthError } from '#web/lib/session/auth-error.ts';
import { queryClient } from '#web/lib/net/query-client.ts';
import { getSession, onSessionEnd, subscribeSession } from '#web/lib/session/session.ts';
import { followOtherTabs } from '#web/lib/session/session-tabs.ts';
import { toast } from '#web/ui/toast.ts';

/** Clears the query cache when the account changes or the session ends, so that no data of one account is shown to the next. */
export function followSession() {
  followOtherTabs();
  let owner: string | undefined;
  subscribeSession(() => {
    const session = getSession();
    if (session.status !== 'signed-in' || session.userId === owner) return;
    if (owner !== undefined) queryClient.clear();
    owner = session.userId;
  });
  onSessionEnd((because, text) => {
    queryClient.clear();
    if (because === 'expired') toast({ title: SESSION_TEXTS.expiredToast, variant: 'destructive' });
    if (because === 'suspended') storeAuthError({ screen: 'login', field: 'form', text });
  });
}
