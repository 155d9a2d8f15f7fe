import type { QueryClient } from '@tanstack/react-query';
import type { Me } from '#contract/account.ts';
import type { ApiKeyInfo } from '#contract/api-key.ts';
import type { NamedKey } from '#contract/named-keys.ts';
import { PROJECT_ACTIVITY_DAYS } from '#contract/constants.ts';
import type { FeedEvent } from '#contract/events.ts';
import type { Project, ProjectSummary } from '#contract/project.ts';
import type { CurrentSubscription } from '#contract/subscription.ts';
import { accountLine } from './account-line.ts';
import { followFeed } from './follow.ts';
import { hearPresence } from './live-presence.ts';
import { queryKeys } from '../net/query-keys.ts';
import { readFeedEvent } from './read-feed-event.ts';
import { forgetProject, welcomeProject } from './shared-projects.ts';
import { checkSession } from '../session/session.ts';

/** Keeps the account's data in the cache up to date while someone is signed in. */
export function followAccount(cache: QueryClient): () => void {
  let lastSeen: number | undefined;
  const { stop } = followFeed({
    path: '/api/me/events',
    onLost: accountLine.lost,
    onEvent: (event) => {
      accountLine.open();
      if (event.type === 'project') return putSummary(cache, event.data);
      if (event.type === 'projects') return askForSummaries(cache);
      if (event.type === 'presence') return hearPresence(cache, event.data);
      const seq = Number(event.id);
      if (event.type === 'ready') {
        // What was fetched before the feed was opened may miss a change made in between; so may a feed whose numbers restarted.
        if (lastSeen === undefined || seq < lastSeen) askAgain(cache);
        // Summaries are not resumed as events are.
        else askForSummaries(cache);
      } else if (event.type === 'restart') askAgain(cache);
      else {
        const change = readFeedEvent(event);
        if (change) patchCache(cache, change);
      }
      lastSeen = seq;
    },
  });
  return () => {
    stop();
    accountLine.open();
  };
}

/** Query keys that the account's feed keeps up to date. */
const TOLD = [queryKeys.me, queryKeys.subscription, queryKeys.projects, queryKeys.allProjects].map(([name]) => name);

export function askAgain(cache: QueryClient) {
  for (const query of cache.getQueryCache().findAll({ predicate: (each) => !isOfOthers(each) })) {
    const again = () => void cache.invalidateQueries({ queryKey: query.queryKey, exact: true });
    const isAsking = query.state.fetchStatus === 'fetching' && TOLD.some((name) => name === query.queryKey[0]);
    if (query.state.data !== undefined) again();
    // Race: a request in flight may be answered with older data, and an invalidation now would only join it, so it comes after.
    else if (isAsking) query.promise?.then(again, () => undefined);
  }
}

/** A plan is kept up to date by its project's feed, from the number it was read at; a payment is polled for. */
const isOfOthers = ({ queryKey: [name] }: { queryKey: readonly unknown[] }) =>
  name === queryKeys.followed('')[0] || name === queryKeys.confirmation[0];

/** Writes the row of an event into the cached queries; nothing is fetched. */
export function patchCache(cache: QueryClient, event: FeedEvent) {
  if (event.type === 'account.updated') {
    const { display_name, email, two_factor } = event.data;
    cache.setQueryData<Me>(
      queryKeys.me,
      (me) => me && { ...me, display_name, email: email ?? me.email, two_factor: two_factor ?? me.two_factor },
    );
    if (two_factor !== undefined) void cache.invalidateQueries({ queryKey: queryKeys.twoFactor });
    if (email !== undefined) void cache.invalidateQueries({ queryKey: queryKeys.emailChange });
    if (event.data.status === 'suspended') void checkSession();
    return;
  }
  if (event.type === 'api_key.updated') {
    const put = () => void cache.setQueryData<ApiKeyInfo>(queryKeys.apiKey, event.data);
    // An answer in flight may be older than this event: cancelled, or it would overwrite the new key.
    void cache.cancelQueries({ queryKey: queryKeys.apiKey }).then(put);
    return;
  }
  if (event.type === 'api_keys.updated') {
    const put = () => void cache.setQueryData<NamedKey[]>(queryKeys.namedKeys, event.data.keys);
    void cache.cancelQueries({ queryKey: queryKeys.namedKeys }).then(put);
    return;
  }
  if (event.type === 'subscription.updated') {
    // The plan, its limits and which projects are read-only: only the server can compute them, so they are refetched.
    for (const queryKey of [queryKeys.subscription, queryKeys.projects, queryKeys.allProjects])
      void cache.invalidateQueries({ queryKey });
    return;
  }
  if (event.type === 'project.shared') return welcomeProject(cache, event.data.id);
  if (event.type === 'project.unshared') return forgetProject(cache, event.data.id);
  if (event.type !== 'project.created' && event.type !== 'project.updated' && event.type !== 'project.deleted') return;
  if (event.type === 'project.deleted') {
    cache.setQueryData<ProjectSummary[]>(queryKeys.projects, (list) =>
      list?.filter((each) => each.id !== event.data.id),
    );
  } else {
    cache.setQueryData<ProjectSummary[]>(queryKeys.projects, (list) => list && putProject(list, event.data));
  }
  // A screen that shows the deleted project recognises it by deleted_at.
  cache.setQueryData<ProjectSummary>(queryKeys.project(event.data.id), (known) => known && mergeRow(known, event.data));
  // An example comes with its whole history, which its event does not have.
  if (event.type === 'project.created' && event.data.is_example)
    void cache.invalidateQueries({ queryKey: queryKeys.projects, exact: true });
  // What the new count means for limits and for other projects is decided by the server.
  if (countProjects(cache)) void cache.invalidateQueries({ queryKey: queryKeys.subscription });
}

function askForSummaries(cache: QueryClient): void {
  for (const queryKey of [queryKeys.projects, queryKeys.allProjects, queryKeys.news, queryKeys.allTimelines])
    void cache.invalidateQueries({ queryKey });
}

const NEWS_MS = 250;
let newsTimer: ReturnType<typeof setTimeout> | undefined;

/** Throttled: with many agents at work, every summary would ask again. */
function askForNewsSoon(cache: QueryClient): void {
  newsTimer ??= setTimeout(() => {
    newsTimer = undefined;
    void cache.invalidateQueries({ queryKey: queryKeys.news });
  }, NEWS_MS);
}

/** A project as it is now, counts and holders included: state, so whatever was known before is replaced. */
function putSummary(cache: QueryClient, data: string): void {
  const summary = JSON.parse(data) as ProjectSummary;
  const put = () => {
    if (cache.getQueryData<ProjectSummary[]>(queryKeys.projects)?.some(({ id }) => id === summary.id) !== true) return;
    cache.setQueryData<ProjectSummary[]>(queryKeys.projects, (list) =>
      list?.map((each) => (each.id === summary.id ? summary : each)),
    );
  };
  put();
  // Race: an answer in flight may be older than this summary, and would replace it.
  const query = cache.getQueryCache().find({ queryKey: queryKeys.projects });
  if (query?.state.fetchStatus === 'fetching') query.promise?.then(put, () => undefined);
  cache.setQueryData<ProjectSummary>(queryKeys.project(summary.id), (known) => known && summary);
  askForNewsSoon(cache);
  void cache.invalidateQueries({ queryKey: queryKeys.timeline(summary.id) });
}

/** Newest first; a known project keeps its place and its counts. */
function putProject(list: ProjectSummary[], row: Project): ProjectSummary[] {
  if (list.some((each) => each.id === row.id))
    return list.map((each) => (each.id === row.id ? mergeRow(each, row) : each));
  return [freshSummary(row), ...list].toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
}

/** An event may be older than an answer that has already arrived: the newer row stays. */
function mergeRow(known: ProjectSummary, row: Project): ProjectSummary {
  return row.updated_at < known.updated_at ? known : { ...known, ...row };
}

/** A new project has no plan yet. */
function freshSummary(row: Project): ProjectSummary {
  const activity = Array.from({ length: PROJECT_ACTIVITY_DAYS }, () => 0);
  return {
    ...row,
    role: 'owner',
    owner_name: '',
    people: 1,
    taskCount: 0,
    completedTaskCount: 0,
    lastAccessed: row.created_at,
    lanes: [],
    holders: [],
    stopped: [],
    next_task: null,
    needs_you: 0,
    needs_you_first: null,
    prdWorkLines: null,
    activity,
  };
}

/**
 * Derives the number of active projects from the list: the person's own, without the example, which takes no place. Returns
 * whether it has changed.
 */
export function countProjects(cache: QueryClient): boolean {
  const list = cache.getQueryData<ProjectSummary[]>(queryKeys.projects);
  const known = cache.getQueryData<CurrentSubscription>(queryKeys.subscription);
  if (!list || !known) return false;
  const active = list.filter((each) => each.role === 'owner' && each.status === 'active' && !each.is_example);
  const readOnly = active.filter((each) => each.read_only).length;
  if (known.usage.projects_count === active.length && known.read_only_projects === readOnly) return false;
  cache.setQueryData<CurrentSubscription>(queryKeys.subscription, {
    ...known,
    usage: { ...known.usage, projects_count: active.length },
    read_only_projects: readOnly,
  });
  return true;
}
