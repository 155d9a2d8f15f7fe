import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from '#contract/events.ts';
import { LIVE_TEXTS } from '#contract/plan-texts.ts';
import { ApiError } from '../net/api-error.ts';
import type { StreamEvent } from './event-stream.ts';
import { messageOf } from '../net/failure-toast.ts';
import { followFeed, type Following } from './follow.ts';
import { batchPerFrame } from './frame-batch.ts';
import type { RelayLine } from '#contract/relay.ts';
import { hearDrafted, hearGeneration } from './live-generation.ts';
import { askForRelay, hearRelay, hearRuns, isRelayShown } from './live-relay.ts';
import { type NotePages, patchNotes } from './live-notes.ts';
import { type LiveStatus, openLiveStatus } from './live-status.ts';
import { applyEvents } from './plan-cache.ts';
import type { PlanData } from './plan-data.ts';
import { listPatches, subscribePatches } from './plan-patches.ts';
import { queryKeys } from '../net/query-keys.ts';
import { readFeedEvent } from './read-feed-event.ts';
import { markRecent } from './recent-changes.ts';
import { changedRows, staleAfter } from './event-effects.ts';
import { getSession } from '../session/session.ts';
import { watchServer } from '../net/watch-server.ts';

/**
 * Notes are fetched beside the plan and may have been read a moment earlier. The feed therefore starts a little before the
 * plan's own number, so that no note is missed between the two; the plan skips the events it already contains.
 */
const OVERLAP = 50;
/** How long events are held back for the answer that gives a new row of ours its id. */
const ANSWER_WITHIN = 3_000;

/** Keeps a project's cached plan, notes, activity and checkpoints up to date until the returned function is called. */
export function followPlan(cache: QueryClient, projectId: string): () => void {
  const key = queryKeys.plan(projectId);
  const plan = () => cache.getQueryData<PlanData>(key);
  const readAgain = () => void cache.invalidateQueries({ queryKey: key, exact: true });
  /** Notes that failed to load while the connection was lost are retried without asking the person. */
  const readLostNotes = () =>
    void cache.refetchQueries({
      queryKey: queryKeys.allNotes(projectId),
      predicate: ({ state }) => state.status === 'error',
    });
  const stale = staleAfter(cache, projectId);
  let feed: Following | undefined;
  /** Number of the last event received. */
  let position = 0;
  /** Number of the last event applied to the plan. */
  let applied = 0;
  /** Received events that are not applied yet, while the plan is being fetched or a row of ours awaits its id. */
  let held: FeedEvent[] = [];

  /** A row added here optimistically would appear twice if its event came before the answer that maps its temporary id. */
  let waitingSince: number | undefined;
  let holdTimer: ReturnType<typeof setTimeout> | undefined;
  let wasConnected = false;
  const isAdding = () => {
    if (!listPatches(cache, projectId).some(({ adds }) => adds)) {
      waitingSince = undefined;
      return false;
    }
    if (waitingSince === undefined) {
      waitingSince = Date.now();
      holdTimer = setTimeout(() => apply(), ANSWER_WITHIN);
    }
    return Date.now() - waitingSince < ANSWER_WITHIN;
  };

  const apply = () => {
    const before = plan();
    // An answer in flight may be older than these events: they are applied after it, or it would overwrite them.
    if (!before || held.length === 0 || cache.getQueryState(key)?.fetchStatus === 'fetching' || isAdding()) return;
    const news = held.filter((event) => event.seq > before.seq);
    const after = applyEvents(before, held);
    held = after.replacedAt === undefined ? [] : held.filter((event) => event.seq > (after.replacedAt ?? 0));
    applied = Math.max(applied, after.seq);
    if (after === before) return;
    cache.setQueryData(key, after);
    status.updated(Date.now());
    const mine = new Set(listPatches(cache, projectId).flatMap(({ rows }) => rows));
    markRecent(projectId, changedRows(before, news, mine));
    stale(news);
    if (after.replacedAt !== undefined || after.project.deleted_at !== null) readAgain();
  };
  const batch = batchPerFrame<FeedEvent>((events) => {
    const known = plan()?.seq ?? 0;
    patchNotes(
      cache,
      projectId,
      events.filter((event) => event.seq > known || event.type.startsWith('note.')),
    );
    hearGeneration(cache, projectId, events);
    hearDrafted(cache, projectId, events);
    hearRuns(cache, projectId, events);
    held = held.concat(events);
    apply();
  });

  const lines = batchPerFrame<RelayLine>((heard) => hearRelay(cache, projectId, heard));

  const onEvent = (event: StreamEvent) => {
    if (event.type === 'relay') return readRelay(event, lines.add);
    const seq = Number(event.id);
    if (event.type === 'ready') {
      status.line({ state: 'connected' });
      // Reconnected: an error of the last connectivity check is verified now, not at the next interval.
      if (isRefused) void watch.check();
      readLostNotes();
      // What agents of runs said meanwhile is not resumed.
      if (wasConnected || isRelayShown(cache, projectId)) askForRelay(cache, projectId);
      wasConnected = true;
      // The number went backwards: the database was restored from a backup, and the cache may hold what no longer exists.
      if (seq < position) readAgain();
    } else if (event.type === 'restart') {
      batch.add(missedUntil(seq));
      // The plan may already be newer than the gap; of the notes it is not known when they were read.
      void cache.invalidateQueries({ queryKey: queryKeys.allNotes(projectId) });
    } else {
      const change = readFeedEvent(event);
      if (change) batch.add(change);
    }
    position = seq;
    return undefined;
  };

  const start = (since: number) => {
    position = Math.max(0, since - OVERLAP);
    applied = since;
    feed = followFeed({
      path: `/api/projects/${encodeURIComponent(projectId)}/events`,
      since: position,
      onEvent,
      onLost: (error) => status.line(lineAfter(error)),
      onEnded: readAgain,
      onOver: (error) => {
        const message = isSignedOut() ? LIVE_TEXTS.authRequired : messageOf(error, 'no answer');
        status.line({ state: 'error', message });
        if (!isSignedOut()) readAgain();
      },
    });
  };

  const onPlan = () => {
    const data = plan();
    if (!data) return;
    learnNoteTypes(cache, projectId);
    if (!feed) start(data.seq);
    else if (data.seq < applied) {
      feed.stop();
      batch.clear();
      held = [];
      start(data.seq);
    } else apply();
  };

  let isRefused = false;
  const watch = watchServer(projectId, (message) => {
    isRefused = message !== undefined;
    status.checked(message);
    if (message === undefined && plan()?.replacedAt !== undefined) readAgain();
  });
  const status = openLiveStatus(projectId, () => {
    feed?.reconnectNow();
    void watch.check();
    if (cache.getQueryState(key)?.status === 'error' || plan()?.replacedAt !== undefined) readAgain();
  });

  const planHash = hashKey(key);
  const notesHash = hashKey(queryKeys.allNotes(projectId)).slice(0, -1);
  const unsubscribe = cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { type } = event.action;
    const { queryHash } = event.query;
    if (queryHash === planHash) {
      if (type === 'success' ? event.action.manual !== true : type === 'error') onPlan();
    } else if (type === 'success' && queryHash.startsWith(notesHash)) learnNoteTypes(cache, projectId);
  });
  const unsubscribePatches = subscribePatches(() => apply());
  onPlan();

  return () => {
    unsubscribe();
    unsubscribePatches();
    clearTimeout(holdTimer);
    feed?.stop();
    batch.clear();
    lines.clear();
    stale.clear();
    watch.stop();
    status.close();
  };
}

/** Lines beside the feed have no number: they are neither stored nor resumed. */
function readRelay({ data }: StreamEvent, add: (line: RelayLine) => void): void {
  try {
    add(JSON.parse(data) as RelayLine);
  } catch {
    // A line that cannot be read is followed by the next one in two seconds.
  }
}

/** Events that are no longer kept are treated like a replaced plan: it has to be fetched again. */
const missedUntil = (seq: number): FeedEvent => ({
  seq,
  type: 'plan.replaced',
  data: { cause: 'edit' },
  actor: { kind: 'system', id: null, name: 'Baton' },
  created_at: new Date().toISOString(),
});

/** A device that is offline is shown as not connected, not as an error. */
function lineAfter(error: unknown): LiveStatus {
  if (!navigator.onLine) return { state: 'off' };
  if (error === undefined) return { state: 'connecting' };
  const isRefused = error instanceof ApiError && error.status === 401;
  return { state: 'error', message: isRefused ? LIVE_TEXTS.authRequired : messageOf(error, 'no answer') };
}

const isSignedOut = () => getSession().status === 'signed-out';

/** Stores the type of each loaded note before an edit of ours or an event changes it. */
function learnNoteTypes(cache: QueryClient, projectId: string) {
  const plan = cache.getQueryData<PlanData>(queryKeys.plan(projectId));
  if (!plan) return;
  const unknown = cache
    .getQueriesData<NotePages>({ queryKey: queryKeys.allNotes(projectId) })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap((page) => page.notes)
    .filter((note) => !plan.noteTypes.has(note.id));
  if (unknown.length === 0) return;
  const noteTypes = new Map([...plan.noteTypes, ...unknown.map((note) => [note.id, note.type] as const)]);
  cache.setQueryData<PlanData>(queryKeys.plan(projectId), { ...plan, noteTypes });
}
