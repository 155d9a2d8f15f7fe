import { CornerDownRight } from 'lucide-react';

export interface TaskLinkProps {
  taskId: string;
  /** Nothing for a task that is no longer part of the plan. */
  title: string | undefined;
  onSelect: (taskId: string) => void;
}

/** Where notes of many tasks stand together, each names its own. */
export function TaskLink({ taskId, title, onSelect }: TaskLinkProps) {
  if (title === undefined) return <span className="note-task small t3">A task that was removed</span>;
  return (
    <button type="button" className="note-task small t2" onClick={() => onSelect(taskId)}>
      <CornerDownRight className="s12" />
      <span className="trunc">{title}</span>
    </button>
  );
}
