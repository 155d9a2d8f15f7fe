import type { QueryClient } from '@tanstack/react-query';
import { counted } from '#contract/counted.ts';
import type { Checkpoint } from '#contract/checkpoint.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { toast } from '#web/ui/toast.ts';
import { restoreCheckpoint } from './queries.ts';

const FAILED = 'Failed to restore the checkpoint';

/** Undo restores the checkpoint that the server took before the restore. Resolves to whether it worked. */
export async function restoreWithUndo(
  cache: QueryClient,
  { id, project_id }: { id: string; project_id: string },
): Promise<boolean> {
  try {
    const { checkpoint, undo, tasks } = await restoreCheckpoint(cache, project_id, id);
    toast({
      title: 'Plan restored',
      description: `"${checkpoint.name}" is back with ${counted(tasks, 'task')}.`,
      variant: 'success',
      action: { label: 'Undo', run: () => void undoRestore(cache, undo) },
    });
    return true;
  } catch (error) {
    if (!isShownElsewhere(error)) toast(failureToast(error, FAILED));
    return false;
  }
}

async function undoRestore(cache: QueryClient, undo: Checkpoint) {
  try {
    await restoreCheckpoint(cache, undo.project_id, undo.id);
    toast({ title: 'Restore undone', description: 'The plan is as it was before.', variant: 'success' });
  } catch (error) {
    if (!isShownElsewhere(error)) toast(failureToast(error, FAILED));
  }
}
