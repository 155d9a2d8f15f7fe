import { GitFork, ListOrdered, X } from 'lucide-react';
import { useState } from 'react';
import { PLAN_OPS_MAX } from '#contract/constants.ts';
import { PLAN_TEXTS } from '#contract/plan-texts.ts';
import type { Task } from '#contract/task.ts';
import { useEditLock } from '#web/lib/live/edit-lock.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem } from '#web/ui/menu-items.tsx';
import { toast } from '#web/ui/toast.ts';
import type { PlanView } from '../data/plan-view.ts';
import type { PlanEdits } from '../data/use-plan-edits.ts';
import { DependencyPicker } from '../task/dependency-picker.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './selection-bar.module.css';

const T = PLAN_TEXTS.several;

interface SelectionBarProps {
  plan: PlanView;
  edits: PlanEdits;
  /** In tree order, at least one. */
  tasks: readonly Task[];
  onClear: () => void;
  /** Puts the focus back into the tree. */
  onReturn: () => void;
}

/** Actions on the tasks selected in the tree. The selection stays, for the next action, unless they are deleted. */
export function SelectionBar({ plan, edits, tasks, onClear, onReturn }: SelectionBarProps) {
  const [picking, setPicking] = useState<'place' | 'dependency'>();
  const lock = useEditLock();
  const act = (run: () => unknown) => {
    if (lock) toast({ title: lock.title, description: lock.reason });
    else if (tasks.length > PLAN_OPS_MAX) toast({ title: T.tooMany(PLAN_OPS_MAX) });
    else run();
  };
  const close = (returnFocus = true) => {
    setPicking(undefined);
    if (returnFocus) onReturn();
  };
  const ids = new Set<string>(tasks.map(({ id }) => id));
  const moveTo = (id: string) => {
    close();
    act(() => edits.moveTasks(plan, tasks, plan.lists.has(id) ? { list: id } : { parent: id }));
  };
  const waitFor = (id: string) => {
    close();
    const on = plan.tasks.get(id);
    if (on)
      act(() =>
        edits.dependTasks(
          plan,
          tasks.map((task) => [task, on] as const),
        ),
      );
  };
  const inOrder = () =>
    act(() =>
      edits.dependTasks(
        plan,
        tasks.flatMap((task, i) => {
          const before = tasks[i - 1];
          return before ? [[task, before] as const] : [];
        }),
      ),
    );

  return (
    <div className={styles.bar} role="group" aria-label={T.bar(tasks.length)}>
      {picking === 'place' && (
        <DependencyPicker
          label={T.moveTo}
          tasks={plan.order}
          lists={plan.roots}
          without={withBelow(plan, ids)}
          onPick={moveTo}
          onClose={close}
        />
      )}
      {picking === 'dependency' && (
        <DependencyPicker label={T.waitFor} tasks={plan.order} without={ids} onPick={waitFor} onClose={close} />
      )}
      <div className={styles.actions}>
        <span className={cx(typography.small, typography.nowrap, typography.tabular)}>{T.selected(tasks.length)}</span>
        <IconButton size="sm" label={T.clear} shortcut="escape" icon={<X />} onClick={onClear} />
        <span className={layout.grow} />
        <Button size="sm" variant="ghost" onClick={() => act(() => edits.finishTasks(plan, tasks))}>
          {T.done}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={picking === 'place'}
          onClick={() => act(() => setPicking('place'))}
        >
          {T.move}
        </Button>
        <Menu
          label={T.depend}
          align="start"
          trigger={(props) => (
            <Button {...props} size="sm" variant="ghost">
              {T.depend}
            </Button>
          )}
        >
          <MenuItem icon={<ListOrdered />} disabled={tasks.length < 2} onSelect={inOrder}>
            {T.inOrder}
          </MenuItem>
          <MenuItem icon={<GitFork />} onSelect={() => act(() => setPicking('dependency'))}>
            {T.onTask}
          </MenuItem>
        </Menu>
        <Button
          size="sm"
          variant="danger-ghost"
          onClick={() =>
            act(() => {
              onClear();
              void edits.deleteTasks(plan, tasks);
            })
          }
        >
          {T.delete}
        </Button>
      </div>
    </div>
  );
}

/** A task cannot go below itself or one of its subtasks. */
function withBelow(plan: PlanView, ids: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    plan.order.flatMap(({ id }) => (ids.has(id) || plan.pathOf(id).ancestors.some((up) => ids.has(up.id)) ? [id] : [])),
  );
}
