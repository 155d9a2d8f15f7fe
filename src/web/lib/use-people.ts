import { useQuery } from '@tanstack/react-query';
import { call } from './net/api.ts';
import { queryKeys } from './net/query-keys.ts';

/** Invalidated by the project's feed: its events have no addresses, which the owner sees. */
export const usePeople = (id: string) =>
  useQuery({ queryKey: queryKeys.people(id), queryFn: () => call('GET /api/projects/:id/people', { id }) });
