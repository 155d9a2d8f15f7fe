import { type RefObject, type Ref, useEffect, useMemo } from 'react';
import { LOADING } from '#contract/common-texts.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { EmptyNotes } from './empty-notes.tsx';
import { type NoteChange, overlayNotes } from './note-changes.ts';
import { countWritten } from './note-entries.ts';
import { NoteList, type NoteListHandle, type NoteListProps } from './note-list.tsx';
import { useNotes } from './queries.ts';
import { type NotesSort, type NotesTab, typeOf } from './tabs.ts';
import styles from './notes-content.module.css';
import glyph from './note-glyph.module.css';
import rows from './note-rows.module.css';

/** A tab with fewer matching notes than this loads older pages by itself. */
const ENOUGH = 50;

export interface NotesContentProps extends Pick<
  NoteListProps,
  | 'isOpen'
  | 'onToggle'
  | 'edits'
  | 'recentChanges'
  | 'taskTitleOf'
  | 'openQuestionOf'
  | 'onSelectTask'
  | 'repositoryUrl'
  | 'batons'
  | 'target'
  | 'onTarget'
> {
  projectId: string;
  /** Pending optimistic updates. */
  changes: readonly NoteChange[];
  task: { id: string; title: string } | undefined;
  tab: NotesTab;
  onTab: (tab: NotesTab) => void;
  counts: Record<NotesTab, number>;
  sort: NotesSort;
  box: RefObject<HTMLElement | null>;
  list: Ref<NoteListHandle>;
}

/** The loading, error, empty and ready states of the list. */
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
  // Pages run from the newest: the oldest are on the last page, and a rare type may be missing on the first.
  const lacks = canLoad && (sort === 'oldest' || countWritten(notes) < Math.min(counts[tab], ENOUGH));
  useEffect(() => {
    if (lacks && !isFetching) void fetchNextPage();
  }, [lacks, isFetching, fetchNextPage]);

  const isLoading = query.isPending || (lacks && (sort === 'oldest' || notes.length === 0));
  const showsSkeleton = useDelayedFlag(isLoading);
  if (isLoading || showsSkeleton) return showsSkeleton ? <NotesSkeleton /> : null;
  if (!data)
    return (
      <ErrorState
        className={styles.failed}
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
    <LoadingState text={LOADING} textClassName={styles.loading}>
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className={rows.note}>
          <i className={glyph.glyph} />
          <Skeleton width={120} />
          <Skeleton className={styles.firstLine} width="92%" />
          <Skeleton className={styles.line} width="64%" />
        </div>
      ))}
    </LoadingState>
  );
}
