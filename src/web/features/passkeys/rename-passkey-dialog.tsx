import { type SubmitEvent, useState } from 'react';
import { FAILURE_TEXTS } from '#contract/common-texts.ts';
import { PASSKEY_NAME_MAX, type Passkey } from '#contract/passkeys.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { useRenamePasskey } from './queries.ts';

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useRenamePasskey();
  const [name, setName] = useState(passkey.name);
  const [error, setError] = useState<string>();

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (rename.isPending) return;
    if (name.trim() === '') return setError('Please enter a name.');
    setError(undefined);
    rename.mutate(
      { id: passkey.id, name: name.trim() },
      { onSuccess: onClose, onError: (refusal) => setError(messageOf(refusal, FAILURE_TEXTS.unknownText)) },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Rename ${passkey.name}`}
      closeOutside={false}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={rename.isPending}>
            Rename
          </Button>
        </>
      }
    >
      <Field label="Name" error={error}>
        <TextInput
          value={name}
          maxLength={PASSKEY_NAME_MAX}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}
