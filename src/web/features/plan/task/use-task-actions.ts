import { Check, Circle, CircleDot, Copy, Hash, Link2, type LucideIcon, Trash2, Unlock } from 'lucide-react';
import type { Task, TaskStatus } from '#contract/task.ts';
import { type PageAction, usePageActions } from '#web/lib/keys/page-actions.ts';
import { useEditLock } from '#web/lib/live/edit-lock.ts';
import type { PlanView } from '../data/plan-view.ts';
import type { PlanEdits } from '../data/use-plan-edits.ts';
import { copySaid } from './copy-said.ts';

const STATUSES: readonly { status: TaskStatus; label: string; icon: LucideIcon }[] = [
  { status: 'done', label: 'Mark as done', icon: Check },
  { status: 'wip', label: 'Mark as in progress', icon: CircleDot },
  { status: 'open', label: 'Mark as open', icon: Circle },
];

interface TaskReach {
  plan: PlanView;
  task: Task;
  edits: PlanEdits;
  copyForAgent: () => void;
}

/** The selected task's actions in the command menu. The status of a task with subtasks follows theirs. */
export function useTaskActions({ plan, task, edits, copyForAgent }: TaskReach) {
  const locked = useEditLock() !== undefined;
  const statuses = plan.childrenOf(task.id).length > 0 ? [] : STATUSES.filter(({ status }) => status !== task.status);
  const changes: PageAction[] = statuses.map(({ status, label, icon }) => ({
    id: `status-${status}`,
    label,
    icon,
    run: () => void edits.updateTask(task, { status }),
  }));
  if (task.blocked_reason !== null)
    changes.push({
      id: 'lift',
      label: 'Lift the block',
      icon: Unlock,
      run: () => void edits.updateTask(task, { blocked_reason: null }),
    });
  const removal: PageAction = {
    id: 'delete',
    label: 'Delete task',
    icon: Trash2,
    run: () => void edits.deleteTask(task),
  };
  usePageActions({
    title: `T${task.number} ${task.title}`,
    actions: [
      // First, and so what Enter chooses: it changes nothing.
      { id: 'prompt', label: 'Copy for agent', icon: Copy, keys: 'y a', run: copyForAgent },
      ...(locked ? [] : changes),
      {
        id: 'link',
        label: 'Copy link to task',
        icon: Link2,
        keys: 'y l',
        run: () => void copySaid(window.location.href, 'Link'),
      },
      {
        id: 'id',
        label: 'Copy task ID',
        icon: Hash,
        keys: 'y i',
        run: () => void copySaid(task.id, 'Task ID'),
      },
      ...(locked ? [] : [removal]),
    ],
  });
}
