import { type KeyboardEvent, useId, useState } from 'react';
import type { Task } from '#contract/task.ts';
import { cx } from '#web/ui/cx.ts';
import { TextInput } from '#web/ui/inputs.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import { matchTasks } from './match-tasks.ts';
import typography from '#web/styles/typography.module.css';
import { TaskNumber } from './task-name.tsx';
import styles from './dependency-picker.module.css';

const SHOWN = 8;
const focusInput = (element: HTMLInputElement | null) => element?.focus();

interface DependencyPickerProps {
  label: string;
  tasks: readonly Task[];
  without: ReadonlySet<string>;
  onPick: (taskId: string) => void;
  /** False if it was closed by a blur: the focus is elsewhere already. */
  onClose: (returnFocus: boolean) => void;
}

/** Combobox over number and title. */
export function DependencyPicker({ label, tasks, without, onPick, onClose }: DependencyPickerProps) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const found = matchTasks(tasks, query, without, SHOWN);
  const active = found[Math.min(at, found.length - 1)];

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const actions: Record<string, () => void> = {
      ArrowDown: () => setAt((Math.min(at, found.length - 1) + 1) % Math.max(found.length, 1)),
      ArrowUp: () => setAt((Math.min(at, found.length - 1) - 1 + found.length) % Math.max(found.length, 1)),
      Enter: () => active && onPick(active.id),
      Escape: () => onClose(true),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  return (
    <div
      className={styles.picker}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onClose(false)}
    >
      <TextInput
        ref={focusInput}
        role="combobox"
        aria-label={label}
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${active.id}`}
        placeholder="T12 or words of the title"
        autoComplete="off"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={label} className={styles.list} tabIndex={-1}>
        {found.map((task) => (
          // Keyboard handling is on the input (aria-activedescendant).
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={task.id}
            id={`${id}-${task.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={task === active}
            className={cx(styles.row, task === active && styles.lit)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(task.id)}
          >
            <StatusGlyph status={task.status} label={task.status} />
            <TaskNumber>T{task.number}</TaskNumber>
            <span className={typography.truncate}>{task.title}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={cx(typography.small, typography.tertiary)}>No other task is called that.</p>}
    </div>
  );
}
