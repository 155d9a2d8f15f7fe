import { messageOf } from '#web/lib/net/failure-toast.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDeletePrdVersion } from '../mutations.ts';

interface DeleteVersionProps {
  projectId: string;
  version: number;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteVersion({ projectId, version, onDeleted, onClose }: DeleteVersionProps) {
  const remove = useDeletePrdVersion(projectId);
  const confirm = () =>
    remove.mutate(version, {
      onSuccess: () => {
        toast({ title: 'Version deleted', description: `Version ${version} of the PRD`, variant: 'success' });
        onDeleted();
      },
    });
  return (
    <ConfirmDialog
      open
      title={`Delete version ${version}?`}
      description="The newest version and the plan stay as they are. This cannot be undone."
      confirmLabel="Delete"
      busy={remove.isPending}
      error={remove.isError ? messageOf(remove.error, 'Failed to delete the version') : undefined}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
