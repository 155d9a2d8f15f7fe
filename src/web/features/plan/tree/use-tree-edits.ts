import { useState } from 'react';
import type { Task, TaskStatus } from '#contract/task.ts';
import { useEditLock } from '#web/lib/live/edit-lock.ts';
import { toast } from '#web/ui/toast.ts';
import { currentId, newRowId } from '#web/lib/live/new-rows.ts';
import type { PlanEdits } from '../data/use-plan-edits.ts';
import type { PlanView } from '../data/plan-view.ts';
import { type Draft, placeOfDraft } from './add-draft.ts';
import { describePlace, type MoveStep, type Place, placeAfterStep } from './places.ts';
import type { AfterTitle } from './title-input.tsx';
import type { ListRow, TaskRow } from './tree-row.ts';
import { useDraft } from './use-draft.ts';
import type { FoldControl } from './use-folds.ts';

const NOWHERE: Record<MoveStep, string> = {
  up: 'It is already the first',
  down: 'It is already the last',
  in: 'There is no task above it to move under',
  out: 'It is already at the top level of its list',
};

export interface TreeEdits {
  /** Editing is disabled; an attempt shows a toast with the reason. */
  locked: boolean;
  draft: Draft | undefined;
  /** The row being renamed; after a failed save with the text that was written. */
  renaming: { id: string; typed?: string } | undefined;
  /** Announcement about the last move. */
  said: { text: string; of: unknown };
  add: (anchorId: string, where: Draft['where']) => void;
  typeDraft: (text: string) => void;
  submitDraft: (text: string, after: AfterTitle) => void;
  closeDraft: (after: AfterTitle) => void;
  /** Undefined cancels, which works during a lock too. */
  rename: (id: string | undefined) => void;
  /** With the version of the row the name was written for. */
  submitName: (seen: TaskRow | ListRow, text: string) => void;
  remove: (id: string) => void;
  step: (id: string, step: MoveStep) => void;
  move: (task: Task, place: Place) => void;
  setStatus: (task: Task, status: TaskStatus) => void;
}

/** Edits of rows in the tree, as optimistic updates; a rollback also restores the written text. */
export function useTreeEdits(
  plan: PlanView,
  edits: PlanEdits,
  folds: FoldControl,
  focus: (id: string) => void,
): TreeEdits {
  const lock = useEditLock();
  const { draft, ...drafts } = useDraft();
  const [renaming, setRenaming] = useState<TreeEdits['renaming']>();
  const [moved, setMoved] = useState<{ id: string } | { text: string }>();

  const add = (anchorId: string, where: Draft['where']) => {
    setRenaming(undefined);
    if (where === 'below' || plan.lists.has(anchorId)) folds.setFolded([anchorId], false);
    drafts.open({ anchorId, earlier: [], where, text: '', attempt: newRowId() });
  };
  const submitDraft = async (text: string, after: AfterTitle) => {
    if (!draft) return;
    const id = newRowId();
    const place = placeOfDraft(plan, draft);
    // The next row is anchored to this one by its temporary id, whether or not it is saved by then.
    const anchors = draft.where === 'after' && { anchorId: id, earlier: [draft.anchorId, ...draft.earlier] };
    const following = drafts.leave(after === 'next' ? { ...draft, ...anchors, text: '' } : undefined);
    const making =
      draft.where === 'list' ? edits.createList(text, id) : place && edits.createTask({ title: text, id, ...place });
    // Before the response: later it could take the focus from another field.
    if (after === 'done' && !following) focus(id);
    if (!(await making)) drafts.bringBack({ ...draft, text, attempt: id });
  };
  const submitName = async (seen: TaskRow | ListRow, text: string) => {
    setRenaming(undefined);
    const saved = await (seen.kind === 'task'
      ? edits.updateTask(seen.task, { title: text })
      : edits.updateList(seen.list, { name: text }));
    if (!saved) setRenaming((other) => other ?? { id: seen.id, typed: text });
  };
  const move = (task: Task, place: Place) => {
    if (place.parentTaskId !== undefined) folds.setFolded([place.parentTaskId], false);
    setMoved({ id: task.id });
    void edits.moveTask(task, place);
  };

  /** Keyboard shortcuts and drags cannot be shown as disabled, so an attempt explains it. */
  const unlessLocked =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) =>
      lock ? void toast({ title: lock.title, description: lock.reason }) : act(...args);

  const startRenaming = unlessLocked((id: string) => setRenaming({ id }));

  return {
    locked: lock !== undefined,
    draft,
    renaming,
    said: {
      text: moved === undefined ? '' : 'text' in moved ? moved.text : describePlace(plan, currentId(moved.id)),
      of: moved,
    },
    add: unlessLocked(add),
    typeDraft: drafts.type,
    submitDraft: (text, after) => void submitDraft(text, after),
    closeDraft: (after) => {
      const following = drafts.leave();
      if (draft && !following && after !== 'elsewhere') focus(draft.anchorId);
    },
    rename: (id) => (id === undefined ? setRenaming(undefined) : startRenaming(id)),
    submitName: (seen, text) => void submitName(seen, text),
    remove: unlessLocked((id) => {
      const task = plan.tasks.get(id);
      const list = plan.lists.get(id);
      if (task) void edits.deleteTask(task);
      else if (list) void edits.deleteList(list);
    }),
    step: unlessLocked((id, step) => {
      const task = plan.tasks.get(id);
      const place = task && placeAfterStep(plan, task, step);
      if (task && place) move(task, place);
      else if (task) setMoved({ text: NOWHERE[step] });
    }),
    move: unlessLocked(move),
    setStatus: unlessLocked((task, status) => void edits.updateTask(task, { status })),
  };
}
