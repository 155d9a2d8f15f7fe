import { type KeyboardEvent, useState } from 'react';
import { TASK_TITLE_MAX } from '#contract/constants.ts';
import type { Task } from '#contract/task.ts';
import { useEditLock } from '#web/lib/live/edit-lock.ts';
import { FieldError } from '#web/ui/field.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { useTextDraft } from './keep-draft.ts';
import { useReturnFocus } from './use-return-focus.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { Textarea } from '#web/ui/inputs.tsx';
import styles from './title-editor.module.css';

const focusAll = (element: HTMLTextAreaElement | null) => {
  element?.focus();
  element?.select();
};

/** In-place editor: Enter or a blur saves, Escape cancels. */
export function TitleEditor({ task, onSave }: { task: Task; onSave: (title: string) => Promise<boolean> }) {
  const draft = useTextDraft(`title:${task.id}`, task.title, (text) => onSave(text.trim()));
  const [empty, setEmpty] = useState(false);
  const locked = useEditLock() !== undefined;
  const [editButton, returnFocus] = useReturnFocus();

  const leave = (finish: () => void) => {
    returnFocus();
    setEmpty(false);
    finish();
  };
  const submit = () => {
    if (draft.text.trim() === '') setEmpty(true);
    else leave(() => void draft.submit());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      submit();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      leave(draft.cancel);
    }
  };
  const onBlur = () => {
    returnFocus(false);
    // With a conflict a blur must not save: the click that caused it may be on "Keep the other text".
    if (draft.theirs !== undefined) return;
    if (draft.text.trim() === '') draft.cancel();
    else void draft.submit();
  };

  if (locked) return <h2 className={styles.title}>{task.title}</h2>;
  if (!draft.editing) {
    return (
      <h2 className={styles.title}>
        <button type="button" className={styles.edit} title="Edit title" ref={editButton} onClick={draft.start}>
          {task.title}
        </button>
      </h2>
    );
  }
  return (
    <div className={cx(layout.column, layout.gap8)}>
      <h2 className={typography.visuallyHidden}>{task.title}</h2>
      <Textarea
        ref={focusAll}
        look="title"
        className={styles.field}
        aria-label="Title"
        aria-invalid={empty || undefined}
        rows={1}
        maxLength={TASK_TITLE_MAX}
        value={draft.text}
        onChange={(event) => draft.write(event.target.value.replaceAll(/\s*\n\s*/g, ' '))}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
      {empty && <FieldError>A task needs a title.</FieldError>}
      {draft.theirs !== undefined && <ConflictNotice theirs={draft.theirs} told={draft.told} onTake={draft.cancel} />}
    </div>
  );
}
