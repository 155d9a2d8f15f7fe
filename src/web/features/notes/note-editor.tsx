import { useState } from 'react';
import type { Note, NoteType } from '#contract/note.ts';
import { toast } from '#web/ui/toast.ts';
import { NoteForm } from './note-form.tsx';
import { isSeen, type SeenText } from './seen-text.ts';

/** How a note is being rewritten: in place, or by another that takes its place. */
export interface Rewriting {
  mode: 'edit' | 'replace';
  type: NoteType;
  text: string;
  /** What the writing began with; none once the writer was told that the note has changed since. */
  seen: SeenText | undefined;
}

export const startRewriting = (note: Note, mode: Rewriting['mode']): Rewriting => ({
  mode,
  type: note.type,
  text: note.body,
  seen: note,
});

export interface NoteEditorProps {
  note: Note;
  start: Rewriting;
  onSave: (written: Rewriting) => void;
  /** With nothing: closed. With a text: opened again. */
  onClose: (again?: Rewriting) => void;
}

export function NoteEditor({ note, start, onSave, onClose }: NoteEditorProps) {
  const [written, setWritten] = useState(start);
  const cancel = () => {
    onClose();
    if (written.text === note.body) return;
    toast({ title: 'Changes discarded', action: { label: 'Undo', run: () => onClose(written) } });
  };
  const isEdit = written.mode === 'edit';
  return (
    <NoteForm
      label={isEdit ? 'Edit note' : 'Replace with a new note'}
      saveLabel={isEdit ? 'Save' : 'Replace note'}
      hint={isSeen(written.seen, note) ? undefined : 'Changed meanwhile'}
      text={written.text}
      onText={(text) => setWritten({ ...written, text })}
      type={written.type}
      onType={(type) => setWritten({ ...written, type })}
      onSave={() => onSave(written)}
      onCancel={cancel}
    />
  );
}
