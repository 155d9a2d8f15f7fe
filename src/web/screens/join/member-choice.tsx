import { useNavigate } from 'react-router';
import type { InvitationLook } from '#contract/people.ts';
import { JOIN_TEXTS as T, PEOPLE_TEXTS } from '#contract/people-texts.ts';
import { useMe } from '#web/features/account/index.ts';
import { useAcceptInvitation } from '#web/features/joining/index.ts';
import { openAddress, useProjects } from '#web/features/projects/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { isComing } from '#web/lib/net/is-coming.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { signOut } from '#web/lib/session/sign-in.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { Head } from './head.tsx';
import styles from './join.module.css';

/** For somebody who is signed in: join, or what stands in the way. */
export function MemberChoice({ token, invitation }: { token: string; invitation: InvitationLook }) {
  const { project_id: projectId, email, role } = invitation;
  const navigate = useNavigate();
  const account = useMe();
  const projects = useProjects();
  const accept = useAcceptInvitation(token);
  const isWaiting = isComing(account) || isComing(projects);
  const isLoading = useDelayedFlag(isWaiting);
  if (isLoading) return <LoadingState text={T.loading} />;
  if (isWaiting) return null;

  const own = projects.data?.find(({ id }) => id === projectId);
  if (own && !accept.isSuccess)
    return (
      <div className={styles.page}>
        <h1 className={styles.title}>{T.thereTitle(own.name)}</h1>
        <p className={styles.lead}>{T.there(PEOPLE_TEXTS.as[own.role])}</p>
        <ButtonLink variant="primary" size="lg" full to={openAddress(own)}>
          {T.open}
        </ButtonLink>
      </div>
    );

  const mine = account.data?.email ?? '';
  if (email !== null && mine !== '' && mine !== email)
    return (
      <Head invitation={invitation}>
        <Notice tone="warn">{T.wrong(email, mine)}</Notice>
        <div className={styles.actions}>
          <Button size="lg" full onClick={signOut}>
            {T.signOut}
          </Button>
          <ButtonLink variant="ghost" size="lg" full to={paths.projects}>
            {T.notNow}
          </ButtonLink>
        </div>
      </Head>
    );

  const join = () =>
    accept.mutate(undefined, {
      onSuccess: ({ id, name }) => {
        toast({ variant: 'success', title: T.joined, description: T.joinedText(name, role) });
        void navigate(paths.tasks(id), { replace: true });
      },
    });
  const failed = accept.error && !isShownElsewhere(accept.error) ? accept.error : undefined;
  return (
    <Head invitation={invitation}>
      {mine !== '' && <p className={styles.text}>{T.signedInAs(mine)}</p>}
      {failed && <Notice tone="bad">{messageOf(failed, T.failed)}</Notice>}
      <div className={styles.actions}>
        <Button variant="primary" size="lg" full busy={accept.isPending} onClick={join}>
          {T.join}
        </Button>
        <ButtonLink variant="ghost" size="lg" full to={paths.projects}>
          {T.notNow}
        </ButtonLink>
      </div>
    </Head>
  );
}
