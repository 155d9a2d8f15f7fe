import { type SubmitEvent, useState } from 'react';
import type { TaskList } from '#contract/task.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select, TextInput } from '#web/ui/inputs.tsx';

interface AddDialogProps {
  title: string;
  label: string;
  maxLength: number;
  /** Root lists to choose from; the field is left out for fewer than two. */
  lists?: readonly TaskList[] | undefined;
  into?: string | undefined;
  onClose: () => void;
  /** Resolves to whether it was saved; otherwise the dialog stays open with the input. */
  onAdd: (text: string, listId: string | undefined) => Promise<boolean>;
}

export function AddDialog({ title, label, maxLength, lists = [], into, onClose, onAdd }: AddDialogProps) {
  const [text, setText] = useState('');
  const [list, setList] = useState(into ?? lists[0]?.id ?? '');
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || text.trim() === '') return;
    setBusy(true);
    const added = await onAdd(text.trim(), list === '' ? undefined : list);
    setBusy(false);
    if (added) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeOutside={false}
      onSubmit={(event) => void submit(event)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={text.trim() === ''}>
            {title}
          </Button>
        </>
      }
    >
      <Field label={label}>
        <TextInput
          value={text}
          maxLength={maxLength}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {lists.length > 1 && (
        <Field label="List">
          <Select value={list} onChange={(event) => setList(event.target.value)}>
            {lists.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </Dialog>
  );
}
