import type { QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from '#contract/events.ts';
import type { DraftedList } from '#contract/generation.ts';
import { queryKeys } from '../net/query-keys.ts';

/** State of a generation, derived from its events. */
export interface GenerationRun {
  sessionId: string;
  state: 'running' | 'completed' | 'failed';
  startedAt: string;
  /** Time of the newest event: after a long silence the run may have died with its server. */
  heardAt: string;
  listName: string | null;
  message: string;
  percent: number | null;
  /** Tasks drafted so far, where the planner can tell. */
  tasks: number | undefined;
  /** The lists drafted so far. */
  lists: readonly DraftedList[];
  /** Number of progress events so far. */
  steps: number;
}

/** Writes the state of the project's newest run into the cache, where the PRD screen reads it. */
export function hearGeneration(cache: QueryClient, projectId: string, events: readonly FeedEvent[]) {
  const key = queryKeys.generation(projectId);
  const known = cache.getQueryData<GenerationRun>(key);
  const heard = events.reduce(afterEvent, known);
  if (heard !== known) cache.setQueryData<GenerationRun>(key, heard);
}

export type Drafted = Extract<FeedEvent, { type: 'plan.drafted' }>;

/** Caches the newest draft by an agent; a plan that is replaced otherwise clears it. */
export function hearDrafted(cache: QueryClient, projectId: string, events: readonly FeedEvent[]) {
  const last = events.findLast(({ type }) => type === 'plan.drafted' || type === 'plan.replaced');
  if (!last) return;
  cache.setQueryData<Drafted | null>(queryKeys.drafted(projectId), last.type === 'plan.drafted' ? last : null);
}

export function afterEvent(run: GenerationRun | undefined, event: FeedEvent): GenerationRun | undefined {
  switch (event.type) {
    case 'generation.started':
      return begin(event.data.session_id, event.created_at);
    case 'generation.progress': {
      const { session_id, list_name, message, percent, tasks_so_far: tasks, lists } = event.data;
      const known = run?.sessionId === session_id ? run : begin(session_id, event.created_at);
      return {
        ...known,
        heardAt: event.created_at,
        listName: list_name ?? known.listName,
        message,
        percent,
        tasks: tasks ?? known.tasks,
        lists: lists ?? known.lists,
        steps: known.steps + 1,
      };
    }
    case 'generation.completed':
    case 'generation.failed': {
      const known = run?.sessionId === event.data.session_id ? run : begin(event.data.session_id, event.created_at);
      const state = event.type === 'generation.completed' ? 'completed' : 'failed';
      return { ...known, state, heardAt: event.created_at };
    }
    default:
      return run;
  }
}

const begin = (sessionId: string, at: string): GenerationRun => ({
  sessionId,
  state: 'running',
  startedAt: at,
  heardAt: at,
  listName: null,
  message: '',
  percent: null,
  tasks: undefined,
  lists: [],
  steps: 0,
});
