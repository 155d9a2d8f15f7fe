import { useEffect, useEffectEvent, useRef } from 'react';
import type { Task } from '#contract/task.ts';
import type { PlanView } from '#web/features/plan/index.ts';
import { toast } from '#web/ui/toast.ts';
import { findTask } from './find-task.ts';

/** The task in the URL. An unknown one is removed from it, with a toast unless it was shown before (deleted). */
export function useSelection(
  plan: PlanView | undefined,
  named: string | undefined,
  forget: () => void,
): Task | undefined {
  const task = plan && named !== undefined ? findTask(plan, named) : undefined;
  const seen = useRef<string>(undefined);
  const found = task !== undefined;
  const unknown = plan !== undefined && named !== undefined && !found;
  const leave = useEffectEvent(() => {
    if (seen.current !== named) toast({ title: 'That task is no longer in this plan' });
    forget();
  });
  useEffect(() => {
    if (unknown) leave();
    else if (found) seen.current = named;
  }, [unknown, found, named]);
  return task;
}
