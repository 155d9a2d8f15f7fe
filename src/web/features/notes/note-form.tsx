import { type KeyboardEvent, useState } from 'react';
import { NOTE_BODY_MAX } from '#contract/constants.ts';
import type { NoteType } from '#contract/note.ts';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Select, Textarea } from '#web/ui/inputs.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './note-form.module.css';

const TYPES = ['PROGRESS', 'FINDING', 'FILE_LIST', 'CONTEXT', 'OTHER'] as const satisfies readonly NoteType[];

export interface NoteFormProps {
  className?: string | undefined;
  label: string;
  saveLabel: string;
  hint?: string | undefined;
  /** Focuses the field on mount; off for a form that is restored rather than opened. */
  isFocused?: boolean;
  text: string;
  onText: (text: string) => void;
  type: NoteType;
  onType: (type: NoteType) => void;
  onSave: () => void;
  onCancel: () => void;
}

/** Ctrl or Cmd with Enter saves, Escape cancels. */
export function NoteForm(props: NoteFormProps) {
  const { className, label, saveLabel, hint, isFocused = true, text, onText, type, onType, onSave, onCancel } = props;
  const [isTried, setTried] = useState(false);
  const problem = problemOf(text);
  const save = () => {
    setTried(true);
    if (problem === undefined) onSave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      onCancel();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the fields inside
    <div className={cx(styles.form, className)} onKeyDown={onKeyDown}>
      <Textarea
        grows
        className={styles.text}
        aria-label={label}
        aria-invalid={(isTried && problem !== undefined) || undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFocused}
        value={text}
        placeholder="Markdown"
        onChange={(event) => onText(event.target.value)}
      />
      {isTried && problem !== undefined && <FieldError>{problem}</FieldError>}
      <div className={cx(layout.row, layout.gap8)}>
        <Select
          className={styles.type}
          aria-label="Note type"
          value={type}
          onChange={(event) => onType(TYPES.find((each) => each === event.target.value) ?? 'OTHER')}
        >
          {TYPES.map((each) => (
            <option key={each} value={each}>
              {NOTE_TEXTS.types[each]}
            </option>
          ))}
        </Select>
        {hint !== undefined && (
          <span className={cx(styles.hint, typography.small, typography.tertiary, typography.truncate)}>{hint}</span>
        )}
        <span className={layout.grow} />
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" onClick={save}>
          {saveLabel}
        </Button>
      </div>
    </div>
  );
}

function problemOf(text: string) {
  if (text.trim() === '') return 'Write something first.';
  if (text.length > NOTE_BODY_MAX) return `At most ${NOTE_BODY_MAX.toLocaleString('en-US')} characters.`;
  return undefined;
}
