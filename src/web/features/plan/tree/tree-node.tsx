import { ChevronRight, Ellipsis } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { PLAN_TEXTS } from '#contract/plan-texts.ts';
import { QUESTION_TEXTS } from '#contract/question-texts.ts';
import type { Task, TaskStatus } from '#contract/task.ts';
import { cx } from '#web/ui/cx.ts';
import { Tag } from '#web/ui/tag.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';

export interface NodeProps {
  id: string;
  title: string;
  /** "T12"; lists have none. */
  number: string | undefined;
  status: TaskStatus;
  level: number;
  position: number;
  setSize: number;
  expanded: boolean | undefined;
  lit: number;
  elbow: boolean;
  hit: boolean;
  active: boolean;
  blocked: boolean;
  /** Why nobody can go on with it, short; the whole of it stands in the task's panel. */
  why: string | undefined;
  /** An agent waits for a person's answer. */
  asking: boolean;
  /** Who holds the baton on it. */
  holder: string | undefined;
  /** What became of its requirement since: lists have none. */
  prdState: Task['prd_state'];
  enabler: boolean;
  done: number;
  total: number;
  selected: boolean;
  current: boolean;
  changed: boolean;
  pending: boolean;
  dragged: boolean;
  top: number;
  /** Stands in the place of the title while it is being written. */
  editor: ReactNode;
}

/** One row. It gets plain values only, so that a change elsewhere in the plan does not draw it again. */
export const TreeNode = memo(function TreeNode(props: NodeProps) {
  const { id, title, number, status, level, active, done, total, editor } = props;
  return (
    <div
      role="treeitem"
      data-id={id}
      aria-level={level}
      aria-posinset={props.position}
      aria-setsize={props.setSize}
      aria-expanded={props.expanded}
      aria-selected={props.selected}
      aria-busy={props.pending || undefined}
      tabIndex={props.current ? 0 : -1}
      className={cx(
        'node',
        number === undefined && 'head',
        status === 'done' && 'done',
        !props.hit && 'passing',
        props.changed && 'changed',
        props.dragged && 'dragged',
      )}
      style={{ transform: `translateY(${props.top}px)`, paddingLeft: 4 + (level - 1) * 16 }}
    >
      {props.pending && <i className="node-pending" aria-hidden="true" />}
      <Guides level={level} lit={props.lit} elbow={props.elbow} />
      <span className="tw" data-fold={props.expanded === undefined ? undefined : ''}>
        {props.expanded !== undefined && <ChevronRight className={icon.size12} />}
      </span>
      <StatusGlyph status={props.asking ? 'asking' : status} />
      {number !== undefined && <span className="no">{number}</span>} {editor ?? <span className="ttl">{title}</span>}{' '}
      <span className={typography.visuallyHidden}>{stateOf(props)}</span>
      <span className="contents" aria-hidden="true">
        {props.why !== undefined && <span className="why">{props.why}</span>}
        {props.holder !== undefined && <span className="holds">{props.holder}</span>}
        {active && <Tag kind="active">{PLAN_TEXTS.active}</Tag>}
        {props.asking && <Tag kind="you">{QUESTION_TEXTS.tag}</Tag>}
        {props.blocked && <Tag kind="blocked">BLOCKED</Tag>}
        {props.prdState !== null && <Tag kind={props.prdState}>{props.prdState.toUpperCase()}</Tag>}
        {props.enabler && <span className="ct">enabler</span>}
        {status !== 'open' && <Tag kind={status}>{status.toUpperCase()}</Tag>}
        {total > 0 && <span className="ct">{`${done}/${total}`}</span>}
      </span>
      <span className="more" data-menu="" aria-hidden="true">
        <Ellipsis className={icon.size14} />
      </span>
    </div>
  );
});

/** With number and title it is read out as "T12, Clock-skew guard, wip, Active". */
function stateOf({ number, status, active, blocked, why, asking, holder, prdState, enabler, done, total }: NodeProps) {
  const state = number === undefined ? `${done} of ${total} done` : status;
  const stopped = blocked && (why === undefined ? 'blocked' : `blocked: ${why}`);
  const held = holder !== undefined && `held by ${holder}`;
  const asks = asking && QUESTION_TEXTS.needsYou;
  return [state, asks, stopped, prdState, enabler && 'enabler', held, active && PLAN_TEXTS.active]
    .filter(Boolean)
    .join(', ');
}

function Guides({ level, lit, elbow }: { level: number; lit: number; elbow: boolean }) {
  const columns = Array.from({ length: level - 1 }, (_, column) => column);
  return columns.map((column) => (
    <i
      key={column}
      className={cx('guide', (lit & (1 << column)) !== 0 && 'lit', elbow && column === level - 2 && 'elbow')}
      style={{ left: 12 + column * 16 }}
    />
  ));
}

/** The row of a task that is being written. */
export function DraftNode({ level, top, children }: { level: number; top: number; children: ReactNode }) {
  return (
    // Not an item of the tree yet: a screen reader hears the field, not a row.
    <div
      role="none"
      className="node draft"
      style={{ transform: `translateY(${top}px)`, paddingLeft: 4 + (level - 1) * 16 }}
    >
      <Guides level={level} lit={0} elbow={false} />
      <span className="tw" />
      <StatusGlyph status="open" />
      {children}
    </div>
  );
}
