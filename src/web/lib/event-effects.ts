import type { QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from '#contract/events.ts';
import type { PlanData } from './plan-data.ts';
import { queryKeys } from './query-keys.ts';

/** A burst of changes asks for the activity list this often and no more. */
const ACTIVITY_EVERY = 2_000;

/** Said so often, and of so little to read about, that no list of what happened follows them. */
const QUIET: readonly FeedEvent['type'][] = ['baton.renewed', 'generation.progress'];

/** The rows someone else's events changed. A row that already looks like the event came from an answer to us. */
export function changedRows(before: PlanData, events: readonly FeedEvent[], mine: ReadonlySet<string>): string[] {
  return events.flatMap((event) => {
    switch (event.type) {
      case 'task.created':
      case 'task.updated':
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
        return [];
    }
  });
}

/** Marks what is made from the events, and is not patched by them, for reading again. */
export function staleAfter(cache: QueryClient, projectId: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let toldAt = -ACTIVITY_EVERY;
  const tellActivity = () => {
    timer = undefined;
    toldAt = Date.now();
    void cache.invalidateQueries({ queryKey: queryKeys.allActivity(projectId) });
  };

  const mark = (events: readonly FeedEvent[]) => {
    if (events.some(({ type }) => !QUIET.includes(type)))
      timer ??= setTimeout(tellActivity, Math.max(0, toldAt + ACTIVITY_EVERY - Date.now()));
    if (events.some(({ type }) => type === 'checkpoint.created' || type === 'plan.replaced'))
      void cache.invalidateQueries({ queryKey: queryKeys.checkpoints(projectId) });
    // Counts on the cards: looked up when the screen that shows them is opened.
    for (const queryKey of [queryKeys.projects, queryKeys.project(projectId)])
      void cache.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  };
  return Object.assign(mark, { clear: () => clearTimeout(timer) });
}
