import type { QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from '#contract/events.ts';
import { lineOf } from '#contract/status-lines.ts';
import type { PlanData } from './plan-data.ts';
import { queryKeys } from '../net/query-keys.ts';
import { askForRelay, isRelayShown } from './live-relay.ts';
import { askForPeople } from './shared-projects.ts';

/** Interval of the throttle: a burst of events refetches derived data this often at most. */
const EVERY = 2_000;

/** Events that make the queries of the PRD stale: its coverage depends on tasks too. */
const MOVES_PRD = /^(task\.|tasks\.|task_list\.|plan\.|prd\.|generation\.completed)/;

const MOVES_CHECKPOINTS: ReadonlySet<FeedEvent['type']> = new Set([
  'checkpoint.created',
  'checkpoint.deleted',
  'plan.replaced',
  'plan.drafted',
]);

/** The order of what comes next is the server's: counts and names of what is ready change with these. */
const MOVES_QUEUE = /^(task\.|tasks\.|task_list\.|plan\.|baton\.(taken|released)|dependency\.)/;

/** Frequent events without an entry in the activity list: they do not refetch it. */
const QUIET: readonly FeedEvent['type'][] = ['baton.renewed', 'generation.progress'];

/** The rows changed by others. A row that already has the event's `updated_at` came with an answer to our own request. */
export function changedRows(before: PlanData, events: readonly FeedEvent[], mine: ReadonlySet<string>): string[] {
  return events.flatMap((event) => {
    switch (event.type) {
      case 'task.created':
      case 'task.updated':
        return mine.has(event.data.id) || before.tasks.get(event.data.id)?.updated_at === event.data.updated_at
          ? []
          : [event.data.id];
      case 'task.patched':
        return mine.has(event.data.id) || before.tasks.get(event.data.id)?.updated_at === event.data.updated_at
          ? []
          : [event.data.id];
      case 'task_list.created':
      case 'task_list.updated':
        return mine.has(event.data.id) || before.lists.get(event.data.id)?.updated_at === event.data.updated_at
          ? []
          : [event.data.id];
      case 'note.created':
      case 'note.updated':
        return [event.data.id];
      default:
        return lineOf(before.project.id, event)?.id ?? [];
    }
  });
}

/** Invalidates the queries that are derived from events and not patched by them. */
export function staleAfter(cache: QueryClient, projectId: string) {
  const refetchActivity = throttled(() => cache.invalidateQueries({ queryKey: queryKeys.allActivity(projectId) }));
  const refetchPrd = throttled(() => cache.invalidateQueries({ queryKey: queryKeys.allPrd(projectId) }));

  const refetchQueue = throttled(() => askForRelay(cache, projectId));

  const mark = (events: readonly FeedEvent[]) => {
    if (events.some(({ type }) => !QUIET.includes(type))) refetchActivity();
    if (events.some(({ type }) => MOVES_PRD.test(type))) refetchPrd();
    const ofPeople = events.filter(({ type }) => type.startsWith('person.'));
    if (ofPeople.length > 0)
      askForPeople(
        cache,
        projectId,
        ofPeople.some(({ type }) => type === 'person.joined'),
      );
    if (isRelayShown(cache, projectId) && events.some(({ type }) => MOVES_QUEUE.test(type))) refetchQueue();
    // A refetch in flight is not cancelled: it started after the change, or its own caller invalidates again.
    if (events.some(({ type }) => type === 'prd.updated'))
      void cache.invalidateQueries({ queryKey: queryKeys.allReadings(projectId) }, { cancelRefetch: false });
    if (events.some(({ type }) => MOVES_CHECKPOINTS.has(type)))
      void cache.invalidateQueries({ queryKey: queryKeys.checkpoints(projectId) });
    // The counts on the project cards: only marked stale, and refetched when that screen is opened.
    for (const queryKey of [queryKeys.projects, queryKeys.project(projectId)])
      void cache.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  };
  const clear = () => {
    refetchActivity.clear();
    refetchPrd.clear();
    refetchQueue.clear();
  };
  return Object.assign(mark, { clear });
}

/** Throttle with leading and trailing call: the first runs at once, later ones every two seconds, the last is never lost. */
function throttled(tell: () => unknown) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let toldAt = -EVERY;
  const later = () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        toldAt = Date.now();
        void tell();
      },
      Math.max(0, toldAt + EVERY - Date.now()),
    );
  };
  return Object.assign(later, { clear: () => clearTimeout(timer) });
}
