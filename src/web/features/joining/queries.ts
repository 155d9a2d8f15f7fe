import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callPublic } from '#web/lib/net/api.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { welcomeProject } from '#web/lib/live/shared-projects.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

const TOKEN = /^[\w-]{43}$/;

/** What an invitation is for; null if its link is no invitation, or not one any more. */
export const useInvitation = (token: string) =>
  useQuery({
    queryKey: queryKeys.invitation(token),
    // A link that was cut when it was passed on is not sent anywhere.
    queryFn: () => (TOKEN.test(token) ? callPublic('POST /api/invitations/look', { token }).catch(orOver) : null),
    gcTime: 0,
  });

const orOver = (error: unknown): null => {
  if (error instanceof ApiError && error.errorType === 'NOT_FOUND') return null;
  throw error;
};

/** Joins the project; a refusal says what has changed, so the invitation is looked at again. */
export function useAcceptInvitation(token: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/invitations/accept', { token }),
    onSuccess: ({ id }) => welcomeProject(cache, id),
    onError: () => void cache.invalidateQueries({ queryKey: queryKeys.invitation(token) }),
  });
}
