import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NamedKey } from '#contract/named-keys.ts';
import { call, callEvery } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

/** staleTime 0: another tab may have made or replaced one. */
export const useNamedKeys = () =>
  useQuery({ queryKey: queryKeys.namedKeys, queryFn: () => callEvery('GET /api/me/keys'), staleTime: 0 });

interface NewFields {
  name: string;
  project_id: string | null;
  read_only: boolean;
  expires_at: string | null;
}

/**
 * Makes or rotates a key. The whole key is handed to the caller and is in no mutation, whose answer would stay in the
 * cache.
 */
export function useKeyMaker() {
  const cache = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const run = async (what: string, ask: () => Promise<NamedKey & { api_key: string }>) => {
    setBusy(what);
    try {
      const { api_key: apiKey, ...row } = await ask();
      return { apiKey, row };
    } finally {
      setBusy(undefined);
      // The first key is also shown by itself.
      for (const queryKey of [queryKeys.namedKeys, queryKeys.apiKey]) void cache.invalidateQueries({ queryKey });
    }
  };
  return {
    /** 'new', or the id of the key that is being rotated. */
    busy,
    make: (fields: NewFields) => run('new', () => call('POST /api/me/keys', fields)),
    rotate: (id: NamedKey['id']) => run(id, () => call('POST /api/me/keys/:id/rotate', { id })),
  };
}

export function useRevokeKey() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (key: NamedKey) => call('DELETE /api/me/keys/:id', { id: key.id }),
    onSuccess: (_nothing, { id }) => {
      cache.setQueryData<NamedKey[]>(queryKeys.namedKeys, (list) => list?.filter((each) => each.id !== id));
      void cache.invalidateQueries({ queryKey: queryKeys.apiKey });
    },
  });
}
