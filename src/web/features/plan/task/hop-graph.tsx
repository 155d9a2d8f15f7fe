import type { Task } from '#contract/task.ts';
import { cx } from '#web/ui/cx.ts';
import { useWidth } from '#web/ui/charts/use-width.ts';
import { describeHops, HOP, layOutHops } from './lay-out-hops.ts';
import styles from './hop-graph.module.css';

const UNMEASURED = 470;

/** Direct dependencies in both directions. Not interactive: the lists above it have the links. */
export function HopGraph({
  task,
  before,
  after,
  held,
}: {
  task: Task;
  before: readonly Task[];
  after: readonly Task[];
  held: boolean;
}) {
  const [box, width = UNMEASURED] = useWidth<HTMLDivElement>();
  const { boxes, lines, height } = layOutHops(task, before, after, width);
  return (
    <div ref={box} className={styles.box}>
      <svg
        className={styles.graph}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={describeHops(task, before, after)}
      >
        {lines.map((line) => (
          <path key={line} className={styles.line} d={line} />
        ))}
        {boxes.map(({ id, x, y, label, status }) => (
          <g
            key={id}
            className={cx(
              styles.hop,
              status === 'done' && styles.done,
              id === task.id && styles.self,
              id === task.id && held && styles.held,
            )}
          >
            <rect x={x} y={y} width={HOP.width} height={HOP.height} rx="6" />
            <text x={x + HOP.width / 2} y={y + HOP.height / 2 + 3.5} textAnchor="middle">
              {label}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}
