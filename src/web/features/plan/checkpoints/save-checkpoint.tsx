import { Flag } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { CHECKPOINT_NAME_MAX } from '#contract/constants.ts';
import { useEditLock } from '#web/lib/live/edit-lock.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSaveCheckpoint } from './queries.ts';
import styles from './save-checkpoint.module.css';

/** Saves the plan as a named checkpoint. After a failure the name stays in the field. */
export function SaveCheckpoint({ projectId }: { projectId: string }) {
  const save = useSaveCheckpoint(projectId);
  const lock = useEditLock();
  const [name, setName] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const text = name.trim();
    if (text === '' || save.isPending) return;
    save.mutate(text, {
      onSuccess: () => {
        setName('');
        toast({ title: 'Checkpoint saved', description: text, variant: 'success' });
      },
    });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        className={styles.name}
        label="Name of a new checkpoint"
        help={lock?.reason}
        error={save.isError ? messageOf(save.error, 'Failed to save the checkpoint') : undefined}
      >
        <TextInput
          value={name}
          disabled={lock !== undefined}
          maxLength={CHECKPOINT_NAME_MAX}
          autoComplete="off"
          placeholder="Before the rewrite"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button
        className={styles.button}
        type="submit"
        icon={<Flag />}
        busy={save.isPending}
        disabled={lock !== undefined || name.trim() === ''}
      >
        Save checkpoint
      </Button>
    </form>
  );
}
