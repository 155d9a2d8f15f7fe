import { memo } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Dot } from '#web/ui/dot.tsx';
import { Age } from './age.tsx';
import type { NoteCardProps } from './note-card.tsx';
import { TaskLink } from './task-link.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import rows from './note-rows.module.css';
import task from './note-task.module.css';

type BroadcastRowProps = Pick<NoteCardProps, 'note' | 'isFresh' | 'taskTitle' | 'onSelectTask'>;

/** An event as a quiet line, so that notes written by people and agents stand out. */
export const BroadcastRow = memo(function BroadcastRow({ note, isFresh, taskTitle, onSelectTask }: BroadcastRowProps) {
  return (
    <article
      id={`note-${note.id}`}
      className={rows.broadcast}
      data-fresh={isFresh ? '' : undefined}
      aria-label="Event"
      tabIndex={-1}
    >
      <Dot className={rows.dot} />
      <span className={cx(typography.small, typography.secondary, rows.said)}>{note.body}</span>
      {onSelectTask && note.task_id !== null && (
        <TaskLink className={task.inRow} taskId={note.task_id} title={taskTitle} onSelect={onSelectTask} />
      )}
      <span className={layout.pushEnd} />
      <Age at={note.created_at} />
    </article>
  );
});
