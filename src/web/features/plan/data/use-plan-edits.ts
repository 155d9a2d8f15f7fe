import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { listPatches, subscribePatches } from '#web/lib/live/plan-patches.ts';
import { attemptIn } from './attempt-edit.ts';
import { listEdits, relationEdits } from './other-edits.ts';
import { questionEdits } from './question-edits.ts';
import { taskEdits } from './task-edits.ts';

export type PlanEdits = ReturnType<typeof usePlanEdits>;

/**
 * What a person can change in a plan. Each change is shown at once; one that fails is taken back, told in a toast, and
 * answered with nothing, so that whoever asked for it keeps what was typed.
 */
export function usePlanEdits(projectId: string) {
  const cache = useQueryClient();
  const edits = useMemo(() => {
    const attempt = attemptIn(cache, projectId);
    return {
      ...taskEdits(attempt),
      ...listEdits(attempt, projectId),
      ...relationEdits(attempt),
      ...questionEdits(attempt),
    };
  }, [cache, projectId]);
  const patches = useSyncExternalStore(subscribePatches, () => listPatches(cache, projectId));
  const pending = useMemo<ReadonlySet<string>>(() => new Set(patches.flatMap(({ rows }) => rows)), [patches]);
  return useMemo(() => ({ ...edits, pending }), [edits, pending]);
}
