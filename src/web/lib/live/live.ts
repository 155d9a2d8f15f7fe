import type { QueryClient } from '@tanstack/react-query';
import type { Me } from '#contract/account.ts';
import type { ApiKeyInfo } from '#contract/api-key.ts';
import { PROJECT_ACTIVITY_DAYS } from '#contract/constants.ts';
import type { FeedEvent } from '#contract/events.ts';
import type { Project, ProjectSummary } from '#contract/project.ts';
import type { CurrentSubscription } from '#contract/subscription.ts';
import { followFeed } from './follow.ts';
import { queryKeys } from '../net/query-keys.ts';
import { readFeedEvent } from './read-feed-event.ts';
import { checkSession } from '../session/session.ts';

/** Keeps the account's part of the cache true while someone is signed in. */
export function followAccount(cache: QueryClient): () => void {
  let lastSeen: number | undefined;
  const { stop } = followFeed({
    path: '/api/me/events',
    onEvent: (event) => {
      const seq = Number(event.id);
      if (event.type === 'ready') {
        // What was loaded before the feed began may miss a change made in between; so may a feed that starts over.
        if (lastSeen === undefined || seq < lastSeen) askAgain(cache);
      } else if (event.type === 'restart') askAgain(cache);
      else {
        const change = readFeedEvent(event);
        if (change) patchCache(cache, change);
      }
      lastSeen = seq;
    },
  });
  return stop;
}

/** What the account's feed keeps true. */
const TOLD = [queryKeys.me, queryKeys.subscription, queryKeys.projects, queryKeys.allProjects].map(([name]) => name);

export function askAgain(cache: QueryClient) {
  for (const query of cache.getQueryCache().findAll({ predicate: (each) => !isOfOthers(each) })) {
    const again = () => void cache.invalidateQueries({ queryKey: query.queryKey, exact: true });
    const isAsking = query.state.fetchStatus === 'fetching' && TOLD.some((name) => name === query.queryKey[0]);
    if (query.state.data !== undefined) again();
    // Asked before and answered after: the answer may be the older of the two, and asking now would only wait for it.
    else if (isAsking) query.promise?.then(again, () => undefined);
  }
}

/** A plan is followed by its project's own feed, from the number it was read at; a payment is asked for until it is there. */
const isOfOthers = ({ queryKey: [name] }: { queryKey: readonly unknown[] }) =>
  name === queryKeys.followed('')[0] || name === queryKeys.confirmation[0];

/** Puts the row an event carries where the screens read it; nothing is fetched. */
export function patchCache(cache: QueryClient, event: FeedEvent) {
  if (event.type === 'account.updated') {
    cache.setQueryData<Me>(queryKeys.me, (me) => me && { ...me, display_name: event.data.display_name });
    if (event.data.status === 'suspended') void checkSession();
    return;
  }
  if (event.type === 'api_key.updated') {
    const put = () => void cache.setQueryData<ApiKeyInfo>(queryKeys.apiKey, event.data);
    // A question that was asked before the key changed must not answer after it.
    void cache.cancelQueries({ queryKey: queryKeys.apiKey }).then(put);
    return;
  }
  if (event.type === 'subscription.updated') {
    // The plan, its limits and which projects can be changed: whoever shows them asks again.
    for (const queryKey of [queryKeys.subscription, queryKeys.projects, queryKeys.allProjects])
      void cache.invalidateQueries({ queryKey });
    return;
  }
  if (event.type !== 'project.created' && event.type !== 'project.updated' && event.type !== 'project.deleted') return;
  if (event.type === 'project.deleted') {
    cache.setQueryData<ProjectSummary[]>(queryKeys.projects, (list) =>
      list?.filter((each) => each.id !== event.data.id),
    );
  } else {
    cache.setQueryData<ProjectSummary[]>(queryKeys.projects, (list) => list && putProject(list, event.data));
  }
  // A screen that shows a deleted project sees it by its deleted_at.
  cache.setQueryData<ProjectSummary>(queryKeys.project(event.data.id), (known) => known && mergeRow(known, event.data));
  // What the count means for limits and for other projects is the server's to say.
  if (countProjects(cache)) void cache.invalidateQueries({ queryKey: queryKeys.subscription });
}

/** Newest first; a project seen before keeps its place and its counts. */
function putProject(list: ProjectSummary[], row: Project): ProjectSummary[] {
  if (list.some((each) => each.id === row.id))
    return list.map((each) => (each.id === row.id ? mergeRow(each, row) : each));
  return [freshSummary(row), ...list].toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
}

/** Events may be older than an answer that already arrived: the newer row stays. */
function mergeRow(known: ProjectSummary, row: Project): ProjectSummary {
  return row.updated_at < known.updated_at ? known : { ...known, ...row, lastAccessed: row.updated_at };
}

/** A project that has just been made has no plan yet. */
function freshSummary(row: Project): ProjectSummary {
  const activity = Array.from({ length: PROJECT_ACTIVITY_DAYS }, () => 0);
  return {
    ...row,
    taskCount: 0,
    completedTaskCount: 0,
    lastAccessed: row.updated_at,
    lanes: [],
    holders: [],
    needs_you: 0,
    needs_you_first: null,
    prdWorkLines: null,
    activity,
  };
}

/** The number of active projects follows from the list, wherever it is shown. Answers whether it is another one now. */
export function countProjects(cache: QueryClient): boolean {
  const list = cache.getQueryData<ProjectSummary[]>(queryKeys.projects);
  const known = cache.getQueryData<CurrentSubscription>(queryKeys.subscription);
  if (!list || !known) return false;
  const active = list.filter((each) => each.status === 'active');
  const readOnly = active.filter((each) => each.read_only).length;
  if (known.usage.projects_count === active.length && known.read_only_projects === readOnly) return false;
  cache.setQueryData<CurrentSubscription>(queryKeys.subscription, {
    ...known,
    usage: { ...known.usage, projects_count: active.length },
    read_only_projects: readOnly,
  });
  return true;
}
