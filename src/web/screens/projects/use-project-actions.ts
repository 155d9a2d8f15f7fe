import { useState } from 'react';
import { useNavigate } from 'react-router';
import { EXAMPLE_TEXTS } from '#contract/first-run-texts.ts';
import { PEOPLE_TEXTS } from '#contract/people-texts.ts';
import { PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import {
  type ProjectChange,
  type ProjectText,
  useCreateProject,
  useDeleteProject,
  useLeaveProject,
  useUpdateProject,
} from '#web/features/projects/index.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { failureToast, messageOf } from '#web/lib/net/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { paths } from '#web/paths.ts';
import { toast } from '#web/ui/toast.ts';

export type OpenDialog =
  | { kind: 'edit'; project: ProjectSummary; text: ProjectText }
  | { kind: 'delete'; project: ProjectSummary }
  | { kind: 'leave'; project: ProjectSummary };

const tellFailure = (title: string, error: unknown, fallback: string) => {
  if (isShownElsewhere(error)) return;
  const limited = error instanceof ApiError && error.errorType === 'USAGE_LIMIT_EXCEEDED';
  toast(limited ? failureToast(error) : { title, description: messageOf(error, fallback), variant: 'destructive' });
};

/** The actions of the list, and which dialog is open. */
export function useProjectActions(creation: { creating: boolean; setCreating: (on: boolean) => void }) {
  const navigate = useNavigate();
  const create = useCreateProject();
  const remove = useDeleteProject();
  const leave = useLeaveProject();
  const { save, pending } = useSave();
  const [dialog, setDialog] = useState<OpenDialog | undefined>();
  /** Text of an edit that failed, restored when it is tried again. */
  const [unsaved, setUnsaved] = useState<Readonly<Record<string, ProjectText | undefined>>>({});

  const deleteNow = (project: ProjectSummary) =>
    remove.mutate(project, {
      onSuccess: () => {
        setDialog(undefined);
        toast({
          ...(project.is_example
            ? { title: EXAMPLE_TEXTS.removed, description: EXAMPLE_TEXTS.removedText }
            : { title: T.deleted, description: `${project.name} was deleted with all its tasks and notes.` }),
          variant: 'success',
        });
      },
      onError: (error) => tellFailure(T.deletionFailed, error, T.deleteFailed),
    });

  return {
    creating: creation.creating,
    closeCreate: () => creation.setCreating(false),
    createBusy: create.isPending,
    create: (text: ProjectText) =>
      create.mutate(text, {
        onSuccess: (project) => {
          toast({ title: T.created, description: `${project.name} is ready for a PRD.`, variant: 'success' });
          void navigate(paths.project(project.id), { replace: true });
        },
        onError: (error) => tellFailure(T.creationFailed, error, T.createFailed),
      }),
    /** The first project, by its name alone: the page stays, with the next step on it. */
    createFirst: (name: string) =>
      create.mutate(
        { name, description: '' },
        { onError: (error) => tellFailure(T.creationFailed, error, T.createFailed) },
      ),
    dialog,
    closeDialog: () => setDialog(undefined),
    isPending: (project: ProjectSummary) => pending.has(project.id),
    edit: (project: ProjectSummary) =>
      setDialog({
        kind: 'edit',
        project,
        text: unsaved[project.id] ?? { name: project.name, description: project.description ?? '' },
      }),
    saveEdit: async (project: ProjectSummary, text: ProjectText) => {
      setDialog(undefined);
      const saved = await save({ project, edit: text });
      setUnsaved((known) => ({ ...known, [project.id]: saved ? undefined : text }));
      if (!saved) setDialog((open) => open ?? { kind: 'edit', project, text });
    },
    toggleArchived: (project: ProjectSummary) =>
      save({ project, edit: { status: project.status === 'archived' ? 'active' : 'archived' } }),
    /** The example goes at one click, since it can be loaded again. */
    askDelete: (project: ProjectSummary) =>
      project.is_example ? deleteNow(project) : setDialog({ kind: 'delete', project }),
    deleteBusy: remove.isPending,
    delete: deleteNow,
    askLeave: (project: ProjectSummary) => setDialog({ kind: 'leave', project }),
    leaveBusy: leave.isPending,
    leave: (project: ProjectSummary) =>
      leave.mutate(project, {
        onSuccess: () => {
          setDialog(undefined);
          toast({ title: PEOPLE_TEXTS.left, description: PEOPLE_TEXTS.leftText(project.name), variant: 'success' });
        },
        onError: (error) => tellFailure(T.error, error, PEOPLE_TEXTS.leaveFailed),
      }),
  };
}

/** Saves edits, also concurrent ones, with a toast for each result. Returns whether it was saved. */
function useSave() {
  const update = useUpdateProject();
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const save = async (change: ProjectChange): Promise<boolean> => {
    setPending((ids) => new Set([...ids, change.project.id]));
    try {
      await update.mutateAsync(change);
      toast({ title: T.success, description: T.updated, variant: 'success' });
      return true;
    } catch (error) {
      tellFailure(T.error, error, T.updateFailed);
      return false;
    } finally {
      setPending((ids) => new Set([...ids].filter((id) => id !== change.project.id)));
    }
  };
  return { save, pending };
}
