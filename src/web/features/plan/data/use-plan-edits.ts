import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { listPatches, subscribePatches } from '#web/lib/live/plan-patches.ts';
import { attemptIn } from './attempt-edit.ts';
import { batchEdits } from './batch-edits.ts';
import { listEdits, relationEdits } from './other-edits.ts';
import { questionEdits } from './question-edits.ts';
import { taskEdits } from './task-edits.ts';

export type PlanEdits = ReturnType<typeof usePlanEdits>;

/**
 * All edits of a plan, as optimistic updates with rollback. A failed one shows a toast and resolves to undefined, so
 * that the caller keeps what was typed.
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
      ...batchEdits(attempt, cache, projectId),
    };
  }, [cache, projectId]);
  const patches = useSyncExternalStore(subscribePatches, () => listPatches(cache, projectId));
  const pending = useMemo<ReadonlySet<string>>(() => new Set(patches.flatMap(({ rows }) => rows)), [patches]);
  return useMemo(() => ({ ...edits, pending }), [edits, pending]);
}
