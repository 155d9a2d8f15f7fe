import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import { cx } from '#web/ui/cx.ts';
import { linesOf } from '../document/split-lines.ts';
import { headingLevel } from '../document/strip-marks.ts';
import type { BlockRow as Row } from '../rows/flatten-document.ts';
import { BlockText } from './block-text.tsx';
import { useReadingActions } from './reading-context.ts';
import { RoleButton, TaskMark } from './role-button.tsx';
import icon from '#web/styles/icon.module.css';

/** What is nested deeper is drawn like this. */
const DEEPEST = 4;

interface BlockRowProps extends Omit<Row, 'kind' | 'id' | 'line'> {
  lines: readonly string[];
  isCurrent: boolean;
  isLit: boolean;
  /** A link has led here. */
  isTarget: boolean;
  find: string;
  columns: string | undefined;
}

/** A block with its number, its role and its task in front of it. */
export const BlockRow = memo(function BlockRow(props: BlockRowProps) {
  const { block, task, lines, isCurrent, opens, find } = props;
  const { light, fold } = useReadingActions();
  const level = block.kind === 'heading' ? `h${Math.min(3, headingLevel(linesOf(lines, block)))}` : undefined;
  return (
    <div
      className={cx(
        'bl',
        `k-${block.kind}`,
        block.role ?? 'unread',
        level,
        props.startsRun && 'run',
        props.joinsAbove && 'above',
        props.joinsBelow && 'below',
        props.isLit && 'hl',
        props.isTarget && 'lit-line',
        props.isChanged && 'new',
        block.depth > 0 && `d${Math.min(block.depth, DEEPEST)}`,
      )}
      onPointerEnter={task && (() => light(task.key))}
      onPointerLeave={task && (() => light(undefined))}
    >
      <span className="no" aria-hidden="true">
        {block.start_line}
      </span>
      <span className="margin">
        <RoleButton block={block} task={task} isCurrent={isCurrent} />
        {task && <TaskMark task={task} isCurrent={isCurrent} />}
      </span>
      <div className="tx">
        <BlockText block={block} lines={lines} find={find} columns={props.columns} />
      </div>
      {opens && (
        <button
          type="button"
          className="foldit"
          tabIndex={isCurrent ? 0 : -1}
          aria-expanded="true"
          aria-label={`Fold ${opens.ref} ${opens.heading}`.trim()}
          onClick={() => fold(opens.start_line, true)}
        >
          <ChevronDown className={icon.size14} />
        </button>
      )}
    </div>
  );
});
