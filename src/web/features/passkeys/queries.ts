import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Passkey } from '#contract/passkeys.ts';
import { call, callEvery } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { makePasskey } from '#web/lib/session/passkey.ts';

/** staleTime 0: another device may have added one. */
export const usePasskeys = () =>
  useQuery({ queryKey: queryKeys.passkeys, queryFn: () => callEvery('GET /api/me/passkeys'), staleTime: 0 });

export function useAddPasskey() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, ...proof }: { name: string; password?: string; code?: string }) => {
      const offered = await call('POST /api/me/passkeys/options', proof);
      return call('POST /api/me/passkeys', { name, ...(await makePasskey(offered)) });
    },
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.passkeys }),
  });
}

export function useRenamePasskey() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: { id: Passkey['id']; name: string }) => call('PATCH /api/me/passkeys/:id', input),
    onSuccess: (renamed) =>
      cache.setQueryData<Passkey[]>(queryKeys.passkeys, (list) =>
        list?.map((each) => (each.id === renamed.id ? renamed : each)),
      ),
  });
}

export function useRemovePasskey() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Passkey) => call('DELETE /api/me/passkeys/:id', { id }),
    onSuccess: (_nothing, { id }) =>
      cache.setQueryData<Passkey[]>(queryKeys.passkeys, (list) => list?.filter((each) => each.id !== id)),
  });
}
