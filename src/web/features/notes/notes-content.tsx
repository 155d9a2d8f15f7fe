import { type RefObject, type Ref, useEffect, useMemo } from 'react';
import { LOADING } from '#contract/common-texts.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { EmptyNotes } from './empty-notes.tsx';
import { type NoteChange, overlayNotes } from './note-changes.ts';
import { NoteList, type NoteListHandle, type NoteListProps } from './note-list.tsx';
import { useNotes } from './queries.ts';
import { type NotesSort, type NotesTab, typeOf } from './tabs.ts';

/** A tab with fewer than this to show goes on looking in older pages for more of its kind. */
const ENOUGH = 50;

export interface NotesContentProps extends Pick<
  NoteListProps,
  | 'isOpen'
  | 'onToggle'
  | 'edits'
  | 'recentChanges'
  | 'taskTitleOf'
  | 'onSelectTask'
  | 'repositoryUrl'
  | 'target'
  | 'onTarget'
> {
  projectId: string;
  /** What the server has not answered yet. */
  changes: readonly NoteChange[];
  task: { id: string; title: string } | undefined;
  tab: NotesTab;
  onTab: (tab: NotesTab) => void;
  counts: Record<NotesTab, number>;
  sort: NotesSort;
  box: RefObject<HTMLElement | null>;
  list: Ref<NoteListHandle>;
}

/** Loading, failed, empty or full: what stands in the panel. */
export function NotesContent({
  projectId,
  changes,
  task,
  tab,
  onTab,
  counts,
  sort,
  box,
  list,
  ...rest
}: NotesContentProps) {
  const query = useNotes(projectId, task?.id);
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  const type = typeOf(tab);
  const notes = useMemo(() => {
    const confirmed = data?.pages.flatMap((page) => page.notes) ?? [];
    const all = overlayNotes(confirmed, changes, task?.id);
    return type === undefined ? all : all.filter((note) => note.type === type);
  }, [data, changes, task?.id, type]);
  const pending = useMemo(() => new Set(changes.map(({ id }) => id)), [changes]);

  const canLoad = query.hasNextPage && !query.isPlaceholderData && !isFetchNextPageError;
  // The oldest stand on the last page; a rare type may have none on the first.
  const lacks = canLoad && (sort === 'oldest' || notes.length < Math.min(counts[tab], ENOUGH));
  useEffect(() => {
    if (lacks && !isFetching) void fetchNextPage();
  }, [lacks, isFetching, fetchNextPage]);

  const isLoading = query.isPending || (lacks && (sort === 'oldest' || notes.length === 0));
  const showsSkeleton = useDelayedFlag(isLoading);
  if (isLoading || showsSkeleton) return showsSkeleton ? <NotesSkeleton /> : null;
  if (!data)
    return (
      <ErrorState
        message="Failed to load notes"
        detail={messageOf(error, 'An unexpected error occurred. Please try again.')}
        retrying={isFetching}
        onRetry={() => void refetch()}
        heading="h3"
      />
    );
  if (notes.length === 0 && !query.hasNextPage)
    return <EmptyNotes title={task?.title} tab={tab} all={counts.all} onShowAll={() => onTab('all')} />;
  return (
    <NoteList
      {...rest}
      ref={list}
      notes={notes}
      pending={pending}
      sort={sort}
      box={box}
      older={{
        has: query.hasNextPage,
        isLoading: isFetchingNextPage,
        failed: isFetchNextPageError,
        load: () => void fetchNextPage(),
      }}
    />
  );
}

function NotesSkeleton() {
  return (
    <LoadingState text={LOADING} className="note-loading">
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="note">
          <Skeleton className="gl" width={20} height={20} />
          <Skeleton width={120} />
          <Skeleton className="mt-3" width="92%" />
          <Skeleton className="mt-2" width="64%" />
        </div>
      ))}
    </LoadingState>
  );
}
