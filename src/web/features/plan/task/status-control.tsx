import type { TaskStatus } from '#contract/task.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { SegmentedRadios } from '#web/ui/segmented-radios.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import styles from './status-control.module.css';

const CHOICES: readonly { status: TaskStatus; word: string }[] = [
  { status: 'open', word: 'Open' },
  { status: 'wip', word: 'WIP' },
  { status: 'done', word: 'Done' },
];

const OPTIONS = CHOICES.map(({ status, word }) => ({
  value: status,
  label: word,
  icon: <StatusGlyph status={status} />,
}));

/** Roving tabindex without selection on focus: arrow keys must not set a status in passing. */
export function StatusControl({ status, onChange }: { status: TaskStatus; onChange: (status: TaskStatus) => void }) {
  const locked = useLockedProps();
  return (
    <SegmentedRadios
      className={styles.control}
      label="Status"
      options={OPTIONS}
      value={status}
      onChange={onChange}
      buttonProps={locked}
    />
  );
}
