import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { KindChoice } from '#contract/instance-kind.ts';
import { call, callPublic } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

/** Polling interval: a row turns green while somebody waits for it. */
const EVERY_MS = 10_000;

export const useSetUp = () =>
  useQuery({
    queryKey: queryKeys.setUp,
    queryFn: () => call('GET /api/setup'),
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always',
  });

/** The probes of the home page, polled like the rest of the set-up. */
export const useProbes = () =>
  useQuery({
    queryKey: queryKeys.setupStatus,
    queryFn: () => call('GET /api/setup-status'),
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always',
  });

interface FirstProject {
  project: { name: string; prd: { content: string; filename: string } | null } | null;
  example: boolean;
}

export function useFinishSetUp() {
  const invalidate = useInvalidateInstance();
  return useMutation({
    mutationFn: (body: KindChoice & FirstProject) => call('POST /api/setup', body),
    onSuccess: invalidate,
  });
}

export function useSendTestMail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/setup/test-mail'),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.setUp }),
  });
}

export const openTestMail = (token: string) => callPublic('POST /api/setup/test-mail/opened', { token });

export const useInstanceSettings = () =>
  useQuery({ queryKey: queryKeys.instanceSettings, queryFn: () => call('GET /api/admin/instance') });

export function useSaveInstance() {
  const cache = useQueryClient();
  const invalidate = useInvalidateInstance();
  return useMutation({
    mutationFn: (body: KindChoice) => call('PUT /api/admin/instance', body),
    // With the settings, which say when they were last modified.
    onSuccess: () => Promise.all([invalidate(), cache.invalidateQueries({ queryKey: queryKeys.adminSettings })]),
  });
}

/** Invalidates everything that depends on whether there are plans and limits. */
function useInvalidateInstance() {
  const cache = useQueryClient();
  const keys = [queryKeys.instance, queryKeys.subscription, queryKeys.instanceSettings, queryKeys.adminStatus];
  return () =>
    Promise.all([...keys, queryKeys.projects].map((queryKey) => cache.invalidateQueries({ queryKey: [...queryKey] })));
}

export const useInvitations = (page: number) =>
  useQuery({
    queryKey: [...queryKeys.invitations, page],
    queryFn: () => call('GET /api/admin/invitations', { page, limit: 20 }),
  });

export function useInvitationChanges() {
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries({ queryKey: queryKeys.invitations });
  return {
    invite: useMutation({
      mutationFn: (email: string) => call('POST /api/admin/invitations', { email }),
      onSettled,
    }),
    resend: useMutation({
      mutationFn: (id: string) => call('POST /api/admin/invitations/:id/resend', { id }),
      onSettled,
    }),
    revoke: useMutation({
      mutationFn: (id: string) => call('DELETE /api/admin/invitations/:id', { id }),
      onSettled,
    }),
  };
}
