import { KEY_TEXTS as T } from '#contract/api-key-texts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { NewKey } from './use-new-key.ts';

interface RegenerateDialogProps {
  made: NewKey;
  /** Asked for by somebody who wanted to copy the key: they are told why that needs a new one. */
  toCopy?: boolean;
  /** With true when there is a new key. */
  onClose: (done: boolean) => void;
}

/** A key is replaced only by somebody who has read what that means. */
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
          {toCopy && <p>Your key is kept as a hash only: it cannot be shown or copied again, only replaced.</p>}
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
