import { useEffect, useRef, useState } from 'react';
import type { SettingsAnswer } from '#contract/admin-settings.ts';
import { findProblems } from '#contract/settings-rules.ts';
import { ADMIN_SETTINGS_TEXTS as T } from '#contract/admin-texts.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { dismissToast, toast } from '#web/ui/toast.ts';
import { failureWords } from '../failure-words.ts';
import {
  changedFields,
  defaultsDraft,
  type FieldName,
  type FieldValue,
  listOthersChanges,
  type OthersChange,
  readField,
  rebase,
  type SettingsDraft,
  toDraft,
  writeField,
} from './draft.ts';
import { describeChange } from './sections.ts';
import { useFreshSettings, useSaveSettings } from './settings-query.ts';

/** A draft and its merge base. */
interface Edit {
  base: SettingsAnswer;
  draft: SettingsDraft;
}

export interface Clash {
  theirs: SettingsAnswer;
  changes: readonly OthersChange[];
}

/** Without edits the form shows whatever is loaded; the first edit fixes the base for conflict detection. */
export function useSettingsForm(loaded: SettingsAnswer) {
  const [edit, setEdit] = useState<Edit>();
  const [clash, setClash] = useState<Clash>();
  const [failure, setFailure] = useState<string>();
  const save = useSaveSettings();
  const fetchFresh = useFreshSettings();
  const undo = useUndoToast();

  const base = edit?.base ?? loaded;
  const draft = edit?.draft ?? toDraft(loaded);
  const changed = changedFields(base, draft);
  const problems = findProblems(draft.settings, draft.tierLimits);
  const keep = (next: SettingsDraft) => {
    undo.withdraw();
    setEdit(changedFields(base, next).length === 0 ? undefined : { base, draft: next });
    // A failure belongs to the draft that was confirmed, not to a later edit.
    setFailure(undefined);
  };

  const fail = (error: unknown) => {
    const words = failureWords(error, T.saveFailed, T.saveFailed);
    if (!isShownElsewhere(error)) toast({ variant: 'destructive', title: T.errorTitle, description: words });
    setFailure(words);
  };

  const openConflict = async (from: Edit) => {
    const theirs = await fetchFresh();
    const isOnlyNewer =
      theirs.lastModified !== from.base.lastModified && changedFields(from.base, toDraft(theirs)).length === 0;
    // The instance was saved, which has the same version but none of these fields.
    if (isOnlyNewer) return send({ base: theirs, draft: from.draft });
    setClash({ theirs, changes: listOthersChanges(from.base, from.draft, theirs) });
  };

  const send = async (from: Edit) => {
    setFailure(undefined);
    try {
      await save.mutateAsync({ ...from.draft, lastModified: from.base.lastModified });
      setEdit(undefined);
      setClash(undefined);
      toast({ variant: 'success', title: T.savedTitle, description: T.saved });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await openConflict(from).catch(fail);
      else fail(error);
    }
  };

  /** Rebases the draft onto the other person's save; in the yielded fields theirs wins. */
  const settle = (yielded: ReadonlySet<FieldName>) => {
    if (!clash) return undefined;
    const next = { base: clash.theirs, draft: rebase(base, draft, clash.theirs, yielded) };
    setClash(undefined);
    setEdit(changedFields(next.base, next.draft).length === 0 ? undefined : next);
    return next;
  };

  return {
    draft,
    changed,
    /** Descriptions of the changes, field by field. */
    changes: changed.map((field) => describeChange(field, readField(base, field), readField(draft, field))),
    problems,
    clash,
    failure,
    isSaving: save.isPending,
    isDirty: changed.length > 0,
    set: (field: FieldName, value: FieldValue) => keep(writeField(draft, field, value)),
    discard: () => {
      setEdit(undefined);
      setFailure(undefined);
      if (edit) undo.make(T.discarded, () => setEdit(edit));
    },
    reset: () => keep(defaultsDraft()),
    /** Whether the draft can be saved; problems are listed in a toast and nothing is sent. */
    check: () => {
      if (problems.length === 0) return true;
      const lines = [T.invalid, ...problems.map(({ message }) => message)];
      toast({ variant: 'destructive', title: T.invalidTitle, description: lines.join('\n') });
      return false;
    },
    save: () => send({ base, draft }),
    settle,
    keepMine: async (yielded: ReadonlySet<FieldName>) => {
      const next = settle(yielded);
      if (next && changedFields(next.base, next.draft).length > 0) await send(next);
    },
  };
}

/** Undo of a discard; withdrawn when something is typed, which it would overwrite, or the screen is left. */
function useUndoToast() {
  const shown = useRef<number>(undefined);
  const withdraw = () => {
    if (shown.current !== undefined) dismissToast(shown.current);
  };
  useEffect(() => withdraw, []);
  const make = (title: string, run: () => void) => {
    shown.current = toast({ title, action: { label: 'Undo', run } });
  };
  return { make, withdraw };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
