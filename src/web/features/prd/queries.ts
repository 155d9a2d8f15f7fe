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
/** Nothing is wrong with the text: another tab or another person was read before it. */
const hadNoTurn = (error: Error) =>
  error instanceof ApiError && (error.errorCode === 'READING_SUPERSEDED' || error.errorCode === 'SERVER_BUSY');

/** The newest PRD as it was read; null before there is one. The feed says when to read it again. */
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

/** The newest step in which an agent drafted the plan, as far as this page has heard; nothing is asked for. */
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
 * How a text is read, and the built-in plan of it, once the typing pauses. One is asked for at a time: what was typed
 * meanwhile is asked for next, and only the last of it. Until its answer the one before stands, with the text it is about.
 * A text of a megabyte is no name in a cache: the number of its question is.
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
    retry: (failures, error) => failures < READING_TRIES && hadNoTurn(error),
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
