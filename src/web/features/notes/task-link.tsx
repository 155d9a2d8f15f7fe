import { CornerDownRight } from 'lucide-react';
import typography from '#web/styles/typography.module.css';
import icon from '#web/styles/icon.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './note-task.module.css';

export interface TaskLinkProps {
  taskId: string;
  /** Undefined for a task that is no longer in the plan. */
  title: string | undefined;
  onSelect: (taskId: string) => void;
  className?: string | undefined;
}

/** The task of a note, where notes of several tasks are listed together. */
export function TaskLink({ taskId, title, onSelect, className }: TaskLinkProps) {
  if (title === undefined)
    return (
      <span className={cx(styles.link, typography.small, typography.tertiary, className)}>A task that was removed</span>
    );
  return (
    <button
      type="button"
      className={cx(styles.link, styles.goes, typography.small, typography.secondary, className)}
      onClick={() => onSelect(taskId)}
    >
      <CornerDownRight className={icon.size12} />
      <span className={typography.truncate}>{title}</span>
    </button>
  );
}
