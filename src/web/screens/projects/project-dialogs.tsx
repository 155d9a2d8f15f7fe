import { PEOPLE_TEXTS } from '#contract/people-texts.ts';
import { PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import { ProjectFormDialog } from '#web/features/projects/index.ts';
import { useSubscription } from '#web/features/subscription/index.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { NoRoom } from './no-room.tsx';
import type { useProjectActions } from './use-project-actions.ts';

export function ProjectDialogs({ actions }: { actions: ReturnType<typeof useProjectActions> }) {
  const { dialog } = actions;
  const days = useSubscription().data?.deleted_days;
  if (dialog?.kind === 'edit') {
    return (
      <ProjectFormDialog
        title={T.editTitle}
        description="Change the project’s name and description."
        submitLabel="Save Changes"
        initial={dialog.text}
        busy={false}
        onClose={actions.closeDialog}
        onSubmit={(text) => void actions.saveEdit(dialog.project, text)}
      />
    );
  }
  if (dialog?.kind === 'delete') {
    return (
      <ConfirmDialog
        open
        title={T.deleteTitle}
        description={
          <>
            This cannot be undone. It permanently deletes <b>{dialog.project.name}</b> with all its tasks and notes.
            {days !== undefined && ` It is hidden at once, and removed permanently after ${days} days.`}
          </>
        }
        confirmLabel={T.deleteTitle}
        busy={actions.deleteBusy}
        onClose={actions.closeDialog}
        onConfirm={() => actions.delete(dialog.project)}
      />
    );
  }
  if (dialog?.kind === 'leave') {
    return (
      <ConfirmDialog
        open
        title={PEOPLE_TEXTS.leaveTitle(dialog.project.name)}
        description={PEOPLE_TEXTS.leaveText(dialog.project.owner_name)}
        confirmLabel={PEOPLE_TEXTS.leaveConfirm}
        busy={actions.leaveBusy}
        onClose={actions.closeDialog}
        onConfirm={() => actions.leave(dialog.project)}
      />
    );
  }
  if (!actions.creating) return null;
  return (
    <ProjectFormDialog
      title={T.createTitle}
      description="A project holds one plan, its tasks and the notes agents leave."
      submitLabel="Create Project"
      initial={{ name: '', description: '' }}
      busy={actions.createBusy}
      notice={<NoRoom />}
      onClose={actions.closeCreate}
      onSubmit={actions.create}
    />
  );
}
