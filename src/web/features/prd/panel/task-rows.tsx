import { ArrowUpRight, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { counted } from '#contract/counted.ts';
import { cx } from '#web/ui/cx.ts';
import { Dot } from '#web/ui/dot.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import { type NamedList, type NamedTask, sizeOf } from '../tracing/named-plan.ts';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import styles from './plan-list.module.css';

const SIZES = { small: 1, medium: 2, large: 3 } as const;
const SAYS = {
  small: 'Small: about half an hour',
  medium: 'Medium: about an hour',
  large: 'Large: about two hours',
} as const;

export interface TaskRowActions {
  onLight: (taskKey: string | undefined) => void;
  /** Scrolls the document to the task's lines. */
  onShow: (task: NamedTask) => void;
  onUnfold: (key: string, open: boolean) => void;
  addressOf: (taskId: string) => string;
}

interface ListHeadProps {
  list: NamedList;
  isOpen: boolean;
  actions: TaskRowActions;
}

export const ListHead = memo(function ListHead({ list, isOpen, actions }: ListHeadProps) {
  return (
    <button
      type="button"
      className={styles.list}
      aria-expanded={isOpen}
      data-list={list.key}
      onClick={() => actions.onUnfold(list.key, !isOpen)}
    >
      <ChevronRight className={cx(icon.size12, styles.chevron)} />
      <b className={typography.truncate}>{list.name}</b>
      <span className={cx(styles.count, layout.pushEnd)}>{counted(list.tasks.length, 'task')}</span>
    </button>
  );
});

interface TaskRowProps {
  task: NamedTask;
  isOpen: boolean;
  isOn: boolean;
  actions: TaskRowActions;
}

/** A task of the draft or the plan, with its checks collapsed below. */
export const TaskRow = memo(function TaskRow({ task, isOpen, isOn, actions }: TaskRowProps) {
  const { key, label, title, checks, status, parked, first, holder, taskId, depth } = task;
  const size = sizeOf(task);
  return (
    <li className={cx(depth > 0 && styles.deep)}>
      <div
        className={cx(styles.row, isOn && styles.lit, status === 'done' && styles.done, parked && styles.parked)}
        data-task={key}
        onPointerEnter={() => actions.onLight(key)}
        onPointerLeave={() => actions.onLight(undefined)}
        onFocus={() => actions.onLight(key)}
        onBlur={() => actions.onLight(undefined)}
      >
        <button type="button" className={styles.task} data-part="task" onClick={() => actions.onShow(task)}>
          <span className={styles.number}>{label}</span>{' '}
          {status !== 'open' && <StatusGlyph status={status} label={status === 'wip' ? 'In progress' : 'Done'} />}
          <span className={cx(styles.title, typography.truncate)} title={title}>
            {title}
          </span>{' '}
          {holder && (
            <span className={cx(styles.held, typography.truncate)}>
              <Dot tone="baton" pulse />
              {holder}
            </span>
          )}
          {first && !holder && <span className={styles.first}>first</span>}
          {parked && <span className={styles.later}>later</span>}
        </button>
        {status !== 'done' && (
          <span className={styles.size} role="img" aria-label={SAYS[size]} title={SAYS[size]}>
            {[1, 2, 3].map((bar) => (
              <i key={bar} className={bar <= SIZES[size] ? styles.filled : undefined} />
            ))}
          </span>
        )}
        <button
          type="button"
          className={cx(styles.count, styles.checkCount)}
          aria-expanded={isOpen}
          aria-label={`${checkWord(checks.length)} of ${label}`}
          disabled={checks.length === 0}
          onClick={() => actions.onUnfold(key, !isOpen)}
        >
          {checkWord(checks.length)}
        </button>
        {taskId !== undefined && (
          <Link className={styles.open} to={actions.addressOf(taskId)} aria-label={`Open ${label}`}>
            <ArrowUpRight className={icon.size14} />
          </Link>
        )}
      </div>
      {isOpen && (
        <ul className={styles.checks}>
          {checks.map(({ text, done }, at) => (
            // Checks have no id, may repeat and never move: the index is the key.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className={cx(done && styles.done)}>
              {text}
              {done && <span className={typography.visuallyHidden}> (done)</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
});

const checkWord = (count: number) => (count === 1 ? '1 check' : `${count} checks`);
