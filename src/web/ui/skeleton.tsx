import { cx } from './cx.ts';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  width?: number | string | undefined;
  height?: number | string | undefined;
  round?: boolean | undefined;
  className?: string | undefined;
}

export function Skeleton({ width, height = 10, round, className }: SkeletonProps) {
  return <i className={cx(styles.skeleton, round && styles.round, className)} style={{ width, height }} />;
}
