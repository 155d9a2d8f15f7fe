import { REASON_MAX } from '#contract/constants.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';

interface TakeBatonDialogProps {
  holder: string;
  onClose: () => void;
  /** Resolves to whether it was taken away. */
  onTakeAway: (reason: string) => Promise<boolean>;
}

export function TakeBatonDialog({ holder, onClose, onTakeAway }: TakeBatonDialogProps) {
  return (
    <ReasonDialog
      title={`Take the baton from ${holder}?`}
      description="The task goes back to open and another agent may take it. The next write by this agent is refused, with your reason."
      help="Shown to the agent and kept in the activity. Optional."
      confirmLabel="Take away"
      maxLength={REASON_MAX}
      onClose={onClose}
      onConfirm={onTakeAway}
    />
  );
}
