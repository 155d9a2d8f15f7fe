import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { askBeforeLeaving } from '#web/lib/leave-question.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Asks once before a key that nobody has kept is lost: by going elsewhere, reloading, or closing the window. */
export function LeaveGuard({ active }: { active: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => (active ? askBeforeLeaving() : undefined), [active]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Leave without saving the key?"
      description={LOSS}
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}

export const LOSS = 'The new API key was not copied yet. It is shown only once: later you can only regenerate it.';
