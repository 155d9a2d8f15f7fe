import { type SubmitEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorText } from './error-text.tsx';
import { Field } from './field.tsx';
import { TextInput } from './inputs.tsx';
import typography from '#web/styles/typography.module.css';

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** Default true: red button, focus on Cancel. */
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  /** Text that has to be typed to enable the button. */
  typed?: string | undefined;
  error?: string | undefined;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  return props.open ? <OpenConfirm {...props} /> : null;
}

function OpenConfirm({
  onClose,
  onConfirm,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = true,
  busy = false,
  typed,
  error,
}: ConfirmDialogProps) {
  const [text, setText] = useState('');
  const ready = typed === undefined || text.trim() === typed;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (ready && !busy) onConfirm();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      closeOutside={false}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose} data-autofocus={danger && typed === undefined ? '' : undefined}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={!ready}
            data-autofocus={danger ? undefined : ''}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {typed !== undefined && (
        <Field
          label={
            <>
              Type <b className={typography.mono}>{typed}</b> to confirm
            </>
          }
          error={error}
        >
          <TextInput
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus=""
          />
        </Field>
      )}
      {typed === undefined && error && <ErrorText>{error}</ErrorText>}
    </Dialog>
  );
}
