import type { QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from '#contract/events.ts';
import { lineOf } from '#contract/status-lines.ts';
import type { PlanData } from './plan-data.ts';
import { queryKeys } from '../net/query-keys.ts';

/** A burst of changes asks for what is made from it this often and no more. */
const EVERY = 2_000;

/** What moves a requirement on: its tasks, the PRD they came from, who works on them. */
const MOVES_PRD = /^(task\.|tasks\.|task_list\.|plan\.|prd\.|generation\.completed)/;

const MOVES_CHECKPOINTS: ReadonlySet<FeedEvent['type']> = new Set([
  'checkpoint.created',
  'checkpoint.deleted',
  'plan.replaced',
  'plan.drafted',
]);

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

/** Marks what is made from the events, and is not patched by them, for reading again. */
export function staleAfter(cache: QueryClient, projectId: string) {
  const tellActivity = everySoOften(() => cache.invalidateQueries({ queryKey: queryKeys.allActivity(projectId) }));
  const tellPrd = everySoOften(() => cache.invalidateQueries({ queryKey: queryKeys.allPrd(projectId) }));

  const mark = (events: readonly FeedEvent[]) => {
    if (events.some(({ type }) => !QUIET.includes(type))) tellActivity();
    if (events.some(({ type }) => MOVES_PRD.test(type))) tellPrd();
    // One that is being asked for already was asked for after the change, or will be told again by its own caller.
    if (events.some(({ type }) => type === 'prd.updated'))
      void cache.invalidateQueries({ queryKey: queryKeys.allReadings(projectId) }, { cancelRefetch: false });
    if (events.some(({ type }) => MOVES_CHECKPOINTS.has(type)))
      void cache.invalidateQueries({ queryKey: queryKeys.checkpoints(projectId) });
    // Counts on the cards: looked up when the screen that shows them is opened.
    for (const queryKey of [queryKeys.projects, queryKeys.project(projectId)])
      void cache.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  };
  const clear = () => {
    tellActivity.clear();
    tellPrd.clear();
  };
  return Object.assign(mark, { clear });
}

/** The first time at once, then at most every two seconds, and never not at all. */
function everySoOften(tell: () => unknown) {
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
