import { type SubmitEvent, useState } from 'react';
import { OPERATIONAL_BRIEF_MAX, TASKS_PER_CALL_MAX, TASK_TITLE_MAX } from '#contract/constants.ts';
import type { Task } from '#contract/task.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/inputs.tsx';
import { readTitles } from './read-titles.ts';

interface BreakDownDialogProps {
  task: Task;
  /** It already has subtasks, and these are appended. */
  divided: boolean;
  onClose: () => void;
  /** Resolves to whether they were saved. */
  onBreakDown: (titles: string[], brief: string) => Promise<boolean>;
}

export function BreakDownDialog({ task, divided: isDivided, onClose, onBreakDown }: BreakDownDialogProps) {
  // Captured on mount: the optimistic update adds the subtasks before the dialog closes.
  const [divided] = useState(isDivided);
  const [lines, setLines] = useState('');
  const [brief, setBrief] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const titles = readTitles(lines);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const long = titles.find((title) => title.length > TASK_TITLE_MAX);
    if (titles.length === 0) return setError('Write at least one title.');
    if (titles.length > TASKS_PER_CALL_MAX) return setError(`At most ${TASKS_PER_CALL_MAX} subtasks at once.`);
    if (long) return setError(`A title can have at most ${TASK_TITLE_MAX} characters: "${long.slice(0, 40)}…"`);
    setBusy(true);
    if (await onBreakDown(titles, brief.trim())) onClose();
    else setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={divided ? `Add subtasks to T${task.number}` : `Break down T${task.number}`}
      description={task.title}
      closeOutside={false}
      onSubmit={(event) => void submit(event)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {titles.length > 1 ? `Add ${titles.length} subtasks` : 'Add subtask'}
          </Button>
        </>
      }
    >
      <Field label="Subtasks" help="One title per line. List markers are ignored." error={error}>
        <Textarea
          rows={6}
          value={lines}
          onChange={(event) => {
            setLines(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      {!divided && (
        <Field label="Operational brief" help="What everyone who works on these must know. Optional.">
          <Textarea
            rows={3}
            maxLength={OPERATIONAL_BRIEF_MAX}
            value={brief}
            onChange={(event) => setBrief(event.target.value)}
          />
        </Field>
      )}
    </Dialog>
  );
}
