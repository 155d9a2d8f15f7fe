import {
  ArrowDown,
  ArrowUp,
  CornerDownRight,
  IndentDecrease,
  IndentIncrease,
  ListPlus,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TaskStatus } from '#contract/task.ts';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem, MenuSeparator } from '#web/ui/menu-items.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import { currentId } from '#web/lib/live/new-rows.ts';
import type { PlanView } from '../data/plan-view.ts';
import { numberOf } from './tree-row.ts';
import type { TreeEdits } from './use-tree-edits.ts';
import styles from './tree-menu.module.css';

const STATUS_WORDS: Record<TaskStatus, string> = { open: 'Open', wip: 'WIP', done: 'Done' };
const STATUSES: readonly TaskStatus[] = ['open', 'wip', 'done'];

interface At {
  id: string;
  x: number;
  y: number;
}

/** One menu shared by all rows: its invisible trigger is moved to the row or pointer and clicked. */
export function useTreeMenu() {
  const holder = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<At>();
  const openAt = (id: string, x: number, y: number) => {
    const box = holder.current?.parentElement?.getBoundingClientRect();
    flushSync(() => setAt({ id, x: x - (box?.left ?? 0), y: y - (box?.top ?? 0) }));
    const button = holder.current?.querySelector<HTMLElement>('[data-part=anchor]');
    if (button?.getAttribute('aria-expanded') === 'false') button.click();
  };
  return { holder, at, openAt };
}

export interface TreeMenuProps {
  menu: ReturnType<typeof useTreeMenu>;
  plan: PlanView;
  edits: TreeEdits;
  onReturn: (id: string) => void;
}

export function TreeMenu({ menu: { holder, at }, plan, edits, onReturn }: TreeMenuProps) {
  const id = currentId(at?.id ?? '');
  const task = plan.tasks.get(id);
  const list = plan.lists.get(id);
  const label = task ? `Actions for ${numberOf(task)}` : `Actions for ${list?.name ?? 'the list'}`;
  return (
    <div ref={holder} className={styles.holder}>
      <Menu
        label={label}
        align="start"
        trigger={(props) => (
          <button
            {...props}
            type="button"
            tabIndex={-1}
            aria-label={label}
            className={styles.anchor}
            data-part="anchor"
            style={{ left: at?.x ?? 0, top: at?.y ?? 0 }}
            onFocus={() => at && onReturn(at.id)}
          />
        )}
      >
        {task && <TaskItems taskId={task.id} status={task.status} plan={plan} edits={edits} />}
        {list && <ListItems listId={list.id} edits={edits} />}
      </Menu>
    </div>
  );
}

function TaskItems({
  taskId,
  status,
  plan,
  edits,
}: {
  taskId: string;
  status: TaskStatus;
  plan: PlanView;
  edits: TreeEdits;
}) {
  const setStatus = (next: TaskStatus) => {
    const task = plan.tasks.get(taskId);
    if (task) edits.setStatus(task, next);
  };
  return (
    <>
      {STATUSES.map((each) => (
        <MenuItem
          key={each}
          icon={<StatusGlyph status={each} />}
          disabled={edits.locked || each === status}
          onSelect={() => setStatus(each)}
        >
          {STATUS_WORDS[each]}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem disabled={edits.locked} icon={<Plus />} shortcut="a" onSelect={() => edits.add(taskId, 'after')}>
        Add task after
      </MenuItem>
      <MenuItem
        disabled={edits.locked}
        icon={<CornerDownRight />}
        shortcut="shift+a"
        onSelect={() => edits.add(taskId, 'below')}
      >
        Add subtask
      </MenuItem>
      <MenuItem disabled={edits.locked} icon={<Pencil />} shortcut="f2" onSelect={() => edits.rename(taskId)}>
        Rename
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        disabled={edits.locked}
        icon={<ArrowUp />}
        shortcut="alt+arrowup"
        onSelect={() => edits.step(taskId, 'up')}
      >
        Move up
      </MenuItem>
      <MenuItem
        disabled={edits.locked}
        icon={<ArrowDown />}
        shortcut="alt+arrowdown"
        onSelect={() => edits.step(taskId, 'down')}
      >
        Move down
      </MenuItem>
      <MenuItem
        disabled={edits.locked}
        icon={<IndentIncrease />}
        shortcut="alt+arrowright"
        onSelect={() => edits.step(taskId, 'in')}
      >
        Move under the task above
      </MenuItem>
      <MenuItem
        disabled={edits.locked}
        icon={<IndentDecrease />}
        shortcut="alt+arrowleft"
        onSelect={() => edits.step(taskId, 'out')}
      >
        Move out one level
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        disabled={edits.locked}
        icon={<Trash2 />}
        danger
        shortcut="delete"
        onSelect={() => edits.remove(taskId)}
      >
        Delete
      </MenuItem>
    </>
  );
}

function ListItems({ listId, edits }: { listId: string; edits: TreeEdits }) {
  return (
    <>
      <MenuItem disabled={edits.locked} icon={<Plus />} shortcut="a" onSelect={() => edits.add(listId, 'below')}>
        Add task
      </MenuItem>
      <MenuItem disabled={edits.locked} icon={<ListPlus />} onSelect={() => edits.add(listId, 'list')}>
        New list
      </MenuItem>
      <MenuItem disabled={edits.locked} icon={<Pencil />} shortcut="f2" onSelect={() => edits.rename(listId)}>
        Rename
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        disabled={edits.locked}
        icon={<Trash2 />}
        danger
        shortcut="delete"
        onSelect={() => edits.remove(listId)}
      >
        Delete list
      </MenuItem>
    </>
  );
}
