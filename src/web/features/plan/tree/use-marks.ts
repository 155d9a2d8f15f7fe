import { useMemo, useState } from 'react';
import type { Task } from '#contract/task.ts';
import { PLAN_TEXTS } from '#contract/plan-texts.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { currentId } from '#web/lib/live/new-rows.ts';
import { type Marks, markAll, markTo, NO_MARKS, toggleMark } from './marks.ts';
import type { TreeRow } from './tree-row.ts';

/** Selection of several tasks. Only what is in sight counts: a row that is folded or filtered away is not acted on. */
export function useMarks(rows: readonly TreeRow[], openId: string | undefined) {
  const [marks, setMarks] = useState<Marks>(NO_MARKS);
  const tasks = useMemo<readonly Task[]>(() => {
    if (marks.ids.size === 0) return [];
    const ids = new Set([...marks.ids].map(currentId));
    return rows.flatMap((row) => (row.kind === 'task' && ids.has(row.id) ? [row.task] : []));
  }, [marks, rows]);
  const ids = useMemo<ReadonlySet<string>>(() => new Set(tasks.map(({ id }) => id)), [tasks]);
  const clear = (anchor?: string) => setMarks({ ids: NO_MARKS.ids, anchor });
  // Before the filter and the open task, which Escape clears too.
  useShortcut({
    keys: 'escape',
    label: PLAN_TEXTS.several.clear,
    keyOnly: true,
    group: PLAN_TEXTS.tree,
    priority: 3,
    run: () => (tasks.length === 0 ? false : clear()),
  });
  return {
    tasks,
    has: (id: string) => ids.has(id),
    clear,
    toggle: (id: string) => setMarks((now) => toggleMark({ ...now, ids }, id, openId)),
    /** By the row's menu: the open task is not added to it. */
    mark: (id: string) => setMarks((now) => toggleMark({ ...now, ids }, id, undefined)),
    extendTo: (id: string, from: string | undefined) => setMarks((now) => markTo(rows, now, from, id)),
    all: () => setMarks((now) => markAll(rows, now)),
  };
}

export type TreeMarks = ReturnType<typeof useMarks>;
