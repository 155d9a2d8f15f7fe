import { useLeaveQuestion } from '#web/lib/leave-question.ts';
import { LeaveGuard as Guard } from '#web/ui/leave-guard.tsx';

/** Asks before a new key is lost that was not copied. */
export function LeaveGuard({ active }: { active: boolean }) {
  useLeaveQuestion(active);
  return <Guard active={active} title="Leave without saving the key?" description={LOSS} />;
}

export const LOSS = 'You have not copied the new API key yet. It is shown only once: later you can only regenerate it.';
