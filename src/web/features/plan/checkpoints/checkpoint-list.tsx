import { ChevronRight, Flag } from 'lucide-react';
import { formatNumber } from '#contract/counted.ts';
import type { Checkpoint } from '#contract/checkpoint.ts';
import { LOADING } from '#contract/common-texts.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { formatDateTime, projectAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { REASON_WORDS } from './checkpoint-words.ts';
import { useCheckpoints } from './queries.ts';
import { SaveCheckpoint } from './save-checkpoint.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './checkpoint-list.module.css';

interface CheckpointListProps {
  projectId: string;
  onChoose: (checkpoint: Checkpoint) => void;
}

export function CheckpointList({ projectId, onChoose }: CheckpointListProps) {
  const query = useCheckpoints(projectId);
  const loading = useDelayedFlag(query.isPending);
  const now = useNow();
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <SaveCheckpoint projectId={projectId} />
      {query.isError && !items && (
        <ErrorState
          heading="h3"
          message={messageOf(query.error, 'Failed to load checkpoints')}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {loading && !items && (
        <LoadingState text={LOADING}>
          <div className={cx(layout.column, layout.gap16)}>
            {[220, 180, 240].map((width) => (
              <Skeleton key={width} width={width} height={14} />
            ))}
          </div>
        </LoadingState>
      )}
      {items?.length === 0 && (
        <EmptyState
          icon={Flag}
          heading="h3"
          title="No checkpoints yet"
          hint="Baton saves one before anything that removes work. Save your own whenever you like."
        />
      )}
      {items && items.length > 0 && (
        <ol className={styles.list}>
          {items.map((each) => (
            <li key={each.id}>
              <button type="button" className={styles.checkpoint} onClick={() => onChoose(each)}>
                <span className={cx(styles.about, layout.grow)}>
                  <b className={cx(styles.name, typography.truncate)}>{each.name}</b>
                  <span className={cx(typography.small, typography.tertiary)}>
                    {each.author.name} ·{' '}
                    <time dateTime={each.created_at} title={formatDateTime(each.created_at)}>
                      {projectAge(each.created_at, now)}
                    </time>
                  </span>
                </span>
                <Badge tone={each.reason === 'manual' ? 'outline' : 'neutral'}>{REASON_WORDS[each.reason]}</Badge>
                <span className={cx(typography.small, typography.secondary, typography.tabular, typography.nowrap)}>
                  {formatNumber(each.done_count)} of {formatNumber(each.task_count)} done
                </span>
                <ChevronRight />
              </button>
            </li>
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <Button variant="ghost" size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}
