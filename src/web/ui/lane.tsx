import { cx } from './cx.ts';
import styles from './lane.module.css';
import { asImage } from './naming.ts';

export interface LaneBlock {
  total: number;
  done: number;
  /** The baton is in this block. */
  active?: boolean | undefined;
}

export interface LaneProps {
  blocks: readonly LaneBlock[];
  label: string;
  /** Greyed, for archived projects. */
  quiet?: boolean | undefined;
}

/** One block per task list, as wide as it has tasks, filled by what is done, ember where the baton is. */
export function Lane({ blocks, label, quiet }: LaneProps) {
  const drawn = layOut(blocks.length > 0 ? blocks : [{ total: 1, done: 0 }]);
  return (
    <div className={cx(styles.lane, quiet && styles.quiet)} {...asImage(label)}>
      {drawn.map((block) => (
        <i key={block.start} className={styles.block} style={{ flexGrow: block.size }}>
          <b className={styles.filled} style={{ width: block.filled }} />
          {block.active && (
            <em className={styles.baton} style={{ left: block.filled, width: `${100 / block.size}%` }} />
          )}
        </i>
      ))}
    </div>
  );
}

function layOut(blocks: readonly LaneBlock[]) {
  let start = 0;
  return blocks.map(({ total, done, active = false }) => {
    const size = Math.max(total, 1);
    const block = { start, size, active, filled: `${Math.min(100, (done / size) * 100)}%` };
    start += size;
    return block;
  });
}
