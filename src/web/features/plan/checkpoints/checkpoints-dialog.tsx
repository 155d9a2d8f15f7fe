import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Checkpoint, CheckpointDiff } from '#contract/checkpoint.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CheckpointDiffView } from './checkpoint-diff.tsx';
import { CheckpointList } from './checkpoint-list.tsx';
import { describeRestore } from './checkpoint-words.ts';
import { DeleteCheckpoint } from './delete-checkpoint.tsx';
import { restoreWithUndo } from './restore-toast.ts';

type View =
  | { step: 'list' }
  | { step: 'diff'; checkpoint: Checkpoint }
  | { step: 'confirm'; diff: CheckpointDiff }
  | { step: 'delete'; checkpoint: Checkpoint };

/** List, diff and confirmations of checkpoints. A confirmation replaces the dialog: one is open at a time. */
export function CheckpointsDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const cache = useQueryClient();
  const [view, setView] = useState<View>({ step: 'list' });
  const [busy, setBusy] = useState(false);

  if (view.step === 'confirm') {
    const { diff } = view;
    const restore = async () => {
      setBusy(true);
      const done = await restoreWithUndo(cache, diff.checkpoint);
      setBusy(false);
      if (done) onClose();
    };
    return (
      <ConfirmDialog
        open
        title={`Restore "${diff.checkpoint.name}"?`}
        description={`${describeRestore(diff)} Notes stay. The plan as it is now is kept in a checkpoint of its own.`}
        confirmLabel="Restore"
        busy={busy}
        onConfirm={() => void restore()}
        onClose={() => setView({ step: 'diff', checkpoint: diff.checkpoint })}
      />
    );
  }
  if (view.step === 'delete')
    return (
      <DeleteCheckpoint
        projectId={projectId}
        checkpoint={view.checkpoint}
        onDeleted={() => setView({ step: 'list' })}
        onClose={() => setView({ step: 'diff', checkpoint: view.checkpoint })}
      />
    );
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Checkpoints"
      description="The plan as it was: lists, tasks, dependencies and statuses."
    >
      {view.step === 'list' ? (
        <CheckpointList projectId={projectId} onChoose={(checkpoint) => setView({ step: 'diff', checkpoint })} />
      ) : (
        <CheckpointDiffView
          projectId={projectId}
          checkpoint={view.checkpoint}
          onBack={() => setView({ step: 'list' })}
          onRestore={(diff) => setView({ step: 'confirm', diff })}
          onDelete={() => setView({ step: 'delete', checkpoint: view.checkpoint })}
        />
      )}
    </Dialog>
  );
}
