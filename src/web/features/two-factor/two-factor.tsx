import { useState } from 'react';
import type { Me } from '#contract/account.ts';
import { FAILURE_TEXTS, LOADING } from '#contract/common-texts.ts';
import { BACKUP_CODES } from '#contract/two-factor.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { BackupCodesDialog } from './backup-codes-dialog.tsx';
import { ProveDialog } from './prove-dialog.tsx';
import { useRenewBackupCodes, useTurnOffTwoFactor, useTwoFactor } from './queries.ts';
import { TurnOnDialog } from './turn-on-dialog.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

type Asking = 'on' | 'off' | 'renew' | { codes: string[] };

/** Whether the account has a second factor: turn it on, make new backup codes, turn it off. */
export function TwoFactor({ me }: { me: Me }) {
  const factor = useTwoFactor();
  const loading = useDelayedFlag(factor.isPending);
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const show = (codes: string[]) => setAsking({ codes });
  return (
    <>
      {loading && <LoadingState text={LOADING} />}
      {factor.isError && !factor.data && (
        <ErrorState
          heading="h3"
          message={messageOf(factor.error, FAILURE_TEXTS.unknownText)}
          retrying={factor.isFetching}
          onRetry={() => void factor.refetch()}
        />
      )}
      {factor.data && !factor.data.is_on && (
        <div>
          <Button onClick={() => setAsking('on')}>Turn On</Button>
        </div>
      )}
      {factor.data?.is_on && (
        <>
          <p>
            On{factor.data.since !== null && ` since ${formatDateTime(factor.data.since)}`} ·{' '}
            {factor.data.backup_codes_left} of {BACKUP_CODES} backup codes left
          </p>
          {factor.data.backup_codes_left === 0 && (
            <Notice tone="warn">Without the app you could not sign in: make new backup codes.</Notice>
          )}
          <div className={cx(layout.row, layout.gap8)}>
            <Button onClick={() => setAsking('renew')}>New Backup Codes</Button>
            <Button variant="danger-ghost" onClick={() => setAsking('off')}>
              Turn Off
            </Button>
          </div>
        </>
      )}
      {asking === 'on' && <TurnOnDialog me={me} onDone={show} onClose={close} />}
      {asking === 'renew' && <RenewDialog me={me} onDone={show} onClose={close} />}
      {asking === 'off' && <TurnOffDialog me={me} onClose={close} />}
      {typeof asking === 'object' && <BackupCodesDialog codes={asking.codes} email={me.email} onClose={close} />}
    </>
  );
}

function RenewDialog({ me, onDone, onClose }: { me: Me; onDone: (codes: string[]) => void; onClose: () => void }) {
  const renew = useRenewBackupCodes();
  return (
    <ProveDialog
      me={me}
      title="New Backup Codes"
      description="The ones that you have stop working."
      action="Make New Codes"
      isPending={renew.isPending}
      send={(proof, onError) => renew.mutate(proof, { onSuccess: ({ backup_codes }) => onDone(backup_codes), onError })}
      onClose={onClose}
    />
  );
}

function TurnOffDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const turnOff = useTurnOffTwoFactor();
  const done = () => {
    toast({ title: 'Two-Factor Authentication Is Off', description: 'Signing in asks for no code any more.' });
    onClose();
  };
  return (
    <ProveDialog
      me={me}
      danger
      title="Turn Off Two-Factor Authentication"
      description="Signing in asks for no code any more, and the backup codes stop working."
      action="Turn Off"
      isPending={turnOff.isPending}
      send={(proof, onError) => turnOff.mutate(proof, { onSuccess: done, onError })}
      onClose={onClose}
    />
  );
}
