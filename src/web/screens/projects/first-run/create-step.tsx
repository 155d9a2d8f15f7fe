import { type SubmitEvent, useState } from 'react';
import { PROJECT_NAME_MAX } from '#contract/constants.ts';
import { FIRST_RUN_TEXTS as T } from '#contract/first-run-texts.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import styles from './first-run.module.css';

export interface CreateStepProps {
  busy: boolean;
  onCreate: (name: string) => void;
  /** Without a name the dialog opens, which also takes a description. */
  onAsk: () => void;
}

/** The name of the first project, in place. */
export function CreateStep({ busy, onCreate, onAsk }: CreateStepProps) {
  const [name, setName] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') onAsk();
    else onCreate(name.trim());
  };
  return (
    <form className={styles.create} onSubmit={submit}>
      <TextInput
        className={styles.name}
        aria-label={T.nameLabel}
        placeholder={T.nameLabel}
        maxLength={PROJECT_NAME_MAX}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="primary" busy={busy}>
        {PROJECT_TEXTS.createFirst}
      </Button>
    </form>
  );
}
