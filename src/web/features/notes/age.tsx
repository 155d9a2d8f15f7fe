import type { Note } from '#contract/note.ts';
import { formatDateTime, noteAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

export function Age({ at }: { at: string }) {
  const now = useNow();
  return (
    <time
      className={cx(typography.tertiary, typography.small, typography.nowrap)}
      dateTime={at}
      title={formatDateTime(at)}
    >
      {noteAge(at, now)}
    </time>
  );
}

/** "edited 2m ago"; nothing for a note that was never edited. */
export function EditedAge({ note }: { note: Note }) {
  const now = useNow();
  if (note.updated_at === note.created_at) return null;
  const age = noteAge(note.updated_at, now);
  return (
    <time
      className={cx(typography.tertiary, typography.small, typography.nowrap)}
      dateTime={note.updated_at}
      title={formatDateTime(note.updated_at)}
    >
      edited {age === 'Just now' ? 'just now' : age}
    </time>
  );
}
