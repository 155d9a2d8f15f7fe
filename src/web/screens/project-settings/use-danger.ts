import { useNavigate } from 'react-router';
import { PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { useDeleteProject, useUpdateProject } from '#web/features/projects/index.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { paths } from '#web/paths.ts';
import { toast } from '#web/ui/toast.ts';

const tell = (error: unknown, fallback: string) => {
  if (!isShownElsewhere(error)) toast(failureToast(error, fallback));
};

/** Archive, unarchive and delete; `onGone` is called before a delete, and again if it fails. */
export function useDanger(project: ProjectSummary, onGone: (isGone: boolean) => void) {
  const navigate = useNavigate();
  const update = useUpdateProject();
  const remove = useDeleteProject();
  const busy = update.isPending ? ('archive' as const) : remove.isPending ? ('delete' as const) : undefined;
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
  };
}
