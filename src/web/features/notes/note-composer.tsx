import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { NoteType } from '#contract/note.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { NoteForm } from './note-form.tsx';
import { useDraft } from './use-draft.ts';
import layout from '#web/styles/layout.module.css';
import { Badge } from '#web/ui/badge.tsx';
import styles from './note-composer.module.css';

export interface NoteComposerProps {
  /** Storage key of the draft. Another name needs another instance (React key): open or closed belongs to one draft. */
  name: string;
  /** What the note is about, for labels: "this task". */
  about: string;
  defaultType: NoteType;
  /** Resolves to the text if it could not be saved. */
  onAdd: (note: { type: NoteType; body: string }) => Promise<string | undefined>;
}

/** Collapsed until used. Saving clears the field at once (optimistic) and restores the text on failure. */
export function NoteComposer({ name, about, defaultType, onAdd }: NoteComposerProps) {
  const draft = useDraft(name);
  const locked = useLockedProps();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<NoteType>();
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const type = chosen ?? defaultType;
  const save = async () => {
    const sending = draft.handOver();
    setOpen(false);
    const unsaved = await onAdd({ type, body: sending.body });
    if (unsaved === undefined) {
      sending.settle();
      return;
    }
    sending.restore(unsaved);
    // Does not move the focus out of another field.
    if (!document.activeElement?.matches('input, textarea, [contenteditable="true"]')) setOpen(true);
  };

  return (
    <div className={styles.composer}>
      {isOpen && !locked.disabled ? (
        <NoteForm
          className={styles.form}
          label={`Add a note to ${about}`}
          hint={`to ${about}`}
          saveLabel="Add note"
          text={draft.text}
          onText={draft.write}
          type={type}
          onType={setChosen}
          onSave={() => void save()}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <button ref={button} type="button" className={styles.start} onClick={() => setOpen(true)} {...locked}>
          <Plus />
          <span>Add a note…</span>
          {draft.text !== '' && <Badge className={layout.pushEnd}>Draft</Badge>}
        </button>
      )}
    </div>
  );
}
