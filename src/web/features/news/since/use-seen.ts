import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { AWAY_MINUTES, WATCH_SECONDS } from '#contract/constants.ts';
import { NEWS_TEXTS as T } from '#contract/news-texts.ts';
import { deviceStore } from '#web/lib/browser-store.ts';
import { call } from '#web/lib/net/api.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { toast } from '#web/ui/toast.ts';

interface Seeing {
  /** Undefined for all projects. */
  projectId?: string | undefined;
  /** From when on news count; null where there are none yet, undefined while it is not known. */
  since: string | null | undefined;
  /** What the shown answer covers. */
  now: string | undefined;
  hasNews: boolean;
}

interface Decision {
  since: string | null;
  isOpen: boolean;
  /** What `since` becomes once the mark has reached the server. */
  next?: string;
}

const keyOf = (projectId: string | undefined) => `baton-seen:${projectId ?? 'all'}`;

/**
 * Whether the block is open. Decided once for each `since`, and again after a time away: what arrives while it is closed
 * does not open it, and what arrives while it is open changes only its numbers.
 */
export function useSeen({ projectId, since, now, hasNews }: Seeing) {
  const cache = useQueryClient();
  const [decided, setDecided] = useState<Decision>();
  const [isFirstVisit, setFirstVisit] = useState<boolean>();
  if (since !== undefined && isFirstVisit === undefined) setFirstVisit(since === null);
  if (since !== undefined && decided?.since !== since) setDecided(decide(decided, { projectId, since, now, hasNews }));
  useReturn(() => {
    setDecided(undefined);
    setFirstVisit(undefined);
  });

  const { mutate } = useMutation({
    mutationFn: ({ upTo }: { upTo: string; isQuiet: boolean }) =>
      call('POST /api/me/seen', { up_to: upTo, ...(projectId !== undefined && { project_id: projectId }) }),
    onMutate: ({ upTo }) => {
      deviceStore.write(keyOf(projectId), upTo);
      setDecided((known) => known && { ...known, isOpen: false, next: upTo });
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.news }),
    onError: (error, { isQuiet }) => {
      deviceStore.remove(keyOf(projectId));
      setDecided((known) => known && { ...known, isOpen: hasNews });
      if (!isQuiet && !isShownElsewhere(error)) toast(failureToast(error, T.markFailed));
    },
  });

  // Marked without being asked where there is nothing to show: otherwise the next visit would count from this mark on.
  const markQuietly = useEffectEvent(() => now !== undefined && mutate({ upTo: now, isQuiet: true }));
  const isIdle = decided !== undefined && !decided.isOpen && !hasNews && decided.next === undefined;
  const isMarked = since !== undefined && since !== null && deviceStore.read(keyOf(projectId)) === since;
  const needsMark = projectId === undefined && isIdle && !isMarked;
  useEffect(() => {
    if (needsMark) markQuietly();
  }, [needsMark]);

  return {
    isOpen: decided?.isOpen ?? false,
    /**
     * Nothing was seen yet, so that there is no moment from which to count. The moment comes with the report of this very
     * visit: that nothing happened since is not worth moving the page for.
     */
    isFirst: (decided?.since ?? null) === null || (isFirstVisit === true && !hasNews),
    /** Only what was really shown counts as seen: up to the answer that is on the screen. */
    markSeen: () => now !== undefined && mutate({ upTo: now, isQuiet: false }),
  };
}

function decide(before: Decision | undefined, { projectId, since, now, hasNews }: Seeing & Pick<Decision, 'since'>) {
  if (since !== null && before?.next === since) return { since, isOpen: false };
  const isSeen = since === null || deviceStore.read(keyOf(projectId)) === since;
  return { since, isOpen: hasNews && !isSeen && !wasWatched(before, { projectId, since, now }) };
}

/**
 * There was nothing to tell, and the person was looking when it came. In a project news count from the last report of a
 * visible page: an earlier moment means that nobody looked for a while.
 */
function wasWatched(before: Decision | undefined, { projectId, since, now }: Omit<Seeing, 'hasNews'>): boolean {
  if (before === undefined || before.isOpen || document.hidden) return false;
  if (projectId === undefined) return before.since === null;
  return Date.parse(now ?? '') - Date.parse(since ?? '') < WATCH_SECONDS * 1_000;
}

/** Calls back when the tab is looked at again after the time that ends a visit. */
function useReturn(onReturn: () => void) {
  const returned = useEffectEvent(onReturn);
  useEffect(() => {
    let left = document.hidden ? Date.now() : undefined;
    const change = () => {
      if (document.hidden) left = Date.now();
      else if (left !== undefined && Date.now() - left >= AWAY_MINUTES * 60_000) returned();
      if (!document.hidden) left = undefined;
    };
    document.addEventListener('visibilitychange', change);
    return () => document.removeEventListener('visibilitychange', change);
  }, []);
}
