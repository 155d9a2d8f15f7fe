import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Me } from '#contract/account.ts';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

/** staleTime 0: a sign-in elsewhere may have used a backup code. */
export const useTwoFactor = () =>
  useQuery({ queryKey: queryKeys.twoFactor, queryFn: () => call('GET /api/me/two-factor'), staleTime: 0 });

/** What re-authentication takes: the password where the account has one, and the second factor where it is on. */
export interface Proof {
  password?: string;
  code: string;
}

/** The answers of these three are shown once and not cached: a secret and backup codes. */
export const useBeginTwoFactor = () =>
  useMutation({ mutationFn: (proof: Pick<Proof, 'password'>) => call('POST /api/me/two-factor', proof), gcTime: 0 });

export function useConfirmTwoFactor() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call('POST /api/me/two-factor/confirm', { code }),
    onSuccess: () => follow(cache, true),
    gcTime: 0,
  });
}

export function useRenewBackupCodes() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (proof: Proof) => call('POST /api/me/two-factor/backup-codes', proof),
    onSuccess: () => follow(cache, true),
    gcTime: 0,
  });
}

export function useTurnOffTwoFactor() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (proof: Proof) => call('DELETE /api/me/two-factor', proof),
    onSuccess: () => follow(cache, false),
  });
}

/** Turning it on has ended the other sessions. */
function follow(cache: QueryClient, isOn: boolean): void {
  cache.setQueryData<Me>(queryKeys.me, (me) => me && { ...me, two_factor: isOn });
  for (const queryKey of [queryKeys.twoFactor, queryKeys.sessions, queryKeys.activityOfAccount])
    void cache.invalidateQueries({ queryKey });
}
