import { HOME_TEXTS as T } from '#contract/account-texts.ts';
import { FAILURE_TEXTS, LOADING } from '#contract/common-texts.ts';
import { useMe } from '#web/features/account/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { Facts } from '#web/ui/facts.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Card } from '#web/ui/card.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

export function UserCard() {
  const me = useMe();
  const loading = useDelayedFlag(me.isPending);
  return (
    <Card pad aria-labelledby="home-user">
      <h2 id="home-user">{T.user}</h2>
      {loading && <LoadingState text={LOADING} />}
      {me.isError && !me.data && (
        <ErrorState message={messageOf(me.error, FAILURE_TEXTS.unknownText)} onRetry={() => void me.refetch()} />
      )}
      {!loading && me.data && (
        <Facts
          items={[
            { name: 'Name', value: me.data.display_name || me.data.email },
            { name: 'User ID', value: <span className={cx(typography.mono, typography.small)}>{me.data.id}</span> },
            {
              name: 'Last Sign In',
              value: me.data.last_sign_in_at === null ? T.neverSignedIn : formatDateTime(me.data.last_sign_in_at),
            },
          ]}
        />
      )}
    </Card>
  );
}
