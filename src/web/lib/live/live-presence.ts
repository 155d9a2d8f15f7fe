import type { QueryClient } from '@tanstack/react-query';
import type { Presence } from '#contract/people.ts';
import { queryKeys } from '../net/query-keys.ts';

/** Whose windows show a project: written by the lines beside the account's feed. */
export function hearPresence(cache: QueryClient, data: string): void {
  const presence = JSON.parse(data) as Presence;
  cache.setQueryData<Presence>(queryKeys.presence(presence.project_id), presence);
}
