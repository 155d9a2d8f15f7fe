import { type SubmitEvent, useState } from 'react';
import { FAILURE_TEXTS } from '#contract/common-texts.ts';
import { KEY_NAME_MAX } from '#contract/named-keys.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select, TextInput } from '#web/ui/inputs.tsx';
import { LIFETIMES, type Lifetime, expiryOf } from './key-facts.ts';
import type { useKeyMaker } from './queries.ts';

interface MakeKeyDialogProps {
  maker: ReturnType<typeof useKeyMaker>;
  projects: readonly { id: string; name: string }[];
  onMade: (made: { apiKey: string; title: string }) => void;
  onClose: () => void;
}

export function MakeKeyDialog({ maker, projects, onMade, onClose }: MakeKeyDialogProps) {
  const [name, setName] = useState('');
  const [project, setProject] = useState('');
  const [readOnly, setReadOnly] = useState(false);
  const [lifetime, setLifetime] = useState<Lifetime>('never');
  const [date, setDate] = useState('');
  const [errors, setErrors] = useState<{ name?: string; date?: string }>({});
  const busy = maker.busy !== undefined;

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') return setErrors({ name: 'Please enter a name.' });
    const now = Date.now();
    const expires = expiryOf(lifetime, date, now);
    if (lifetime === 'date' && (expires === null || Date.parse(expires) <= now))
      return setErrors({ date: 'Please choose a day that is still to come.' });
    setErrors({});
    try {
      const fields = { name: name.trim(), project_id: project || null, read_only: readOnly, expires_at: expires };
      const { apiKey, row } = await maker.make(fields);
      onMade({ apiKey, title: `Key “${row.name}” made` });
    } catch (error) {
      setErrors({ name: messageOf(error, FAILURE_TEXTS.unknownText) });
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="New API Key"
      description="Give each agent or machine its own, so that you can revoke one without the others."
      closeOutside={false}
      onSubmit={(event) => void submit(event)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Make Key
          </Button>
        </>
      }
    >
      <Field label="Name" error={errors.name} help="For example the machine or the agent that uses it">
        <TextInput
          value={name}
          maxLength={KEY_NAME_MAX}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label="Project">
        <Select value={project} onChange={(event) => setProject(event.target.value)}>
          <option value="">All projects</option>
          {projects.map(({ id, name: label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Expires">
        <Select value={lifetime} onChange={(event) => setLifetime(event.target.value as Lifetime)}>
          {LIFETIMES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {lifetime === 'date' && (
        <Field label="Last day" error={errors.date}>
          <TextInput type="date" value={date} onChange={(event) => setDate(event.target.value)} />
        </Field>
      )}
      <Checkbox checked={readOnly} onChange={(event) => setReadOnly(event.target.checked)}>
        Read only: it cannot take a task or change anything
      </Checkbox>
    </Dialog>
  );
}
