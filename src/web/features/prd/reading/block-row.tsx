import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import { cx } from '#web/ui/cx.ts';
import { linesOf } from '../document/split-lines.ts';
import { headingLevel } from '../document/strip-marks.ts';
import type { BlockRow as Row } from '../rows/flatten-document.ts';
import { BlockText } from './block-text.tsx';
import { CurrentRowContext, useReadingActions } from './reading-context.ts';
import { RoleButton, TaskMark } from './role-button.tsx';
import icon from '#web/styles/icon.module.css';
import type { PrdRole } from '#contract/requirement.ts';
import type { ShownBlock } from '../document/shown-reading.ts';
import styles from './block-row.module.css';

const KINDS: Readonly<Record<ShownBlock['kind'], string | undefined>> = {
  heading: styles.kindHeading,
  paragraph: styles.kindParagraph,
  quote: styles.kindQuote,
  code: styles.kindCode,
  table: styles.kindTable,
  label: styles.kindLabel,
  other: styles.kindOther,
  item: styles.kindItem,
  row: styles.kindRow,
};
const ROLES: Partial<Record<PrdRole, string | undefined>> = {
  work: styles.work,
  done: styles.done,
  unsure: styles.unsure,
};
const LEVELS = [styles.heading1, styles.heading2];
/** Deeper levels look like the last one. */
const DEPTHS = [styles.depth1, styles.depth2, styles.depth3];

interface BlockRowProps extends Omit<Row, 'kind' | 'id' | 'line'> {
  lines: readonly string[];
  isCurrent: boolean;
  isLit: boolean;
  /** Target of a link, highlighted. */
  isTarget: boolean;
  find: string;
  columns: string | undefined;
}

/** A block with line number, role and task in its margin. */
export const BlockRow = memo(function BlockRow(props: BlockRowProps) {
  const { block, task, lines, isCurrent, opens, find } = props;
  const { light, fold } = useReadingActions();
  const level =
    block.kind === 'heading' ? (LEVELS[headingLevel(linesOf(lines, block)) - 1] ?? styles.heading3) : undefined;
  return (
    <div
      className={cx(
        styles.block,
        KINDS[block.kind],
        block.role && ROLES[block.role],
        level,
        props.startsRun && styles.startsRun,
        props.joinsAbove && styles.above,
        props.joinsBelow && styles.below,
        props.isLit && styles.lit,
        props.isTarget && styles.target,
        props.isChanged && styles.changed,
        block.depth > 0 && (DEPTHS[block.depth - 1] ?? styles.depth4),
      )}
      data-lit={props.isLit ? '' : undefined}
      data-target={props.isTarget ? '' : undefined}
      onPointerEnter={task && (() => light(task.key))}
      onPointerLeave={task && (() => light(undefined))}
    >
      <span className={styles.number} data-part="line-number" aria-hidden="true">
        {block.start_line}
      </span>
      <span className={styles.margin}>
        <RoleButton block={block} task={task} isCurrent={isCurrent} />
        {task && <TaskMark task={task} isCurrent={isCurrent} />}
      </span>
      <div className={styles.text}>
        <CurrentRowContext value={isCurrent}>
          <BlockText block={block} lines={lines} find={find} columns={props.columns} />
        </CurrentRowContext>
      </div>
      {opens && (
        <button
          type="button"
          className={styles.fold}
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
