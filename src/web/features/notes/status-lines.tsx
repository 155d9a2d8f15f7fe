import { ChevronRight } from 'lucide-react';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import type { Note } from '#contract/note.ts';
import { cx } from '#web/ui/cx.ts';
import { Age } from './age.tsx';
import { BroadcastRow } from './broadcast-row.tsx';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import rows from './note-rows.module.css';
import styles from './status-lines.module.css';

interface StatusLinesProps {
  /** In the order of the list. */
  notes: readonly Note[];
  recentChanges: ReadonlyMap<string, number> | undefined;
  taskTitleOf: (taskId: string) => string | undefined;
  onSelectTask: ((taskId: string) => void) | undefined;
  isOpen: boolean;
  onToggle: () => void;
}

/** Of one change, such as a claim, the first line: it has the new status, the others say how it came about. */
const newestOf = (notes: readonly Note[]) =>
  notes.reduce((a, b) => (b.created_at > a.created_at || (b.created_at === a.created_at && b.id < a.id) ? b : a));

/** Consecutive status lines as one, with the newest in full; a click shows them all. */
export function StatusLines({ notes, isOpen, onToggle, recentChanges, taskTitleOf, onSelectTask }: StatusLinesProps) {
  const newest = newestOf(notes);
  const tasks = new Set(notes.map(({ task_id }) => task_id)).size;
  const isFresh = notes.some(({ id }) => recentChanges?.has(id));
  return (
    <>
      <article className={cx(rows.broadcast, styles.fold)} aria-label="Events" data-fresh={isFresh ? '' : undefined}>
        <button type="button" className={styles.button} aria-expanded={isOpen} onClick={onToggle}>
          <ChevronRight className={icon.size12} />
          {NOTE_TEXTS.statusChanges(notes.length, tasks)}
        </button>
        {!isOpen && (
          <span className={cx(typography.small, typography.tertiary, styles.newest)} data-part="newest-line">
            {newest.body}
          </span>
        )}
        <span className={layout.pushEnd} />
        <Age at={newest.created_at} />
      </article>
      {isOpen &&
        notes.map((note) => (
          <BroadcastRow
            key={note.id}
            note={note}
            isFresh={recentChanges?.has(note.id) ?? false}
            taskTitle={onSelectTask && note.task_id !== null ? taskTitleOf(note.task_id) : undefined}
            onSelectTask={onSelectTask}
          />
        ))}
    </>
  );
}
