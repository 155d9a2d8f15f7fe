import { type ReactNode, type SubmitEvent, useState } from 'react';
import { PROJECT_DESCRIPTION_MAX, PROJECT_NAME_MAX } from '#contract/constants.ts';
import { PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea, TextInput } from '#web/ui/inputs.tsx';
import type { ProjectText } from './mutations.ts';

interface ProjectFormDialogProps {
  title: string;
  description: string;
  submitLabel: string;
  initial: ProjectText;
  busy: boolean;
  /** Shown above the fields. */
  notice?: ReactNode;
  onClose: () => void;
  /** Both fields are trimmed; the name is not empty. */
  onSubmit: (text: ProjectText) => void;
}

export function ProjectFormDialog({
  title,
  description,
  submitLabel,
  initial,
  busy,
  notice,
  onClose,
  onSubmit,
}: ProjectFormDialogProps) {
  const [name, setName] = useState(initial.name);
  const [about, setAbout] = useState(initial.description);
  const ready = name.trim() !== '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (ready && !busy) onSubmit({ name: name.trim(), description: about.trim() });
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
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!ready}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {notice}
      <Field label={T.nameLabel}>
        <TextInput
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={PROJECT_NAME_MAX}
          required
          autoComplete="off"
        />
      </Field>
      <Field label="Description">
        <Textarea
          rows={3}
          value={about}
          onChange={(event) => setAbout(event.target.value)}
          maxLength={PROJECT_DESCRIPTION_MAX}
        />
      </Field>
    </Dialog>
  );
}
