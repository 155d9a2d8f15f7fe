import { ChevronRight, Ellipsis } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { PLAN_TEXTS } from '#contract/plan-texts.ts';
import { QUESTION_TEXTS } from '#contract/question-texts.ts';
import type { Task, TaskStatus } from '#contract/task.ts';
import { cx } from '#web/ui/cx.ts';
import { formatNumber } from '#contract/counted.ts';
import { Tag } from '#web/ui/tag.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import styles from './tree-node.module.css';

export interface NodeProps {
  id: string;
  title: string;
  /** "T12"; undefined for a list. */
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
  /** Truncated reason of the block. */
  why: string | undefined;
  asking: boolean;
  /** Number of open questions below it. */
  asksBelow: number;
  /** "T12": a question about that task must be answered first. */
  after: string | undefined;
  holder: string | undefined;
  /** Null for a list. */
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
  /** Replaces the title during a rename. */
  editor: ReactNode;
}

/** Memoized: its props are primitives, apart from the editor, so changes elsewhere do not render it again. */
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
      data-changed={props.changed ? '' : undefined}
      className={cx(
        styles.node,
        number === undefined && styles.head,
        status === 'done' && styles.done,
        !props.hit && styles.passing,
        props.dragged && styles.dragged,
      )}
      style={{ transform: `translateY(${props.top}px)`, paddingLeft: 4 + (level - 1) * 16 }}
    >
      {props.pending && <i className={styles.pending} aria-hidden="true" />}
      <Guides level={level} lit={props.lit} elbow={props.elbow} />
      <span className={styles.fold} data-fold={props.expanded === undefined ? undefined : ''}>
        {props.expanded !== undefined && <ChevronRight className={icon.size12} />}
      </span>
      <StatusGlyph status={props.asking ? 'asking' : status} />
      {number !== undefined && (
        <span className={styles.number} data-part="number">
          {number}
        </span>
      )}{' '}
      {editor ?? (
        <span className={styles.title} data-part="title">
          {title}
        </span>
      )}{' '}
      <span className={typography.visuallyHidden} data-part="state">
        {stateOf(props)}
      </span>
      <span className={styles.marks} aria-hidden="true">
        {props.why !== undefined && (
          <span className={styles.why} data-part="aside">
            {props.why}
          </span>
        )}
        {props.holder !== undefined && (
          <span className={styles.holder} data-part="aside">
            {props.holder}
          </span>
        )}
        {active && <Tag kind="active">{PLAN_TEXTS.active}</Tag>}
        {props.asksBelow > 0 && <Tag>{QUESTION_TEXTS.asksBelow(props.asksBelow)}</Tag>}
        {props.after !== undefined && <Tag>{QUESTION_TEXTS.after(props.after)}</Tag>}
        {props.asking && <Tag kind="you">{QUESTION_TEXTS.tag}</Tag>}
        {props.blocked && <Tag kind="blocked">BLOCKED</Tag>}
        {props.prdState !== null && <Tag kind={props.prdState}>{props.prdState.toUpperCase()}</Tag>}
        {props.enabler && <span className={styles.count}>enabler</span>}
        {status !== 'open' && <Tag kind={status}>{status.toUpperCase()}</Tag>}
        {total > 0 && <span className={styles.count}>{`${formatNumber(done)}/${formatNumber(total)}`}</span>}
      </span>
      <span className={styles.more} data-menu="" aria-hidden="true">
        <Ellipsis className={icon.size14} />
      </span>
    </div>
  );
});

/** Completes the accessible name: "T12, Clock-skew guard, wip, Active". */
function stateOf(props: NodeProps) {
  const { number, status, active, blocked, why, asking, holder, prdState, enabler, done, total } = props;
  const state = number === undefined ? `${formatNumber(done)} of ${formatNumber(total)} done` : status;
  const stopped = blocked && (why === undefined ? 'blocked' : `blocked: ${why}`);
  const held = holder !== undefined && `held by ${holder}`;
  const asks = asking && QUESTION_TEXTS.needsYou;
  const below = props.asksBelow > 0 && QUESTION_TEXTS.asksBelow(props.asksBelow);
  const after = props.after !== undefined && QUESTION_TEXTS.after(props.after).toLowerCase();
  return [state, asks, below, after, stopped, prdState, enabler && 'enabler', held, active && PLAN_TEXTS.active]
    .filter(Boolean)
    .join(', ');
}

function Guides({ level, lit, elbow }: { level: number; lit: number; elbow: boolean }) {
  const columns = Array.from({ length: level - 1 }, (_, column) => column);
  return columns.map((column) => (
    <i
      key={column}
      className={styles.guide}
      data-lit={(lit & (1 << column)) === 0 ? undefined : ''}
      data-elbow={elbow && column === level - 2 ? '' : undefined}
      style={{ left: 12 + column * 16 }}
    />
  ));
}

export function DraftNode({ level, top, children }: { level: number; top: number; children: ReactNode }) {
  return (
    // No treeitem yet: assistive technology gets the field alone.
    <div
      role="none"
      className={styles.node}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 4 + (level - 1) * 16 }}
    >
      <Guides level={level} lit={0} elbow={false} />
      <span className={styles.fold} />
      <StatusGlyph status="open" />
      {children}
    </div>
  );
}
