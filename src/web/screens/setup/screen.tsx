import styles from './setup.module.css';
import { Navigate } from 'react-router';
import { LOADING } from '#contract/common-texts.ts';
import { useMe } from '#web/features/account/index.ts';
import { useSetUp } from '#web/features/instance-kind/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { SetUpForm } from './set-up-form.tsx';

/** For the first administrator, once; everybody else, and any later visit, is redirected. */
export function Component() {
  usePageTitle('Set up');
  const { data: me } = useMe();
  const { data, isError, isPending, error, refetch, isFetching, dataUpdatedAt } = useSetUp();
  const loading = useDelayedFlag(isPending);
  if (me && !me.is_admin) return <Navigate to={paths.projects} replace />;
  if (data && !data.is_due) return <Navigate to={paths.admin} replace />;
  return (
    <div className={styles.page}>
      {loading && (
        <LoadingState text={LOADING}>
          <Skeleton height={420} width="100%" />
        </LoadingState>
      )}
      {isError && !data && (
        <ErrorState
          message={messageOf(error, 'The set-up could not be loaded.')}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && me && (
        <SetUpForm state={data} email={me.email} checkedAt={dataUpdatedAt} onCheck={() => void refetch()} />
      )}
    </div>
  );
}
