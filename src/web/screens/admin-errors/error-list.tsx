import { CircleCheck } from 'lucide-react';
import { ADMIN_ERRORS_TEXTS as T } from '#contract/admin-texts.ts';
import { LOADING } from '#contract/common-texts.ts';
import { Paging } from '#web/features/admin/index.ts';
import { ErrorTable, failureWords, PaddedPart, StaleWords, type useErrors } from '#web/features/admin-system/index.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';

export interface ErrorListProps {
  list: ReturnType<typeof useErrors>;
  page: number;
  onPage: (page: number) => void;
  onOpen: (id: string) => void;
  /** Undefined where no filter is set. */
  onShowAll: (() => void) | undefined;
}

export function ErrorList({ list, page, onPage, onOpen, onShowAll }: ErrorListProps) {
  const loading = useDelayedFlag(list.isPending);
  if (loading)
    return (
      <PaddedPart>
        <LoadingState text={LOADING}>
          <Skeleton height={320} width="100%" />
        </LoadingState>
      </PaddedPart>
    );
  if (list.isError && (!list.data || list.isPlaceholderData))
    return (
      <PaddedPart>
        <ErrorState
          message={failureWords(list.error, T.fetchFailed, T.loadFailed)}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      </PaddedPart>
    );
  if (!list.data) return null;
  const { errors, totalPages } = list.data;
  return (
    <>
      {list.isError && <StaleWords alert={false}>{failureWords(list.error, T.fetchFailed, T.loadFailed)}</StaleWords>}
      {errors.length === 0 ? (
        <PaddedPart>
          <EmptyState
            icon={CircleCheck}
            title={T.empty}
            action={onShowAll && <Button onClick={onShowAll}>Show all</Button>}
          />
        </PaddedPart>
      ) : (
        <ErrorTable errors={errors} onOpen={onOpen} />
      )}
      {(errors.length > 0 || page > 1) && (
        <Paging page={page} totalPages={totalPages} loading={list.isFetching} onPage={onPage} />
      )}
    </>
  );
}
