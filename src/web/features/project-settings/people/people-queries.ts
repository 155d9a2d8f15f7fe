import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#contract/fields.ts';
import type { GivenRole, INVITATION_DAYS, ProjectInvitation, ProjectPeople } from '#contract/people.ts';
import { INVITATION_TEXTS, PEOPLE_TEXTS } from '#contract/people-texts.ts';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { tell } from '../notification-queries.ts';

export const useInvitations = (id: string) =>
  useQuery({
    queryKey: queryKeys.invitationsTo(id),
    queryFn: () => call('GET /api/projects/:id/invitations', { id }),
    // One that expires leaves the list without anybody doing anything.
    refetchInterval: 60_000,
  });

export interface Wanted {
  role: GivenRole;
  email?: string;
  days: (typeof INVITATION_DAYS)[number];
}

/** Changes of the people and of the invitations; only the owner may make them. */
export function usePeopleChanges(id: string) {
  const cache = useQueryClient();
  const put = (people: ProjectPeople) => cache.setQueryData<ProjectPeople>(queryKeys.people(id), people);
  const readAgain = () => cache.invalidateQueries({ queryKey: queryKeys.people(id) });
  const readInvitations = () => cache.invalidateQueries({ queryKey: queryKeys.invitationsTo(id) });
  return {
    setRole: useMutation({
      mutationFn: ({ userId, role }: { userId: Id; role: GivenRole }) =>
        call('PATCH /api/projects/:id/people/:userId', { id, userId, role }),
      onSuccess: put,
      onError: (error) => {
        tell(error, PEOPLE_TEXTS.changeFailed);
        void readAgain();
      },
    }),
    remove: useMutation({
      mutationFn: (userId: Id) => call('DELETE /api/projects/:id/people/:userId', { id, userId }),
      onSettled: readAgain,
    }),
    invite: useMutation({
      mutationFn: (wanted: Wanted) => call('POST /api/projects/:id/invitations', { id, ...wanted }),
      onSuccess: readInvitations,
    }),
    takeBack: useMutation({
      mutationFn: ({ id: invitationId }: ProjectInvitation) =>
        call('DELETE /api/projects/:id/invitations/:invitationId', { id, invitationId }),
      onError: (error) => tell(error, INVITATION_TEXTS.takeBackFailed),
      onSettled: readInvitations,
    }),
  };
}

export type PeopleChanges = ReturnType<typeof usePeopleChanges>;
