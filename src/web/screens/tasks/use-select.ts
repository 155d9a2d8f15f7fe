import { useEffect, useRef } from 'react';
import { isNewRow, realId } from '#web/lib/live/new-rows.ts';

/** A task that the server has not named yet has no address and no notes: it is selected once it has, unless another is. */
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
