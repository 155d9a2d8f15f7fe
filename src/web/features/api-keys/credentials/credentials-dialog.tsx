import { useState } from 'react';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { LeaveGuard, LOSS } from '../leave-guard.tsx';
import { RegenerateDialog } from '../regenerate-dialog.tsx';
import { useNewKey } from '../use-new-key.ts';
import { type Account, CredentialsView } from './credentials-view.tsx';

interface CredentialsDialogProps {
  projectId: string;
  account: Account | undefined;
  onClose: () => void;
}

/** Only one dialog at a time: a confirmation replaces the view instead of opening above it. */
export function CredentialsDialog({ projectId, account, onClose }: CredentialsDialogProps) {
  const made = useNewKey();
  const [asking, setAsking] = useState<'regenerate' | 'copy' | 'close'>();
  const back = () => setAsking(undefined);
  const close = () => {
    if (made.unsaved) setAsking('close');
    else onClose();
  };
  return (
    <>
      {asking === undefined && (
        <CredentialsView projectId={projectId} account={account} made={made} onAsk={setAsking} onClose={close} />
      )}
      {(asking === 'regenerate' || asking === 'copy') && (
        <RegenerateDialog made={made} toCopy={asking === 'copy'} onClose={back} />
      )}
      <ConfirmDialog
        open={asking === 'close'}
        title="Close without saving the key?"
        description={LOSS}
        confirmLabel="Close"
        cancelLabel="Back"
        onConfirm={onClose}
        onClose={back}
      />
      <LeaveGuard active={made.unsaved} />
    </>
  );
}
