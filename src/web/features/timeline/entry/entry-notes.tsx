import type { NoteType } from '#contract/note.ts';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import { TIMELINE_TEXTS as T } from '#contract/timeline-texts.ts';
import type { TimelineEntry } from '#contract/timeline.ts';
import { Button } from '#web/ui/button.tsx';
import { Markdown } from '#web/ui/markdown/markdown.tsx';
import { cx } from '#web/ui/cx.ts';
import { useNotesBetween } from '../queries.ts';
import styles from './entry-notes.module.css';

const HUE: Partial<Record<NoteType, string | undefined>> = {
  PROGRESS: styles.progress,
  FINDING: styles.finding,
  CONTEXT: styles.context,
};
const CUT = 600;

/** The notes written during the work of an entry, loaded when they are unfolded. */
export function EntryNotes({ id, projectId, entry }: { id: string; projectId: string; entry: TimelineEntry }) {
  const { kind, at, task_id: taskId, data } = entry;
  const notes = useNotesBetween(projectId, taskId, data.started_at ?? at, kind === 'held' ? undefined : at);
  return (
    <div id={id} className={styles.notes}>
      {notes.isPending && <p className={styles.waiting} aria-busy="true" />}
      {notes.isError && (
        <p>
          {T.list.notesFailed}{' '}
          <Button size="sm" variant="ghost" onClick={() => void notes.refetch()}>
            Try Again
          </Button>
        </p>
      )}
      {notes.data?.length === 0 && <p>{T.list.noNotes}</p>}
      {notes.data && notes.data.length > 0 && (
        <ul className={styles.list}>
          {notes.data.map((note) => (
            <li key={note.id} className={styles.note}>
              <span className={cx(styles.type, HUE[note.type])}>{NOTE_TEXTS.types[note.type]}</span>
              <Markdown text={note.body.length > CUT ? `${note.body.slice(0, CUT).trimEnd()}…` : note.body} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
