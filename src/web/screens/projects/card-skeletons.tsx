import { Skeleton } from '#web/ui/skeleton.tsx';
import { cx } from '#web/ui/cx.ts';
import surface from '#web/styles/surface.module.css';
import styles from './card-skeletons.module.css';
import projectGrid from './project-grid.module.css';

export function CardSkeletons() {
  return (
    <div className={projectGrid.grid} aria-hidden="true">
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className={cx(surface.card, styles.card)}>
          <Skeleton width="46%" height={14} />
          <Skeleton width="92%" />
          <Skeleton width="100%" height={32} />
          <Skeleton width="40%" />
          <Skeleton width="100%" height={6} />
          <Skeleton width="100%" height={26} className={styles.foot} />
        </div>
      ))}
    </div>
  );
}
