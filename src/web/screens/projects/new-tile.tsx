import { Plus } from 'lucide-react';
import { useSubscription } from '#web/features/subscription/index.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './new-tile.module.css';

/** Last cell of the grid, with what the plan still allows. */
export function NewTile({ onCreate }: { onCreate: () => void }) {
  const { data } = useSubscription();
  return (
    <button type="button" className={styles.tile} onClick={onCreate}>
      <span className={styles.plus}>
        <Plus />
      </span>
      <b>New Project</b>
      {data && data.limits.max_projects !== null && (
        <span className={cx(typography.small, typography.tertiary)}>
          {data.usage.projects_count} of {data.limits.max_projects} active projects used
        </span>
      )}
    </button>
  );
}
