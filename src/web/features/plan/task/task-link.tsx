import type { ReactNode } from 'react';
import type { Task } from '#contract/task.ts';
import { cx } from '#web/ui/cx.ts';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import { isAsking } from '../data/needs-you.ts';
import typography from '#web/styles/typography.module.css';

/** Another task in one line; a click goes there. */
export function TaskLink({
  task,
  onSelect,
  children,
}: {
  task: Task;
  onSelect: (taskId: string) => void;
  children?: ReactNode;
}) {
  return (
    <span className="task-link">
      <button type="button" onClick={() => onSelect(task.id)}>
        <StatusGlyph status={isAsking(task) ? 'asking' : task.status} label={task.status} />
        <span className="no">T{task.number}</span>
        <span className={cx(typography.truncate, task.status === 'done' && 'struck')}>{task.title}</span>
      </button>
      {children}
    </span>
  );
}
