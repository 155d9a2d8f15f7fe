import { type KeyboardEvent, useRef } from 'react';
import type { TaskStatus } from '#contract/task.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';

const CHOICES: readonly { status: TaskStatus; word: string }[] = [
  { status: 'open', word: 'Open' },
  { status: 'wip', word: 'WIP' },
  { status: 'done', word: 'Done' },
];
const STEP: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Arrows only move between the three: passing over a status must not set it. */
export function StatusControl({ status, onChange }: { status: TaskStatus; onChange: (status: TaskStatus) => void }) {
  const group = useRef<HTMLDivElement>(null);
  const locked = useLockedProps();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEP[event.key];
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])];
    if (step === undefined || buttons.length === 0) return;
    event.preventDefault();
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div ref={group} className="seg status-seg" role="radiogroup" aria-label="Status">
      {CHOICES.map((choice) => (
        <button
          key={choice.status}
          type="button"
          role="radio"
          aria-checked={choice.status === status}
          tabIndex={choice.status === status ? 0 : -1}
          onKeyDown={onKeyDown}
          onClick={() => choice.status !== status && onChange(choice.status)}
          {...locked}
        >
          <StatusGlyph status={choice.status} />
          {choice.word}
        </button>
      ))}
    </div>
  );
}
