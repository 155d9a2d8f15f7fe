import { List } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Task, TaskList } from '#contract/task.ts';
import { cx } from '#web/ui/cx.ts';
import { TextInput } from '#web/ui/inputs.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import { matchLists, matchTasks } from './match-tasks.ts';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import { TaskNumber } from './task-name.tsx';
import styles from './dependency-picker.module.css';

const SHOWN = 8;
const focusInput = (element: HTMLInputElement | null) => element?.focus();

interface DependencyPickerProps {
  label: string;
  tasks: readonly Task[];
  /** Offered before the tasks. */
  lists?: readonly TaskList[] | undefined;
  without: ReadonlySet<string>;
  onPick: (id: string) => void;
  /** False if it was closed by a blur: the focus is elsewhere already. */
  onClose: (returnFocus: boolean) => void;
}

/** Combobox over number and title. */
export function DependencyPicker({ label, tasks, lists = [], without, onPick, onClose }: DependencyPickerProps) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const places = matchLists(lists, query, SHOWN / 2);
  const found = [...places, ...matchTasks(tasks, query, without, SHOWN - places.length)];
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
        {found.map((each) => (
          // Keyboard handling is on the input (aria-activedescendant).
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={each.id}
            id={`${id}-${each.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={each === active}
            className={cx(styles.row, each === active && styles.lit)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(each.id)}
          >
            {'number' in each ? (
              <>
                <StatusGlyph status={each.status} label={each.status} />
                <TaskNumber>T{each.number}</TaskNumber>
                <span className={typography.truncate}>{each.title}</span>
              </>
            ) : (
              <>
                <List className={icon.size14} role="img" aria-label="List" />
                <span className={typography.truncate}>{each.name}</span>
              </>
            )}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className={cx(typography.small, typography.tertiary)}>
          {lists.length > 0 ? 'No list or other task is called that.' : 'No other task is called that.'}
        </p>
      )}
    </div>
  );
}
