import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/net/api.ts';
import type { GenerationRun } from '#web/lib/live/live-generation.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

export const useEngine = () =>
  useQuery({ queryKey: queryKeys.engine, queryFn: () => call('GET /api/ai-engine'), staleTime: Infinity });

/** Progress of the newest run. Only the feed writes it into the cache; it is never fetched. */
export const useGenerationRun = (projectId: string) =>
  useQuery<GenerationRun | null>({
    queryKey: queryKeys.generation(projectId),
    queryFn: () => null,
    enabled: false,
    staleTime: Infinity,
  }).data;
