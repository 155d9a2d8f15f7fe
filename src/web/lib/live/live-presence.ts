import type { QueryClient } from '@tanstack/react-query';
import type { Presence } from '#contract/people.ts';
import { queryKeys } from '../net/query-keys.ts';
import type { StreamEvent } from './event-stream.ts';

/** Whose windows show the project: written by the lines beside its feed. */
export function hearPresence(cache: QueryClient, projectId: string, { data }: StreamEvent): void {
  cache.setQueryData<Presence>(queryKeys.presence(projectId), JSON.parse(data) as Presence);
}
