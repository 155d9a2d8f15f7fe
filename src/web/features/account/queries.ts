import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountActivity } from '#contract/account-activity.ts';
import type { AccountSession, Me } from '#contract/account.ts';
import type { ConnectedApp } from '#contract/connected-apps.ts';
import { call, callEvery } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { leaveBy } from '#web/lib/session/session.ts';

export const useMe = () => useQuery({ queryKey: queryKeys.me, queryFn: () => call('GET /api/me') });

/** Optimistic update with rollback. */
export function useRename() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (displayName: string) => call('PATCH /api/me', { display_name: displayName }),
    onMutate: (displayName) => {
      const before = cache.getQueryData<Me>(queryKeys.me);
      cache.setQueryData<Me>(queryKeys.me, (me) => me && { ...me, display_name: displayName });
      return before?.display_name;
    },
    onSuccess: (me) => cache.setQueryData<Me>(queryKeys.me, me),
    onError: (_error, tried, before) =>
      cache.setQueryData<Me>(queryKeys.me, (me) =>
        me && before !== undefined && me.display_name === tried ? { ...me, display_name: before } : me,
      ),
  });
}

export const useSessions = () =>
  useQuery({ queryKey: queryKeys.sessions, queryFn: () => callEvery('GET /api/me/sessions') });

export function useRevokeSession() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (session: AccountSession) => call('DELETE /api/me/sessions/:id', { id: session.id }),
    onSuccess: (_nothing, { id }) =>
      cache.setQueryData<AccountSession[]>(queryKeys.sessions, (list) => list?.filter((each) => each.id !== id)),
  });
}

export const useApps = () => useQuery({ queryKey: queryKeys.apps, queryFn: () => callEvery('GET /api/me/apps') });

export function useRevokeApp() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (app: ConnectedApp) => call('DELETE /api/me/apps/:id', { id: app.id }),
    onSuccess: (_nothing, { id }) =>
      cache.setQueryData<ConnectedApp[]>(queryKeys.apps, (list) => list?.filter((each) => each.id !== id)),
  });
}

/** Its links are opened elsewhere: read again whenever the page is looked at. */
export const useEmailChange = () =>
  useQuery({ queryKey: queryKeys.emailChange, queryFn: () => call('GET /api/me/email'), staleTime: 0 });

export function useAskEmailChange() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: { email: string; password?: string }) => call('POST /api/me/email', input),
    onSuccess: (change) => cache.setQueryData(queryKeys.emailChange, change),
  });
}

export function useCancelEmailChange() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/me/email'),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.emailChange }),
  });
}

const ACTIVITY_PAGE = 20;

/** What happened to the account, latest first, page by page: each begins after the last entry of the one before. */
export const useActivity = () =>
  useInfiniteQuery({
    queryKey: queryKeys.activityOfAccount,
    queryFn: ({ pageParam }) =>
      call('GET /api/me/activity', { limit: ACTIVITY_PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }),
    initialPageParam: undefined as AccountActivity['id'] | undefined,
    getNextPageParam: (page) => (page.length < ACTIVITY_PAGE ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
  });

export const useExport = () => useMutation({ mutationFn: () => call('GET /api/me/export') });

/**
 * `onDeleted` belongs to the mutation, not to the call of it: a refused stream may end the session and unmount the dialog
 * before the answer arrives, and callbacks of a call are dropped with their component.
 */
export const useDeleteAccount = (onDeleted: () => void) =>
  useMutation({
    mutationFn: (input: { confirm: string; password?: string; code?: string }) =>
      leaveBy(() => call('DELETE /api/me', input)),
    onSuccess: onDeleted,
  });
