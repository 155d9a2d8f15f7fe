import { useState } from 'react';
import type { ProjectSummary } from '#contract/project.ts';
import { PROJECT_SETTINGS_TEXTS as T } from '#contract/project-settings-texts.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { toast } from '#web/ui/toast.ts';
import {
  changedFields,
  type Draft,
  type FieldName,
  findDisputed,
  findProblems,
  isChanged,
  rebase,
  sayChange,
  toDraft,
  toPatch,
} from './draft.ts';
import { useReadProject, useSaveProject } from './save-project.ts';

/** A draft and its merge base. */
interface Edit {
  base: ProjectSummary;
  draft: Draft;
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;

/** Without edits it shows the project as it is; the first edit fixes the base for conflict detection. */
export function useSettingsForm(project: ProjectSummary) {
  const [edit, setEdit] = useState<Edit>();
  const [isShowingProblems, showProblems] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const save = useSaveProject();
  const readAgain = useReadProject();

  const base = edit?.base ?? project;
  const baseDraft = toDraft(base);
  const draft = edit?.draft ?? baseDraft;
  const theirs = toDraft(project);
  const isMoved = edit !== undefined && project.updated_at !== edit.base.updated_at;
  const disputed = isMoved && !isSaving ? findDisputed(baseDraft, draft, theirs) : [];
  const settle = (yielded: readonly FieldName[]): Edit | undefined => {
    const next = { base: project, draft: rebase(baseDraft, draft, theirs, yielded) };
    const kept = changedFields(theirs, next.draft).length === 0 ? undefined : next;
    setEdit(kept);
    return kept;
  };
  // Three-way merge during render: fields changed only by others are taken over silently, those edited here stay.
  if (isMoved && !isSaving && disputed.length === 0) settle([]);

  const changed = changedFields(baseDraft, draft);
  const problems = findProblems(draft);

  const send = async (from: Edit, isSecond = false): Promise<void> => {
    const patch = toPatch(toDraft(from.base), from.draft);
    try {
      await save(from.base, patch);
      setEdit(undefined);
      showProblems(false);
      toast({ variant: 'success', title: T.bar.saved, description: T.bar.savedText });
    } catch (error) {
      if (!isConflict(error) || isSecond) return tell(error);
      // Conflict that the feed has not shown yet: if no field is disputed, the edit is rebased onto the newer row and retried.
      const fresh = await readAgain(from.base.id);
      const [mine, now] = [toDraft(from.base), toDraft(fresh)];
      if (findDisputed(mine, from.draft, now).length > 0) return undefined;
      return send({ base: fresh, draft: rebase(mine, from.draft, now) }, true);
    }
    return undefined;
  };

  return {
    draft,
    base: baseDraft,
    changed,
    changes: changed.map((field) => sayChange(field, baseDraft, draft)),
    /** Shown after the first attempt to save, or once a changed field is invalid. */
    problemOf: (field: FieldName) =>
      isShowingProblems || isChanged(field, baseDraft, draft) ? problems[field] : undefined,
    problems,
    disputed,
    theirs,
    isSaving,
    isDirty: changed.length > 0,
    set: (field: FieldName, value: string) => {
      const next = { ...draft, [field]: value };
      setEdit(changedFields(baseDraft, next).length === 0 ? undefined : { base, draft: next });
    },
    takeTheirs: () => void settle(disputed),
    keepMine: () => void settle([]),
    discard: () => {
      const dropped = edit;
      setEdit(undefined);
      showProblems(false);
      if (dropped) toast({ title: T.bar.discarded, action: { label: 'Undo', run: () => setEdit(dropped) } });
    },
    /** Returns whether it was attempted; a problem or a conflict prevents it. */
    save: async (): Promise<boolean> => {
      if (!edit || isSaving) return false;
      showProblems(true);
      if (Object.keys(problems).length > 0 || disputed.length > 0) return false;
      setSaving(true);
      await send(edit).catch(tell);
      setSaving(false);
      return true;
    },
  };
}

const isConflict = (error: unknown) => error instanceof ApiError && error.errorCode === 'EDIT_CONFLICT';

function tell(error: unknown): void {
  if (!isShownElsewhere(error)) toast(failureToast(error, T.bar.failed));
}
