import { useEffect, useRef } from 'react';
import { isNewRow, realId } from '#web/lib/live/new-rows.ts';

/**
 * A task with a temporary id has no URL and no notes yet: it is selected once the server has confirmed it, unless
 * another was selected meanwhile.
 */
export function useSelect(select: (taskId: string | undefined) => void) {
  const wanted = useRef<string>(undefined);
  const latest = useRef(select);
  useEffect(() => {
    latest.current = select;
  });
  return (taskId: string | undefined) => {
    wanted.current = taskId;
    if (!isNewRow(taskId)) return select(taskId);
    return void realId(taskId).then(
      (id) => wanted.current === taskId && latest.current(id),
      () => undefined,
    );
  };
}
