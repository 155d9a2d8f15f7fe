import { type SubmitEvent, useState } from 'react';
import { REASON_MAX } from '#contract/constants.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/inputs.tsx';

interface TakeBatonDialogProps {
  holder: string;
  onClose: () => void;
  /** Resolves to whether it was taken away. */
  onTakeAway: (reason: string) => Promise<boolean>;
}

export function TakeBatonDialog({ holder, onClose, onTakeAway }: TakeBatonDialogProps) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    if (await onTakeAway(reason.trim())) onClose();
    else setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Take the baton from ${holder}?`}
      description="The task goes back to open and another agent may take it. The next write by this agent is refused, with your reason."
      closeOutside={false}
      onSubmit={(event) => void submit(event)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={busy}>
            Take away
          </Button>
        </>
      }
    >
      <Field label="Reason" help="Shown to the agent and kept in the activity. Optional.">
        <Textarea rows={3} maxLength={REASON_MAX} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}
