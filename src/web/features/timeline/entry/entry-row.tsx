import { ChevronRight } from 'lucide-react';
import { memo, type ReactNode, useId } from 'react';
import { TIMELINE_TEXTS as T } from '#contract/timeline-texts.ts';
import type { TimelineEntry } from '#contract/timeline.ts';
import icon from '#web/styles/icon.module.css';
import { cx } from '#web/ui/cx.ts';
import { useWhose } from '#web/lib/whose.ts';
import { formatTime } from '../times.ts';
import { EntryGlyph } from './entry-glyph.tsx';
import { EntryLine } from './entry-line.tsx';
import { EntryMeta } from './entry-meta.tsx';
import { EntryNotes } from './entry-notes.tsx';
import styles from './entry-row.module.css';
import { type IsYou, sayEntry } from './say-entry.ts';
import { notesOf } from './say-meta.ts';

/** Who reads, and where: the same for every row. */
export interface Reader {
  projectId: string;
  repositoryUrl: string | null;
  isYou: IsYou;
}

interface EntryRowProps {
  entry: TimelineEntry;
  reader: Reader;
  now: number;
  isUnfolded: boolean;
  onUnfold: (id: string) => void;
  lastCall?: string | undefined;
  /** After the sentence. */
  action?: ReactNode;
}

/** One thing that happened, on one line. Focused by J and K; its notes unfold below it. */
export const EntryRow = memo(function EntryRow({
  entry,
  reader,
  now,
  isUnfolded,
  onUnfold,
  lastCall,
  action,
}: EntryRowProps) {
  const notesId = useId();
  const whose = useWhose();
  const { id, kind, at } = entry;
  const count = notesOf(entry);
  const isHeld = kind === 'held';
  const isOpen = isUnfolded && count > 0;
  return (
    <li
      className={cx(
        styles.row,
        (kind === 'handover' || kind === 'took_over') && styles.handover,
        isHeld && styles.held,
      )}
      tabIndex={-1}
      data-entry={id}
      data-kind={kind}
      data-notes={count > 0 ? (isOpen ? 'open' : 'folded') : undefined}
    >
      <div className={styles.line}>
        <time className={styles.at} dateTime={at}>
          {isHeld ? T.list.now : formatTime(at)}
        </time>
        <EntryGlyph entry={entry} />
        <div className={styles.text}>
          <EntryLine projectId={reader.projectId} pieces={sayEntry(entry, reader.isYou, now, whose)} />
          {count > 0 && (
            <>
              {' '}
              <button
                type="button"
                className={styles.notes}
                aria-expanded={isOpen}
                aria-controls={isOpen ? notesId : undefined}
                onClick={() => onUnfold(id)}
              >
                <ChevronRight className={icon.size12} />
                {kind === 'noted' ? T.list.read : T.list.notes(count)}
              </button>
            </>
          )}
          {action}
        </div>
        <EntryMeta
          projectId={reader.projectId}
          entry={entry}
          repositoryUrl={reader.repositoryUrl}
          now={now}
          lastCall={lastCall}
        />
      </div>
      {isOpen && <EntryNotes id={notesId} projectId={reader.projectId} entry={entry} />}
    </li>
  );
});
