import { currentId } from '#web/lib/live/new-rows.ts';
import type { PlanView } from '../data/plan-view.ts';
import type { Place } from './places.ts';
import { DRAFT_ID, endOfBranch, type DraftRow, type TreeRow } from './tree-row.ts';

/** A row being written: a task after or below its anchor, or a list at the end. */
export interface Draft {
  anchorId: string;
  /** Earlier anchors, latest first: the fallback if the anchor is itself a new row that failed to save. */
  earlier: readonly string[];
  where: 'after' | 'below' | 'list';
  /** Initial text; after a failed save, the text that was written. */
  text: string;
  /** React key: another attempt remounts the field. */
  attempt: string;
}

/** Below a list's row a task always goes into that list. Undefined if no anchor is left in the plan. */
export function placeOfDraft(plan: PlanView, { anchorId, earlier, where }: Draft): Place | undefined {
  const id = [anchorId, ...earlier].map(currentId).find((each) => plan.lists.has(each) || plan.tasks.has(each));
  if (id === undefined) return undefined;
  const task = plan.tasks.get(id);
  if (!task) return { taskListId: id };
  return where === 'below' ? { parentTaskId: task.id } : { taskListId: task.task_list_id, afterTaskId: task.id };
}

/** Inserts the draft's row. Returns the same array if the anchor is not visible. */
export function withDraft(rows: TreeRow[], draft: Draft | undefined): TreeRow[] {
  if (draft?.where === 'list') return [...rows, draftRow(1)];
  if (!draft) return rows;
  const index = [draft.anchorId, ...draft.earlier]
    .map((wanted) => rows.findIndex(({ id }) => id === currentId(wanted)))
    .find((at) => at !== -1);
  const anchor = index === undefined ? undefined : rows[index];
  if (index === undefined || !anchor) return rows;
  const below = draft.where === 'below' || anchor.kind === 'list';
  return rows.toSpliced(endOfBranch(rows, index), 0, draftRow(below ? anchor.level + 1 : anchor.level));
}

const draftRow = (level: number): DraftRow => ({
  kind: 'draft',
  id: DRAFT_ID,
  level,
  position: 1,
  setSize: 1,
  expanded: undefined,
  lit: 0,
  elbow: false,
  hit: true,
});
