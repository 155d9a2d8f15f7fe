import type { Checkpoint } from '#contract/checkpoint.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDeleteCheckpoint } from './queries.ts';

interface DeleteCheckpointProps {
  projectId: string;
  checkpoint: Checkpoint;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteCheckpoint({ projectId, checkpoint, onDeleted, onClose }: DeleteCheckpointProps) {
  const remove = useDeleteCheckpoint(projectId);
  const confirm = () =>
    remove.mutate(checkpoint.id, {
      onSuccess: () => {
        toast({ title: 'Checkpoint deleted', description: checkpoint.name, variant: 'success' });
        onDeleted();
      },
    });
  return (
    <ConfirmDialog
      open
      title={`Delete "${checkpoint.name}"?`}
      description="The plan stays as it is, but can no longer be restored to this checkpoint. This cannot be undone."
      confirmLabel="Delete"
      busy={remove.isPending}
      error={remove.isError ? messageOf(remove.error, 'Failed to delete the checkpoint') : undefined}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
