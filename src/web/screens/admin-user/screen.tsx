import { UserRoundX } from 'lucide-react';
import { useParams } from 'react-router';
import { ADMIN_USER_TEXTS as T } from '#contract/admin-texts.ts';
import { LOADING } from '#contract/common-texts.ts';
import { AdminHead, useUser } from '#web/features/admin/index.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import styles from './admin-user.module.css';
import { BackButton, BackToUsers } from './back-to-users.tsx';
import { UserDetail } from './user-detail.tsx';

export function Component() {
  const { userId = '' } = useParams();
  const { data: user, error, isPending, isFetching, refetch } = useUser(userId);
  const loading = useDelayedFlag(isPending);

  if (loading || isPending) return <Waiting shown={loading} />;
  if (user) return <UserDetail key={user.id} user={user} />;
  const status = error instanceof ApiError ? error.status : 0;
  return (
    <>
      <BackToUsers />
      <AdminHead title={status === 404 || status === 400 ? T.notFoundTitle : 'User'} />
      <div className={styles.failed}>
        {status === 400 ? (
          // The id in the address is invalid: a retry would not help.
          <EmptyState icon={UserRoundX} title={T.notFoundTitle} hint="No account has this address." />
        ) : (
          <ErrorState message={failureOf(status)} retrying={isFetching} onRetry={() => void refetch()} />
        )}
        <BackButton />
      </div>
    </>
  );
}

function Waiting({ shown }: { shown: boolean }) {
  return (
    <>
      <BackToUsers />
      <AdminHead title="User" />
      {shown && (
        <div className={styles.loading}>
          <LoadingState text={LOADING}>
            <Skeleton height={84} width="100%" />
            <Skeleton height={220} width="100%" className={styles.nextShape} />
          </LoadingState>
        </div>
      )}
    </>
  );
}

function failureOf(status: number) {
  if (status === 404) return T.notFound;
  return status > 0 ? T.fetchFailed(status) : T.loadFailed;
}
