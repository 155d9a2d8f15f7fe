import { useLeaveQuestion } from '#web/lib/leave-question.ts';
import { LeaveGuard as Guard } from '#web/ui/leave-guard.tsx';

/** Asks once before a key that nobody has kept is lost. */
export function LeaveGuard({ active }: { active: boolean }) {
  useLeaveQuestion(active);
  return <Guard active={active} title="Leave without saving the key?" description={LOSS} />;
}

export const LOSS = 'The new API key was not copied yet. It is shown only once: later you can only regenerate it.';
