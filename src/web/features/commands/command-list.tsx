import { Keys } from '#web/ui/keys.tsx';
import type { Command, CommandGroup } from './command.ts';
import type { Part } from './mark-hits.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './command-list.module.css';

export const optionId = (listId: string, command: Command) => `${listId}-${command.id.replaceAll(' ', '_')}`;

interface ListProps {
  id: string;
  groups: readonly CommandGroup[];
  active: Command | undefined;
  onPoint: (commandId: string) => void;
  onChoose: (command: Command) => void;
}

/** The focus stays in the input; the active option is given by aria-activedescendant. */
export function CommandList({ id, groups, active, onPoint, onChoose }: ListProps) {
  return (
    <div id={id} className={styles.list} role="listbox" aria-label="Results">
      {groups.map(({ title, commands }, i) => (
        <div key={title} role="group" aria-labelledby={`${id}-group-${i}`}>
          <div className={styles.group} id={`${id}-group-${i}`}>
            {title}
          </div>
          {commands.map((command) => (
            // Keys are handled by the input, which has the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={command.id}
              id={optionId(id, command)}
              className={styles.row}
              role="option"
              tabIndex={-1}
              aria-selected={command === active}
              onMouseMove={() => command !== active && onPoint(command.id)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(command)}
            >
              {command.icon}
              {command.number && <span className={styles.number}>{command.number}</span>}{' '}
              <span className={typography.truncate}>
                <Marked parts={command.parts} />
              </span>{' '}
              <Aside command={command} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function Aside({ command: { keys, aside } }: { command: Command }) {
  if (keys) return <Keys className={styles.aside} keys={keys} />;
  return aside ? (
    <span className={cx(styles.aside, typography.small, typography.tertiary, typography.truncate)}>{aside}</span>
  ) : null;
}

function Marked({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ text, hit }, i) => {
    const key = `${i} ${text}`;
    return hit ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
  });
}
