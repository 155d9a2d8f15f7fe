import { CornerDownRight } from 'lucide-react';
import typography from '#web/styles/typography.module.css';
import icon from '#web/styles/icon.module.css';
import { cx } from '#web/ui/cx.ts';

export interface TaskLinkProps {
  taskId: string;
  /** Nothing for a task that is no longer part of the plan. */
  title: string | undefined;
  onSelect: (taskId: string) => void;
}

/** Where notes of many tasks stand together, each names its own. */
export function TaskLink({ taskId, title, onSelect }: TaskLinkProps) {
  if (title === undefined)
    return <span className={cx('note-task', typography.small, typography.tertiary)}>A task that was removed</span>;
  return (
    <button
      type="button"
      className={cx('note-task', typography.small, typography.secondary)}
      onClick={() => onSelect(taskId)}
    >
      <CornerDownRight className={icon.size12} />
      <span className={typography.truncate}>{title}</span>
    </button>
  );
}
