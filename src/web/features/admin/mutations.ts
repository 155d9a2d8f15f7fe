import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LimitOverrides, TierName, UserStatus } from '#contract/admin-users.ts';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

/** Invalidates what the console shows of the account, also after a failure: the request may have been applied. */
function useUserAct<Input, Answer>(userId: string, act: (input: Input) => Promise<Answer>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: queryKeys.adminUser(userId) }),
        cache.invalidateQueries({ queryKey: queryKeys.adminUsers }),
      ]),
  });
}

export const useSetStatus = (id: string) =>
  useUserAct(id, (status: UserStatus) => call('PATCH /api/admin/users/:id/status', { id, status }));

export const useResetKey = (id: string) =>
  useUserAct(id, () => call('POST /api/admin/users/:id/reset-api-key', { id }));

export const useTurnTwoFactorOff = (id: string) =>
  useUserAct(id, () => call('DELETE /api/admin/users/:id/two-factor', { id }));

export const useSetTier = (id: string) =>
  useUserAct(id, (wish: { tier: TierName; until: string | null }) =>
    call('PUT /api/admin/users/:id/tier', { id, ...wish }),
  );

export const useSetLimits = (id: string) =>
  useUserAct(id, (overrides: LimitOverrides) => call('PUT /api/admin/users/:id/limits', { id, ...overrides }));

export const useClearLimits = (id: string) => useUserAct(id, () => call('DELETE /api/admin/users/:id/limits', { id }));
