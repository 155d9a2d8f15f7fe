import { Pin } from 'lucide-react';
import { memo } from 'react';
import type { Note } from '#contract/note.ts';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import { isQuestionNote } from '#contract/question-notes.ts';
import { isNewRow } from '#web/lib/live/new-rows.ts';
import { linkWork } from '#web/lib/work-links.ts';
import { Badge } from '#web/ui/badge.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { cx } from '#web/ui/cx.ts';
import { WorkPlace } from '#web/ui/work-place.tsx';
import { Age, EditedAge } from './age.tsx';
import type { HolderMark } from './by-holder.ts';
import { measureBody } from './measure-body.ts';
import { NoteAuthor } from './note-author.tsx';
import { NoteBody } from './note-body.tsx';
import { NoteEditor } from './note-editor.tsx';
import { NoteGlyph } from './note-glyph.tsx';
import { NoteMenu } from './note-menu.tsx';
import { bodyOf, titleOf } from './note-title.ts';
import { isSeen } from './seen-text.ts';
import { TaskLink } from './task-link.tsx';
import { type Rewriting, startRewriting, useRewriting } from './use-rewriting.ts';
import type { NoteEdits } from './note-edits.ts';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import rows from './note-rows.module.css';

export interface NoteCardProps {
  note: Note;
  isOpen: boolean;
  isPending: boolean;
  isFresh: boolean;
  mark: HolderMark;
  /** A question that waits for its answer. */
  isUnanswered: boolean;
  /** An answer that is listed under its question. */
  isUnderQuestion: boolean;
  onToggle: (id: string) => void;
  edits: NoteEdits;
  /** Scrolls to another note of the list. */
  onGoTo: (id: string) => void;
  taskTitle: string | undefined;
  /** Given where notes of several tasks are listed together. */
  onSelectTask: ((taskId: string) => void) | undefined;
  /** Base of the links to commits and branches. */
  repositoryUrl: string | null;
}

/** Memoized: the plan changes many times a second while agents work, and most changes leave a card's props equal. */
export const NoteCard = memo(function NoteCard(props: NoteCardProps) {
  const {
    note,
    isOpen,
    isPending,
    isFresh,
    isUnderQuestion,
    onToggle,
    edits,
    onGoTo,
    taskTitle,
    onSelectTask,
    repositoryUrl,
  } = props;
  const title = titleOf(note);
  const body = bodyOf(note, isUnderQuestion);
  const { rewriting, isBack, open, write, close } = useRewriting(note.id);
  const successor = note.superseded_by_id;

  const save = async (written: Rewriting) => {
    close();
    const { mode, type, text, seen } = written;
    if (mode === 'replace') {
      const unsaved = await edits.add({ type, body: text, taskId: note.task_id ?? undefined, supersedes: note });
      if (unsaved !== undefined) open({ ...written, text: unsaved });
      return;
    }
    const result = await edits.edit(note, { type, body: text }, seen);
    // After a conflict the newer note is shown above the editor: a second save overwrites it on purpose.
    if (result !== 'saved') open(result === 'conflict' ? { ...written, seen: undefined } : written);
  };

  return (
    <article
      id={`note-${note.id}`}
      className={cx(rows.note, successor !== null && rows.superseded, isUnderQuestion && rows.answer)}
      data-part="note"
      data-pending={isPending ? '' : undefined}
      data-fresh={isFresh ? '' : undefined}
      aria-label={`${title} note`}
      tabIndex={-1}
    >
      <NoteGlyph note={note} isMuted={successor !== null} />
      <header>
        <b>{title}</b>
        <Age at={note.created_at} />
        <EditedAge note={note} />
        <NoteAuthor author={note.author} mark={props.mark} />
        {props.isUnanswered && <Badge>{NOTE_TEXTS.openQuestion}</Badge>}
        {note.pinned && <Pin className={cx(icon.size12, typography.tertiary)} role="img" aria-label="Pinned" />}
        <span className={layout.pushEnd} />
        <NoteMenu
          note={note}
          onEdit={() => open(startRewriting(note, 'edit'))}
          onReplace={() => open(startRewriting(note, 'replace'))}
          onPin={(pinned) => void edits.pin(note, pinned)}
          onDelete={() => void edits.remove(note)}
        />
      </header>
      {onSelectTask && note.task_id !== null && !isUnderQuestion && (
        <TaskLink taskId={note.task_id} title={taskTitle} onSelect={onSelectTask} />
      )}
      {successor !== null && (
        <p className={cx(typography.small, typography.tertiary)}>
          Replaced by{' '}
          <button type="button" className={typography.link} onClick={() => onGoTo(successor)}>
            a newer note
          </button>
        </p>
      )}
      {(!rewriting || !isSeen(rewriting.seen, note)) && (
        <NoteBody
          body={body}
          isOpen={isOpen}
          isMuted={successor !== null}
          isQuestion={isQuestionNote(note)}
          onToggle={() => onToggle(note.id)}
        />
      )}
      {note.work && <WorkPlace {...linkWork(note.work, repositoryUrl)} diff={note.work.diff} />}
      {rewriting && (
        <NoteEditor
          note={note}
          written={rewriting}
          isFocused={!isBack}
          onWrite={write}
          onSave={() => void save(rewriting)}
          onClose={close}
          onReopen={open}
        />
      )}
      <footer>
        <span>{measureBody(body)}</span>
        <span className={cx(layout.pushEnd, rows.id)}>{!isNewRow(note.id) && note.id.slice(0, 8)}</span>
        <CopyButton value={note.id} label="Copy note ID" />
      </footer>
    </article>
  );
});
