import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Id } from '#contract/fields.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { Button } from '#web/ui/button.tsx';
import { restoreWithUndo } from '../checkpoints/restore-toast.ts';

interface UndoStepProps {
  projectId: string;
  checkpointId: Id;
  /** The step's line in the activity, for the accessible name. */
  what: string;
  /** Called after the undo, when this button is about to unmount. */
  onUndone?: () => void;
}

/** Restores the checkpoint from before a step; the toast's Undo reverts that. */
export function UndoStep({ projectId, checkpointId, what, onUndone }: UndoStepProps) {
  const cache = useQueryClient();
  const locked = useLockedProps();
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    const isDone = await restoreWithUndo(cache, { id: checkpointId, project_id: projectId });
    setBusy(false);
    if (isDone) onUndone?.();
  };
  return (
    <>
      {' '}
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Undo: ${what}`}
        busy={busy}
        onClick={() => void undo()}
        {...locked}
      >
        Undo
      </Button>
    </>
  );
}
