import { useNavigate } from 'react-router';
import { PEOPLE_TEXTS } from '#contract/people-texts.ts';
import { PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { useDeleteProject, useLeaveProject, useUpdateProject } from '#web/features/projects/index.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { paths } from '#web/paths.ts';
import { toast } from '#web/ui/toast.ts';

const tell = (error: unknown, fallback: string) => {
  if (!isShownElsewhere(error)) toast(failureToast(error, fallback));
};

/** Archive, unarchive, delete and leave; `onGone` is called before the last two, and again if one fails. */
export function useDanger(project: ProjectSummary, onGone: (isGone: boolean) => void) {
  const navigate = useNavigate();
  const update = useUpdateProject();
  const remove = useDeleteProject();
  const leave = useLeaveProject();
  const busy = update.isPending
    ? ('archive' as const)
    : remove.isPending
      ? ('delete' as const)
      : leave.isPending
        ? ('leave' as const)
        : undefined;
  return {
    busy,
    archive: () =>
      update.mutate(
        { project, edit: { status: project.status === 'archived' ? 'active' : 'archived' } },
        {
          onSuccess: () => toast({ title: T.success, description: T.updated, variant: 'success' }),
          onError: (error) => tell(error, T.updateFailed),
        },
      ),
    // The feed may report the deletion before the answer does, and this screen is unmounted then.
    remove: async () => {
      onGone(true);
      try {
        await remove.mutateAsync(project);
        const description = `${project.name} was deleted with all its tasks and notes.`;
        toast({ title: T.deleted, description, variant: 'success' });
        void navigate(paths.projects, { replace: true });
      } catch (error) {
        onGone(false);
        tell(error, T.deleteFailed);
      }
    },
    leave: async () => {
      onGone(true);
      try {
        await leave.mutateAsync(project);
        toast({ title: PEOPLE_TEXTS.left, description: PEOPLE_TEXTS.leftText(project.name), variant: 'success' });
        void navigate(paths.projects, { replace: true });
      } catch (error) {
        onGone(false);
        tell(error, PEOPLE_TEXTS.leaveFailed);
      }
    },
  };
}
