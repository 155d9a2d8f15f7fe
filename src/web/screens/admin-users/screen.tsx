import { Search, Users as UsersIcon } from 'lucide-react';
import { useRef } from 'react';
import { Navigate } from 'react-router';
import { USERS_PAGE } from '#contract/constants.ts';
import { ADMIN_USERS_TEXTS as T } from '#contract/admin-texts.ts';
import { LOADING } from '#contract/common-texts.ts';
import { AdminHead, formatCount, Paging, useUserPage } from '#web/features/admin/index.ts';
import { Invitations } from '#web/features/instance-kind/index.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { Button } from '#web/ui/button.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import styles from './admin-users.module.css';
import { useFilter } from './use-filter.ts';
import { useTypedSearch } from './use-typed-search.ts';
import { UserTable } from './user-table.tsx';

const STATUSES = (['all', 'active', 'suspended'] as const).map((value) => ({ value, label: T.filters[value] }));

export function Component() {
  const { filter, status, addressOf, choose } = useFilter();
  const { data, error, isError, isPending, isFetching, isPlaceholderData, refetch } = useUserPage(filter);
  const [text, setText] = useTypedSearch(filter.search ?? '', (search) => choose({ search }));
  const box = useRef<HTMLInputElement>(null);
  const loading = useDelayedFlag(isPending);
  useShortcut({ keys: '/', label: 'Search users', group: 'Admin', icon: Search, run: () => box.current?.focus() });

  if (data && !isPlaceholderData && data.totalPages > 0 && filter.page > data.totalPages)
    return <Navigate to={addressOf({ page: data.totalPages })} replace />;
  const filtered = status !== 'all' || filter.search !== undefined;
  return (
    <>
      <AdminHead title={T.title} sub={data ? countOf(data.total, data.isLeast, filtered) : '\u00A0'} />
      <Invitations />
      <div className={styles.bar}>
        <SearchBox
          className={styles.search}
          ref={box}
          label="Search by email"
          placeholder="Search by email…"
          shortcut="/"
          value={text}
          onChange={setText}
        />
        <SegmentedControl
          label="Status"
          options={STATUSES}
          value={status}
          onChange={(next) => choose({ status: next })}
          full="below-860"
        />
      </div>
      <div className={styles.rows} aria-busy={isFetching}>
        {loading && <Waiting />}
        {isError && !data && (
          <ErrorState
            className={styles.failed}
            message={failureOf(error)}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {!loading && data?.users.length === 0 && (
          <EmptyState
            className={styles.nobody}
            icon={UsersIcon}
            title={T.none}
            action={filtered && <Button onClick={() => choose({ search: '', status: 'all' })}>Show all</Button>}
          />
        )}
        {!loading && data && data.users.length > 0 && <UserTable users={data.users} dimmed={isPlaceholderData} />}
      </div>
      {data && data.users.length > 0 && (
        <Paging
          page={filter.page}
          totalPages={data.totalPages}
          loading={isFetching}
          onPage={(page) => choose({ page })}
          range={rangeOf(filter.page, data.users.length, data.total, data.isLeast)}
        />
      )}
    </>
  );
}

function Waiting() {
  return (
    <div className={styles.loading}>
      <LoadingState text={LOADING}>
        <Skeleton height={24} width="100%" />
        <Skeleton height={24} width="100%" className={styles.nextShape} />
        <Skeleton height={24} width="100%" className={styles.nextShape} />
      </LoadingState>
    </div>
  );
}

const plus = (total: number, isLeast: boolean) => `${formatCount(total)}${isLeast ? '+' : ''}`;

function countOf(total: number, isLeast: boolean, filtered: boolean) {
  const users = total === 1 && !isLeast ? 'user' : 'users';
  return `${plus(total, isLeast)} ${users} ${filtered ? 'found' : 'in total'}`;
}

function rangeOf(page: number, shown: number, total: number, isLeast: boolean) {
  const first = (page - 1) * USERS_PAGE + 1;
  return `${formatCount(first)}–${formatCount(first + shown - 1)} of ${plus(total, isLeast)}`;
}

const failureOf = (error: Error | null) =>
  error instanceof ApiError && error.status > 0 ? T.fetchFailed(error.status) : T.loadFailed;
