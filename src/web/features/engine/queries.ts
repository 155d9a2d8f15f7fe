import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PRD_MAX_CHARACTERS } from '#contract/constants.ts';
import type { PrdVersionSummary } from '#contract/generation.ts';
import { call } from '#web/lib/api.ts';
import type { GenerationRun } from '#web/lib/live-generation.ts';
import { queryKeys } from '#web/lib/query-keys.ts';

const TYPING_PAUSE = 400;

export const useEngine = () =>
  useQuery({ queryKey: queryKeys.engine, queryFn: () => call('GET /api/ai-engine'), staleTime: Infinity });

/** The newest PRD with its requirements; null before there is one. The feed says when to read it again. */
export const usePrd = (projectId: string) =>
  useQuery({
    queryKey: queryKeys.prd(projectId),
    queryFn: () => call('GET /api/projects/:id/prd', { id: projectId }),
  });

export const useCoverage = (projectId: string) =>
  useQuery({
    queryKey: queryKeys.coverage(projectId),
    queryFn: () => call('GET /api/projects/:id/coverage', { id: projectId }),
  });

export const usePrdVersions = (projectId: string) =>
  useQuery({ queryKey: queryKeys.prdVersions(projectId), queryFn: () => listPrdVersions(projectId) });

/** All of them, page by page: each is compared with the one before it, and the last one is the first there was. */
async function listPrdVersions(projectId: string): Promise<PrdVersionSummary[]> {
  const all: PrdVersionSummary[] = [];
  let cursor: number | null = null;
  do {
    const asked = { id: projectId, limit: 100, ...(cursor !== null && { cursor }) };
    const page: { items: PrdVersionSummary[]; nextCursor: number | null } = await call(
      'GET /api/projects/:id/prd/versions',
      asked,
    );
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

/** Without a number nothing is asked for. */
export const usePrdVersion = (projectId: string, version: number | undefined) =>
  useQuery({
    queryKey: queryKeys.prdVersion(projectId, version ?? 0),
    queryFn: () => call('GET /api/projects/:id/prd/versions/:version', { id: projectId, version: version ?? 0 }),
    enabled: version !== undefined,
    staleTime: Infinity,
  });

/** What is found in the text, once the typing pauses; until the answer the last one stands. */
export function useOutline(content: string) {
  const settled = useSettled(content);
  return useQuery({
    queryKey: queryKeys.outline(settled),
    queryFn: () => call('POST /api/ai-engine/outline', { content: settled }),
    enabled: settled.trim() !== '' && settled.length <= PRD_MAX_CHARACTERS,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    // Every text typed on the way is a name in the cache: none outlives its screen.
    gcTime: 0,
    retry: false,
  });
}

function useSettled(value: string) {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** What the feed has told of the newest run. */
export const useGenerationRun = (projectId: string) =>
  useQuery<GenerationRun | null>({
    queryKey: queryKeys.generation(projectId),
    queryFn: () => null,
    enabled: false,
    staleTime: Infinity,
  }).data;
