import { ListPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { TASK_LIST_NAME_MAX, TASK_TITLE_MAX } from '#contract/constants.ts';
import type { Task, TaskList } from '#contract/task.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { Button } from '#web/ui/button.tsx';
import type { PlanView } from '../data/plan-view.ts';
import { AddDialog } from './add-dialog.tsx';

interface AddBarProps {
  plan: PlanView;
  /** The filtered list: default target of a new task. */
  into: string | undefined;
  /** Beside tabs, where a narrow panel has no room for words. */
  isTight: boolean;
  onAddTask: (title: string, listId: string | undefined) => Promise<Task | undefined>;
  onAddList: (name: string) => Promise<TaskList | undefined>;
  onAdded: (taskId: string) => void;
}

export function AddBar({ plan, into, isTight, onAddTask, onAddList, onAdded }: AddBarProps) {
  const locked = useLockedProps();
  const [adding, setAdding] = useState<'task' | 'list'>();
  const close = () => setAdding(undefined);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        iconWhenNarrow={isTight}
        icon={<Plus />}
        onClick={() => setAdding('task')}
        {...locked}
      >
        Add task
      </Button>
      <Button
        variant="ghost"
        size="sm"
        iconWhenNarrow={isTight}
        icon={isTight ? <ListPlus /> : <Plus />}
        onClick={() => setAdding('list')}
        {...locked}
      >
        Add list
      </Button>
      {adding === 'task' && (
        <AddDialog
          title="Add task"
          label="Title"
          maxLength={TASK_TITLE_MAX}
          lists={plan.roots}
          into={into}
          onClose={close}
          onAdd={async (title, listId) => {
            const task = await onAddTask(title, listId);
            if (task) onAdded(task.id);
            return task !== undefined;
          }}
        />
      )}
      {adding === 'list' && (
        <AddDialog
          title="Add list"
          label="Name"
          maxLength={TASK_LIST_NAME_MAX}
          onClose={close}
          onAdd={async (name) => (await onAddList(name)) !== undefined}
        />
      )}
    </>
  );
}
