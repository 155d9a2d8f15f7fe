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
  /** What is worth knowing before anything is typed. */
  notice?: ReactNode;
  onClose: () => void;
  /** Gets both fields trimmed; the name is never empty. */
  onSubmit: (text: ProjectText) => void;
}

/** Name and description of a project, to create or to change one. */
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
