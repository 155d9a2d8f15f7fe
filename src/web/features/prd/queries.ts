import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PRD_MAX_CHARACTERS } from '#contract/constants.ts';
import type { PrdVersionSummary } from '#contract/prd.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { call, callIn } from '#web/lib/net/api.ts';
import type { Drafted } from '#web/lib/live/live-generation.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

const TYPING_PAUSE = 300;
const READING_TRIES = 5;
/** Retryable: a newer reading superseded this one (another tab or person), or the server is busy. */
const isRetryable = (error: Error) =>
  error instanceof ApiError && (error.errorCode === 'READING_SUPERSEDED' || error.errorCode === 'SERVER_BUSY');

/** Newest PRD with its reading; null before there is one. The feed invalidates it. */
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

/** Loads all pages: each version is compared with the previous one, and the oldest has none. */
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

/** The newest kept version below this one, since those between may be deleted. Disabled without a number. */
export const useVersionBefore = (projectId: string, version: number | undefined) =>
  useQuery({
    queryKey: queryKeys.prdVersionBefore(projectId, version ?? 0),
    queryFn: async () => {
      const asked = { id: projectId, limit: 1, cursor: version ?? 1 };
      const { items } = await call('GET /api/projects/:id/prd/versions', asked);
      return items[0]?.version ?? null;
    },
    enabled: version !== undefined,
  }).data ?? undefined;

/** Disabled without a number. Versions are immutable, so never stale. */
export const usePrdVersion = (projectId: string, version: number | undefined) =>
  useQuery({
    queryKey: queryKeys.prdVersion(projectId, version ?? 0),
    queryFn: () => call('GET /api/projects/:id/prd/versions/:version', { id: projectId, version: version ?? 0 }),
    enabled: version !== undefined,
    staleTime: Infinity,
  });

/** The last draft by an agent, as delivered by the feed while this page is open; never fetched. */
export const useDrafted = (projectId: string) =>
  useQuery<Drafted | null>({
    queryKey: queryKeys.drafted(projectId),
    queryFn: () => null,
    enabled: false,
    staleTime: Infinity,
  }).data ?? undefined;

let lastAsked = 0;
const ask = (content: string) => {
  lastAsked += 1;
  return { content, number: lastAsked };
};

/**
 * Reading and built-in plan of a text, debounced. One request at a time: text typed meanwhile is coalesced into the
 * next request, and the previous answer stays until then (keepPreviousData), with the text it is about. The cache key
 * is a sequence number, because a text of a megabyte is too large for a key.
 */
export function useTextReading(projectId: string, content: string, { enabled }: { enabled: boolean }) {
  const settled = useSettled(content);
  const [asked, setAsked] = useState(() => ask(settled));
  const query = useQuery({
    queryKey: queryKeys.reading(projectId, asked.number),
    queryFn: async () => {
      const answer = await callIn(projectId, 'POST /api/ai-engine/reading', { content: asked.content });
      return { ...answer, content: asked.content };
    },
    enabled: enabled && asked.content.trim() !== '' && asked.content.length <= PRD_MAX_CHARACTERS,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: (failures, error) => failures < READING_TRIES && isRetryable(error),
    retryDelay: 1_000,
  });
  if (asked.content !== settled && query.fetchStatus === 'idle') setAsked(ask(settled));
  return query;
}

function useSettled(value: string) {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
