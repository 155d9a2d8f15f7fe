import { currentId } from '#web/lib/live/new-rows.ts';
import type { PlanView } from '../data/plan-view.ts';
import type { Place } from './places.ts';
import { DRAFT_ID, endOfBranch, type DraftRow, type TreeRow } from './tree-row.ts';

/** A task that is being written beside a row or below it, or a list at the end. */
export interface Draft {
  anchorId: string;
  /** The anchors before, the latest first: where new ones were refused, the field goes back there. */
  earlier: readonly string[];
  where: 'after' | 'below' | 'list';
  /** What the field starts with: after a refusal, what was written. */
  text: string;
  /** Another one is another field. */
  attempt: string;
}

/** A task below a list's own row always goes into that list; there is nothing beside a root list but other lists. */
export function placeOfDraft(plan: PlanView, { anchorId, earlier, where }: Draft): Place | undefined {
  const id = [anchorId, ...earlier].map(currentId).find((each) => plan.lists.has(each) || plan.tasks.has(each));
  if (id === undefined) return undefined;
  const task = plan.tasks.get(id);
  if (!task) return { taskListId: id };
  return where === 'below' ? { parentTaskId: task.id } : { taskListId: task.task_list_id, afterTaskId: task.id };
}

/** The rows with the one that is being written in its place; the same array when its anchor is not in sight. */
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
