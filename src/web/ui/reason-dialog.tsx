import { type SubmitEvent, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Textarea } from './inputs.tsx';

export interface ReasonDialogProps {
  title: string;
  description: string;
  help: string;
  confirmLabel: string;
  maxLength: number;
  onClose: () => void;
  /** Resolves to whether it was done; otherwise the dialog stays open with the reason. */
  onConfirm: (reason: string) => Promise<boolean>;
}

/** Asks for a reason, which may stay empty, before something is taken from somebody. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, help, confirmLabel, maxLength, onClose, onConfirm } = props;
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    if (await onConfirm(reason.trim())) onClose();
    else setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      closeOutside={false}
      onSubmit={(event) => void submit(event)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <Field label="Reason" help={help}>
        <Textarea rows={3} maxLength={maxLength} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}
