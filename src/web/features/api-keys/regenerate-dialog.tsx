import { KEY_TEXTS as T } from '#contract/api-key-texts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { NewKey } from './use-new-key.ts';

interface RegenerateDialogProps {
  made: NewKey;
  /** Opened by an attempt to copy: the text explains why that needs a new key. */
  toCopy?: boolean;
  /** With true when there is a new key. */
  onClose: (done: boolean) => void;
}

/** Confirmation, because the old key stops working at once. */
export function RegenerateDialog({ made, toCopy = false, onClose }: RegenerateDialogProps) {
  const regenerate = async () => {
    if (await made.make('regenerate')) onClose(true);
  };
  return (
    <ConfirmDialog
      open
      title="Regenerate API key?"
      description={
        <>
          {toCopy && <p>Only a hash of your key is stored: it cannot be shown or copied again, only replaced.</p>}
          <p>{T.regenerateWarning}</p>
        </>
      }
      confirmLabel={T.regenerate}
      busy={made.busy}
      onConfirm={() => void regenerate()}
      onClose={() => !made.busy && onClose(false)}
    />
  );
}
