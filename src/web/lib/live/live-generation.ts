import type { QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from '#contract/events.ts';
import { queryKeys } from '../net/query-keys.ts';

/** A run as its events tell it. */
export interface GenerationRun {
  sessionId: string;
  state: 'running' | 'completed' | 'failed';
  startedAt: string;
  /** Of the newest event: a run that has long said nothing may have died with its server. */
  heardAt: string;
  listName: string | null;
  message: string;
  percent: number | null;
  /** Drafted so far, where the planner can tell. */
  tasks: number | undefined;
  /** Progress events so far. */
  steps: number;
}

/** Keeps what the feed says of the project's newest run where the PRD screen reads it. */
export function hearGeneration(cache: QueryClient, projectId: string, events: readonly FeedEvent[]) {
  const key = queryKeys.generation(projectId);
  const known = cache.getQueryData<GenerationRun>(key);
  const heard = events.reduce(afterEvent, known);
  if (heard !== known) cache.setQueryData<GenerationRun>(key, heard);
}

/** A plan that an agent has drafted in one step. */
export type Drafted = Extract<FeedEvent, { type: 'plan.drafted' }>;

/** Keeps the newest step of an agent that drafted the plan, until the plan becomes another one. */
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
      const { session_id, list_name, message, percent, tasks_so_far: tasks } = event.data;
      const known = run?.sessionId === session_id ? run : begin(session_id, event.created_at);
      return {
        ...known,
        heardAt: event.created_at,
        listName: list_name ?? known.listName,
        message,
        percent,
        tasks: tasks ?? known.tasks,
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
  steps: 0,
});
