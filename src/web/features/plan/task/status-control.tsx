import type { TaskStatus } from '#contract/task.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { SegmentedRadios } from '#web/ui/segmented-radios.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';

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

/** Arrows only move between the three: passing over a status must not set it. */
export function StatusControl({ status, onChange }: { status: TaskStatus; onChange: (status: TaskStatus) => void }) {
  const locked = useLockedProps();
  return (
    <SegmentedRadios
      className="status-control"
      label="Status"
      options={OPTIONS}
      value={status}
      onChange={onChange}
      buttonProps={locked}
    />
  );
}
