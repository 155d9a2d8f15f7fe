import type { ReactNode } from 'react';
import { LOADING } from '#contract/common-texts.ts';
import { PEOPLE_TEXTS as T } from '#contract/people-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { LoadingState } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Section } from '../section.tsx';
import { InviteForm } from './invite-form.tsx';
import { LeaveRow } from './leave-row.tsx';
import { OpenInvitations } from './open-invitations.tsx';
import { usePeople } from '#web/lib/use-people.ts';
import { type PeopleChanges, usePeopleChanges } from './people-queries.ts';
import { PersonRow } from './person-row.tsx';
import styles from './people-section.module.css';

interface PeopleSectionProps {
  project: ProjectSummary;
  /** The signed-in person; undefined until it is known. */
  myId: string | undefined;
  isLeaving: boolean;
  onLeave: () => void;
}

/** Who works on the project; its owner changes roles and invites others, everybody else may leave. */
export function PeopleSection({ project, myId, isLeaving, onLeave }: PeopleSectionProps) {
  const { data, error, isFetching, refetch } = usePeople(project.id);
  const changes = usePeopleChanges(project.id);
  const isOwner = project.role === 'owner';
  const lead = project.role === 'owner' ? T.lead.owner : T.lead[project.role](project.owner_name);
  return (
    <Section id="people" lead={lead}>
      {data ? (
        <>
          <ul className={styles.people}>
            {data.people.map((person) => (
              <PersonRow
                key={person.user_id}
                person={person}
                isMe={person.user_id === myId}
                isOwner={isOwner}
                changes={changes}
              />
            ))}
          </ul>
          {data.former.length > 0 && (
            <p className={styles.note}>{T.former(data.former.map(({ name }) => name).join(', '))}</p>
          )}
        </>
      ) : (
        <NotYet>
          {error && (
            <ErrorState
              heading="h3"
              message={messageOf(error, T.loadFailed)}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          )}
        </NotYet>
      )}
      {isOwner ? (
        <Invitations projectId={project.id} changes={changes} />
      ) : (
        <LeaveRow project={project} busy={isLeaving} onLeave={onLeave} />
      )}
    </Section>
  );
}

function Invitations({ projectId, changes }: { projectId: string; changes: PeopleChanges }) {
  return (
    <>
      <InviteForm changes={changes} />
      <OpenInvitations projectId={projectId} changes={changes} />
    </>
  );
}

const NotYet = ({ children }: { children: ReactNode }) =>
  children || (
    <LoadingState text={LOADING}>
      <Skeleton height={52} width="100%" />
    </LoadingState>
  );
