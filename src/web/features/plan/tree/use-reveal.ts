import { useEffect, useRef } from 'react';
import type { PlanView } from '../data/plan-view.ts';
import type { FoldControl } from './use-folds.ts';
import type { TreeRows } from './use-tree-rows.ts';

/** Expands and scrolls to a task that was selected elsewhere (URL, link, another panel), once per selection. */
export function useReveal(
  plan: PlanView,
  { indexOf }: TreeRows,
  folds: FoldControl,
  selectedId: string | undefined,
  show: (id: string, index: number) => void,
) {
  const unfolded = useRef<string>(undefined);
  const shown = useRef<string>(undefined);
  const index = selectedId === undefined ? undefined : indexOf.get(selectedId);

  useEffect(() => {
    if (selectedId === unfolded.current) return;
    unfolded.current = selectedId;
    if (selectedId !== undefined) folds.setFolded(pathTo(plan, selectedId), false);
  });
  useEffect(() => {
    if (selectedId === undefined) shown.current = undefined;
    if (selectedId === undefined || index === undefined || shown.current === selectedId) return;
    shown.current = selectedId;
    show(selectedId, index);
  });
}

/** Ids of the root list and all ancestors. */
function pathTo(plan: PlanView, taskId: string) {
  const { root, ancestors } = plan.pathOf(taskId);
  return [...(root ? [root.id] : []), ...ancestors.map(({ id }) => id)];
}
