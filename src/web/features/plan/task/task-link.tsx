import type { ReactNode } from 'react';
import type { Task } from '#contract/task.ts';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import { isAsking } from '../data/needs-you.ts';
import { TaskName, TaskNumber } from './task-name.tsx';
import styles from './task-link.module.css';

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
    <span className={styles.link}>
      <button type="button" className={styles.task} onClick={() => onSelect(task.id)}>
        <StatusGlyph status={isAsking(task) ? 'asking' : task.status} label={task.status} />
        <TaskNumber>T{task.number}</TaskNumber>
        <TaskName task={task} />
      </button>
      {children}
    </span>
  );
}
