import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { JOIN_TEXTS as T } from '#contract/people-texts.ts';
import type { InvitationLook } from '#contract/people.ts';
import { useInvitation } from '#web/features/joining/index.ts';
import { AuthFrame, useResolvedSession, useSession } from '#web/features/session/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { forgetInvitation, forgetReturn, sessionTrace } from '#web/lib/session/session-trace.ts';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { GuestChoice } from './guest-choice.tsx';
import { Head } from './head.tsx';
import { MemberChoice } from './member-choice.tsx';
import { Over } from './over.tsx';

/** What an invitation to a project is for, to whoever has its link; its token is in the address, and nowhere else. */
export function Component() {
  usePageTitle(T.title);
  const { token = '' } = useParams();
  return (
    <AuthFrame>
      <Invitation key={token} token={token} />
    </AuthFrame>
  );
}

function Invitation({ token }: { token: string }) {
  const { data, error, isPending, isFetching, refetch } = useInvitation(token);
  const isLoading = useDelayedFlag(isPending);
  if (isLoading) return <LoadingState text={T.loading} />;
  if (isPending) return null;
  if (data === null) return <Over />;
  if (data === undefined)
    return (
      <ErrorState
        heading="h1"
        message={messageOf(error, T.loadFailed)}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return <Open token={token} invitation={data} />;
}

function Open({ token, invitation }: { token: string; invitation: InvitationLook }) {
  // Like the sign-in pages: the server is asked only where this browser was signed in before.
  const [mayBeSignedIn] = useState(sessionTrace.isLikely);
  const { status } = useSession();
  if (status === 'signed-in' || (status === 'resolving' && mayBeSignedIn))
    return <Known token={token} invitation={invitation} />;
  return <AsGuest invitation={invitation} />;
}

function Known({ token, invitation }: { token: string; invitation: InvitationLook }) {
  const { status } = useResolvedSession();
  const isLoading = useDelayedFlag(status === 'resolving');
  if (status === 'signed-in') return <AsPerson token={token} invitation={invitation} />;
  return isLoading ? <LoadingState text={T.loading} /> : null;
}

function AsGuest({ invitation }: { invitation: InvitationLook }) {
  const { pathname } = useLocation();
  return (
    <Head invitation={invitation}>
      <GuestChoice invitation={invitation} address={pathname} />
    </Head>
  );
}

/** The remembered address has been reached and is removed. */
function AsPerson({ token, invitation }: { token: string; invitation: InvitationLook }) {
  useEffect(() => {
    forgetReturn();
    forgetInvitation();
  }, []);
  return <MemberChoice token={token} invitation={invitation} />;
}
