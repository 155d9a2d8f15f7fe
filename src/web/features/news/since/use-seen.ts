import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { AWAY_MINUTES } from '#contract/constants.ts';
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
  /** The moment the page names: earlier than `since` after a quiet mark, because nothing happened in between. */
  shown: string | null;
  isOpen: boolean;
  /** What `since` becomes once the mark has reached the server. */
  next?: { since: string; shown: string };
}

const keyOf = (projectId: string | undefined) => `baton-seen:${projectId ?? 'all'}`;

/**
 * Whether the block is open. Decided once for each `since`, and again after a time away: what arrives while it is closed
 * does not open it, and what arrives while it is open changes only its numbers.
 */
export function useSeen({ projectId, since, now, hasNews }: Seeing) {
  const cache = useQueryClient();
  const [decided, setDecided] = useState<Decision>();
  if (since !== undefined && decided?.since !== since) setDecided(decide(decided, { projectId, since, hasNews }));
  useReturn(() => setDecided(undefined));

  const { mutate } = useMutation({
    mutationFn: ({ upTo }: { upTo: string; isQuiet: boolean }) =>
      call('POST /api/me/seen', { up_to: upTo, ...(projectId !== undefined && { project_id: projectId }) }),
    onMutate: ({ upTo, isQuiet }) => {
      deviceStore.write(keyOf(projectId), upTo);
      setDecided((known) => {
        const next = { since: upTo, shown: (isQuiet ? known?.shown : undefined) ?? upTo };
        return known && { ...known, isOpen: false, next };
      });
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
    since: decided?.shown ?? null,
    /** Only what was really shown counts as seen: up to the answer that is on the screen. */
    markSeen: () => now !== undefined && mutate({ upTo: now, isQuiet: false }),
  };
}

function decide(
  before: Decision | undefined,
  { projectId, since, hasNews }: { projectId: string | undefined; since: string | null; hasNews: boolean },
): Decision {
  if (since !== null && before?.next?.since === since) return { since, shown: before.next.shown, isOpen: false };
  const isSeen = since === null || deviceStore.read(keyOf(projectId)) === since;
  // There was nothing, and the person was looking when it came.
  const wasWatched = before?.since === null && !document.hidden;
  return { since, shown: since, isOpen: hasNews && !isSeen && !wasWatched };
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
