import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '#contract/account.ts';
import { FAILURE_TEXTS, LOADING } from '#contract/common-texts.ts';
import { PASSKEYS_MAX, type Passkey } from '#contract/passkeys.ts';
import { failureToast, messageOf } from '#web/lib/net/failure-toast.ts';
import { hasPasskeys } from '#web/lib/session/passkey.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { toast } from '#web/ui/toast.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { useRemovePasskey, usePasskeys } from './queries.ts';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

type Asking = 'add' | { what: 'rename' | 'remove'; passkey: Passkey };

/** The account's passkeys: add one, rename it, remove it. */
export function Passkeys({ me, isOffered }: { me: Me; isOffered: boolean }) {
  const passkeys = usePasskeys();
  const loading = useDelayedFlag(passkeys.isPending);
  const remove = useRemovePasskey();
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const end = (passkey: Passkey) =>
    remove.mutate(passkey, {
      onSuccess: () => toast({ title: 'Passkey Removed', description: `${passkey.name} no longer signs in.` }),
      onError: (error) => {
        if (!isShownElsewhere(error)) toast(failureToast(error, FAILURE_TEXTS.unknownText));
      },
      onSettled: close,
    });
  const mayAdd = isOffered && hasPasskeys();

  return (
    <>
      {loading && <LoadingState text={LOADING} />}
      {passkeys.isError && !passkeys.data && (
        <ErrorState
          heading="h3"
          message={messageOf(passkeys.error, FAILURE_TEXTS.unknownText)}
          retrying={passkeys.isFetching}
          onRetry={() => void passkeys.refetch()}
        />
      )}
      {passkeys.data && passkeys.data.length > 0 && (
        <PasskeyList
          passkeys={passkeys.data}
          onRename={(passkey) => setAsking({ what: 'rename', passkey })}
          onRemove={(passkey) => setAsking({ what: 'remove', passkey })}
        />
      )}
      {passkeys.data && !mayAdd && (
        <p className={cx(typography.small, typography.tertiary)}>
          {isOffered
            ? 'This browser has no passkeys.'
            : 'Passkeys need https and a host name, which this server has not.'}
        </p>
      )}
      {passkeys.data && mayAdd && (
        <div>
          <Button icon={<Plus />} disabled={passkeys.data.length >= PASSKEYS_MAX} onClick={() => setAsking('add')}>
            Add Passkey
          </Button>
        </div>
      )}
      {asking === 'add' && (
        <AddPasskeyDialog
          me={me}
          onAdded={({ name }) => {
            close();
            toast({ title: 'Passkey Added', description: `${name} signs you in from now on.`, variant: 'success' });
          }}
          onClose={close}
        />
      )}
      {typeof asking === 'object' && asking.what === 'rename' && (
        <RenamePasskeyDialog passkey={asking.passkey} onClose={close} />
      )}
      {typeof asking === 'object' && asking.what === 'remove' && (
        <ConfirmDialog
          open
          title={`Remove ${asking.passkey.name}?`}
          description="It no longer signs in here. Where you are signed in with it, you stay so; delete it on the device as well."
          confirmLabel="Remove"
          busy={remove.isPending}
          onConfirm={() => end(asking.passkey)}
          onClose={close}
        />
      )}
    </>
  );
}
