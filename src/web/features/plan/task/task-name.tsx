import type { ReactNode } from 'react';
import type { Task } from '#contract/task.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './task-name.module.css';

export function TaskNumber({ children }: { children: ReactNode }) {
  return <span className={styles.number}>{children}</span>;
}

export function TaskName({ task }: { task: Pick<Task, 'title' | 'status'> }) {
  return <span className={cx(typography.truncate, task.status === 'done' && styles.struck)}>{task.title}</span>;
}
