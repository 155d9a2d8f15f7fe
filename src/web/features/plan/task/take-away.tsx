import type { Task } from '#contract/task.ts';
import type { PlanView } from '../data/plan-view.ts';
import { usePlanEdits } from '../data/use-plan-edits.ts';
import { TakeBatonDialog } from './take-baton-dialog.tsx';

interface TakeAwayProps {
  plan: PlanView;
  task: Task;
  onClose: () => void;
}

/** The dialog for a task that is held elsewhere than in its own panel; gone with the baton. */
export function TakeAway({ plan, task, onClose }: TakeAwayProps) {
  const edits = usePlanEdits(plan.project.id);
  const holder = plan.batonOf(task.id)?.holder.name;
  if (holder === undefined) return null;
  return (
    <TakeBatonDialog holder={holder} onClose={onClose} onTakeAway={(reason) => edits.takeBatonAway(task, reason)} />
  );
}
