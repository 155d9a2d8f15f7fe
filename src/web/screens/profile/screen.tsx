import { FAILURE_TEXTS, LOADING } from '#contract/common-texts.ts';
import { useActivity, useApps, useEmailChange, useMe, useSessions } from '#web/features/account/index.ts';
import { useNamedKeys } from '#web/features/api-keys/index.ts';
import { usePasskeys } from '#web/features/passkeys/index.ts';
import { useTwoFactor } from '#web/features/two-factor/index.ts';
import { Crumbs } from '#web/features/frame/index.ts';
import { isComing } from '#web/lib/net/is-coming.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Card } from '#web/ui/card.tsx';
import { AccountDetails } from './account-details.tsx';
import { Activity } from './activity.tsx';
import { ApiKeys } from './api-keys.tsx';
import { ActiveSessions } from './active-sessions.tsx';
import { Billing } from './billing.tsx';
import { ConnectedApps } from './connected-apps.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { ExportData } from './export-data.tsx';
import { KeyboardSetting } from './keyboard-setting.tsx';
import { PasskeysRow } from './passkeys-row.tsx';
import { PersonalInformation } from './personal-information.tsx';
import { Security } from './security.tsx';
import { Storage } from './storage.tsx';
import { TwoFactorRow } from './two-factor-row.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import styles from './profile.module.css';

export function Component() {
  usePageTitle('Account');
  const { data: me, isPending, error, refetch } = useMe();
  // Lists that grow above what can be clicked.
  const areComing = [
    useEmailChange(),
    useTwoFactor(),
    usePasskeys(),
    useSessions(),
    useApps(),
    useNamedKeys(),
    useActivity(),
  ].some(isComing);
  const isWaiting = isPending || areComing;
  const loading = useDelayedFlag(isWaiting);
  return (
    <div className={cx(layout.page, layout.pageNarrow, styles.page)}>
      <Crumbs trail={[{ label: 'Account' }]} />
      <PageHead title="Account" tight />
      {loading && (
        <LoadingState text={LOADING}>
          <Skeleton height={320} width="100%" />
        </LoadingState>
      )}
      {error && !me && (
        <ErrorState message={messageOf(error, FAILURE_TEXTS.unknownText)} onRetry={() => void refetch()} />
      )}
      {!loading && !isWaiting && me && (
        <>
          <Card as="div">
            <PersonalInformation me={me} />
            <Security me={me} />
            <TwoFactorRow me={me} />
            <PasskeysRow me={me} />
            <AccountDetails me={me} />
          </Card>
          <Card as="div">
            <Billing />
            <Storage />
            <ActiveSessions />
            <ConnectedApps />
            <ApiKeys />
            <Activity />
          </Card>
          <Card as="div">
            <KeyboardSetting />
            <ExportData />
            <DeleteAccount me={me} />
          </Card>
        </>
      )}
    </div>
  );
}
