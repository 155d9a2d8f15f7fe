import { Pencil } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { Markdown } from '#web/ui/markdown/markdown.tsx';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/inputs.tsx';
import { Keys } from '#web/ui/keys.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { useTextDraft } from './keep-draft.ts';
import { useReturnFocus } from './use-return-focus.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './text-block.module.css';

export interface TextBlockProps {
  /** Unique per task or list and field. */
  draftKey: string;
  label: string;
  value: string;
  maxLength: number;
  /** Placeholder while there is no text. */
  empty: ReactNode;
  onSave: (text: string) => Promise<boolean>;
}

const focusEnd = (element: HTMLTextAreaElement | null) => {
  element?.focus();
  element?.setSelectionRange(element.value.length, element.value.length);
};

/** Rendered Markdown that switches to an editor. Ctrl or Cmd with Enter saves. */
export function TextBlock({ draftKey, label, value, maxLength, empty, onSave }: TextBlockProps) {
  const draft = useTextDraft(draftKey, value, onSave);
  const [editButton, returnFocus] = useReturnFocus();
  const locked = useLockedProps();
  const save = () => {
    returnFocus();
    void draft.submit();
  };
  const cancel = () => {
    returnFocus();
    draft.cancel();
  };
  if (!draft.editing) {
    return (
      <div className={styles.block} data-part="text">
        {value.trim() === '' ? <p className={typography.tertiary}>{empty}</p> : <Markdown text={value} />}
        <Button
          className={styles.edit}
          variant="ghost"
          size="sm"
          icon={<Pencil />}
          ref={editButton}
          aria-label={`Edit ${label}`}
          onClick={draft.start}
          {...locked}
        >
          Edit
        </Button>
      </div>
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
    }
    if (event.key !== 'Escape') return;
    event.preventDefault();
    // Escape closes only an unchanged text: it must not discard input.
    if (draft.text === value) cancel();
  };
  return (
    <div className={cx(layout.column, layout.gap8)}>
      <Textarea
        ref={focusEnd}
        look="source"
        aria-label={label}
        rows={8}
        maxLength={maxLength}
        value={draft.text}
        onChange={(event) => draft.write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {draft.theirs !== undefined && <ConflictNotice theirs={draft.theirs} told={draft.told} onTake={cancel} />}
      <div className={cx(layout.row, layout.gap8)}>
        <Button variant="primary" size="sm" onClick={save} {...locked}>
          Save
          <Keys keys="mod+enter" />
        </Button>
        <Button size="sm" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
