import { Pen } from 'lucide-react';
import { use } from 'react';
import { Link } from 'react-router';
import { ROLE_TEXTS } from '#contract/prd-texts.ts';
import { Menu } from '#web/ui/menu.tsx';
import { MenuContext } from '#web/ui/menu-items.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import type { ShownBlock } from '../document/shown-reading.ts';
import type { NamedTask } from '../tracing/named-plan.ts';
import { useReadingActions } from './reading-context.ts';
import { reasonOf, RoleChoices } from './role-choices.tsx';
import { RoleGlyph } from './role-glyph.tsx';
import styles from './block-row.module.css';

interface MarginProps {
  block: ShownBlock;
  task: NamedTask | undefined;
  isCurrent: boolean;
}

/** Role of a block in the margin, with the menu to change it. */
export function RoleButton({ block, task, isCurrent }: MarginProps) {
  const { role, start_line: line, set_by: by } = block;
  if (role === undefined)
    return (
      <span className={styles.role}>
        <RoleGlyph of={undefined} />
      </span>
    );
  const name = ROLE_TEXTS[role].name;
  return (
    <Menu
      label={`Role of line ${line}. ${reasonOf(block)}`}
      align="start"
      sheetOnPhone
      className={styles.roleMenu}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          className={styles.role}
          tabIndex={isCurrent ? 0 : -1}
          data-row-button=""
          aria-label={`Line ${line}: ${name}${task ? `, ${task.label}` : ''}${by ? `, set by ${by.name}` : ''}. Change role`}
          title={by ? `Set by ${by.name}` : undefined}
        >
          <RoleGlyph of={role} />
          {by && <Pen className={styles.pen} />}
          {!task && <span className={styles.name}>{name}</span>}
        </button>
      )}
    >
      <Choices block={block} />
    </Menu>
  );
}

function Choices({ block }: { block: ShownBlock }) {
  return <RoleChoices block={block} close={use(MenuContext)} />;
}

/** The task of a block: a draft's task is shown in the panel, a plan's task is a link. */
export function TaskMark({ task, isCurrent }: { task: NamedTask; isCurrent: boolean }) {
  const { showTask, addressOf } = useReadingActions();
  const look = { className: styles.task, tabIndex: isCurrent ? 0 : -1, title: task.title };
  const state = { open: '', wip: ', in progress', done: ', done' }[task.status];
  const content = (
    <>
      {task.label}
      {task.status !== 'open' && <StatusGlyph size="sm" status={task.status} />}
    </>
  );
  if (task.taskId === undefined)
    return (
      <button
        type="button"
        {...look}
        aria-label={`${task.label}, ${task.title}${state}`}
        onClick={() => showTask(task)}
      >
        {content}
      </button>
    );
  return (
    <Link {...look} to={addressOf(task.taskId)} aria-label={`${task.label}, ${task.title}${state}`}>
      {content}
    </Link>
  );
}
