import type { Note } from '#contract/note.ts';
import { toast } from '#web/ui/toast.ts';
import { NoteForm } from './note-form.tsx';
import { isSeen } from './seen-text.ts';
import type { Rewriting } from './use-rewriting.ts';
import styles from './note-form.module.css';

export interface NoteEditorProps {
  note: Note;
  written: Rewriting;
  isFocused: boolean;
  onWrite: (written: Rewriting) => void;
  onSave: () => void;
  onClose: () => void;
  onReopen: (written: Rewriting) => void;
}

export function NoteEditor({ note, written, isFocused, onWrite, onSave, onClose, onReopen }: NoteEditorProps) {
  const cancel = () => {
    onClose();
    if (written.text === note.body) return;
    toast({ title: 'Changes discarded', action: { label: 'Undo', run: () => onReopen(written) } });
  };
  const isEdit = written.mode === 'edit';
  return (
    <NoteForm
      className={styles.inCard}
      label={isEdit ? 'Edit note' : 'Replace with a new note'}
      saveLabel={isEdit ? 'Save' : 'Replace note'}
      hint={isSeen(written.seen, note) ? undefined : 'Changed in the meantime'}
      isFocused={isFocused}
      text={written.text}
      onText={(text) => onWrite({ ...written, text })}
      type={written.type}
      onType={(type) => onWrite({ ...written, type })}
      onSave={onSave}
      onCancel={cancel}
    />
  );
}
