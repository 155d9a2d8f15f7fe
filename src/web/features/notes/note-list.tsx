import { ArrowUp } from 'lucide-react';
import { type Ref, type RefObject, useEffect, useImperativeHandle, useState } from 'react';
import type { Note } from '#contract/note.ts';
import type { Baton } from '#contract/plan.ts';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import { firstId } from '#web/lib/live/new-rows.ts';
import { Button } from '#web/ui/button.tsx';
import { BroadcastRow } from './broadcast-row.tsx';
import { holderMark } from './by-holder.ts';
import { keepInView } from './keep-in-view.ts';
import { DayHeading } from './day-heading.tsx';
import { NoteCard } from './note-card.tsx';
import { countWritten, toEntries } from './note-entries.ts';
import { StatusLines } from './status-lines.tsx';
import type { NotesSort } from './tabs.ts';
import { useHeldNotes } from './use-held-notes.ts';
import type { NoteEdits } from './note-edits.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './note-list.module.css';

/** Notes rendered at first, and added per click: bounds the DOM size in projects with thousands of notes. */
const STEP = 50;

export interface NoteListHandle {
  /** Shows the held-back notes and scrolls to the newest. */
  toNewest(): void;
}

export interface NoteListProps {
  /** Newest first. */
  notes: readonly Note[];
  sort: NotesSort;
  box: RefObject<HTMLElement | null>;
  older: { has: boolean; isLoading: boolean; failed: boolean; load: () => void };
  isOpen: (id: string) => boolean;
  onToggle: (id: string) => void;
  edits: NoteEdits;
  /** By first id. */
  pending: ReadonlySet<string>;
  recentChanges: ReadonlyMap<string, number> | undefined;
  taskTitleOf: (taskId: string) => string | undefined;
  /** Id of the question of a task that waits for its answer. */
  openQuestionOf: (taskId: string) => string | undefined;
  /** Given where notes of several tasks are listed together. A stable reference, because the cards are memoized. */
  onSelectTask: ((taskId: string) => void) | undefined;
  repositoryUrl: string | null;
  batons: readonly Baton[];
  target: string | undefined;
  onTarget: (id: string | undefined) => void;
  ref: Ref<NoteListHandle>;
}

export function NoteList(props: NoteListProps) {
  const {
    notes,
    sort,
    box,
    older,
    isOpen,
    onToggle,
    edits,
    pending,
    recentChanges,
    taskTitleOf,
    openQuestionOf,
    onSelectTask,
    repositoryUrl,
    batons,
    target,
    onTarget,
    ref,
  } = props;
  const [limit, setLimit] = useState(STEP);
  const isNewest = sort === 'newest';
  const { shown, waiting, onScroll, release } = useHeldNotes(notes, box, isNewest);
  const ordered = isNewest ? shown : shown.toReversed();
  useImperativeHandle(ref, () => ({ toNewest: release }));

  const isTarget = (note: Note) => target !== undefined && firstId(note.id) === firstId(target);
  const place = ordered.findIndex(isTarget);
  if (place >= limit) setLimit(place + STEP);

  useEffect(() => {
    const element = box.current;
    element?.addEventListener('scroll', onScroll, { passive: true });
    return () => element?.removeEventListener('scroll', onScroll);
  });

  const entries = toEntries(ordered.slice(0, limit));
  const folded = entries.find(
    (entry) => entry.kind === 'lines' && !isOpen(entry.key) && entry.notes.some((note) => isTarget(note)),
  );
  useEffect(() => {
    if (target === undefined) return;
    // It is shown in the next render, which runs this again.
    if (folded?.kind === 'lines') onToggle(folded.key);
    else if (place >= 0) {
      if (box.current) keepInView(`note-${ordered[place]?.id}`, box.current);
      onTarget(undefined);
    } else if (waiting > 0 && notes.some(isTarget)) release();
    else if (!older.has || older.failed) onTarget(undefined);
    else if (!older.isLoading) older.load();
  });

  const rest = ordered.length - limit;
  return (
    <>
      {waiting > 0 && (
        <output className={styles.pill}>
          <Button size="sm" variant="primary" pill raised icon={<ArrowUp />} onClick={release}>
            {NOTE_TEXTS.waiting(countWritten(notes.slice(0, waiting)))}
          </Button>
        </output>
      )}
      {/* Flat, so that a card keeps its state when it joins its question. */}
      {entries.flatMap((entry) => {
        if (entry.kind === 'day') return <DayHeading key={`day-${entry.at}`} at={entry.at} />;
        if (entry.kind === 'lines')
          return (
            <StatusLines
              key={entry.key}
              notes={entry.notes}
              isOpen={isOpen(entry.key)}
              onToggle={() => onToggle(entry.key)}
              recentChanges={recentChanges}
              taskTitleOf={taskTitleOf}
              onSelectTask={onSelectTask}
            />
          );
        return [entry.note, ...entry.answers].map((note) => {
          const key = firstId(note.id);
          const own = {
            note,
            isFresh: recentChanges?.has(note.id) ?? false,
            taskTitle: onSelectTask && note.task_id !== null ? taskTitleOf(note.task_id) : undefined,
            onSelectTask,
          };
          return note.is_broadcast ? (
            <BroadcastRow key={key} {...own} />
          ) : (
            <NoteCard
              key={key}
              {...own}
              mark={holderMark(note, batons)}
              isUnanswered={note.task_id !== null && openQuestionOf(note.task_id) === note.id}
              isUnderQuestion={note !== entry.note}
              isOpen={isOpen(note.id)}
              isPending={pending.has(key)}
              onToggle={onToggle}
              edits={edits}
              onGoTo={onTarget}
              repositoryUrl={repositoryUrl}
            />
          );
        });
      })}
      {(rest > 0 || older.has) && (
        <div className={styles.older}>
          {older.failed && (
            <span className={cx(typography.small, typography.secondary)}>Older notes could not be loaded.</span>
          )}
          <Button
            size="sm"
            busy={older.isLoading}
            onClick={() => {
              setLimit(limit + STEP);
              if (rest < STEP && older.has) older.load();
            }}
          >
            {older.failed ? 'Try Again' : isNewest ? 'Show older' : 'Show newer'}
          </Button>
        </div>
      )}
    </>
  );
}
