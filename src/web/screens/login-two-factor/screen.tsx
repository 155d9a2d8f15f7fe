import { useQuery } from '@tanstack/react-query';
import { LOADING } from '#contract/common-texts.ts';
import { LOGIN_TEXTS } from '#contract/session-texts.ts';
import { AuthFrame, GuestOnly } from '#web/features/session/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { isCodeAwaited } from '#web/lib/session/sign-in.ts';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { CodeForm } from './code-form.tsx';
import { SignInOver } from './sign-in-over.tsx';

export function Component() {
  usePageTitle('Two-factor authentication');
  return (
    <GuestOnly screen="two-factor">
      <AuthFrame>
        <SecondStep />
      </AuthFrame>
    </GuestOnly>
  );
}

/** The server is asked first: the cookie of the sign-in that waits cannot be read here. */
function SecondStep() {
  const awaited = useQuery({ queryKey: queryKeys.signInChallenge, queryFn: isCodeAwaited, staleTime: 0, gcTime: 0 });
  const loading = useDelayedFlag(awaited.isPending);
  if (awaited.data === true) return <CodeForm onRefused={() => void awaited.refetch()} />;
  if (awaited.data === false) return <SignInOver />;
  if (!awaited.isError) return loading && <LoadingState text={LOADING} />;
  return (
    <ErrorState
      heading="h1"
      message={messageOf(awaited.error, LOGIN_TEXTS.unexpected)}
      retrying={awaited.isFetching}
      onRetry={() => void awaited.refetch()}
    />
  );
}
