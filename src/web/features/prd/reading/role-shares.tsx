import type { PrdRole, RoleCounts } from '#contract/requirement.ts';
import { cx } from '#web/ui/cx.ts';
import styles from './role-shares.module.css';

export const ROLES: readonly PrdRole[] = ['work', 'context', 'limit', 'done', 'unsure'];

export const ROLE_COLOURS: Readonly<Record<PrdRole, string | undefined>> = {
  work: styles.work,
  context: styles.context,
  limit: styles.limit,
  done: styles.done,
  unsure: styles.unsure,
};

/** Stacked bar of a count. Hidden from assistive technology, because the numbers stand beside it. */
export function RoleShares({ counts, className }: { counts: RoleCounts | undefined; className?: string | undefined }) {
  return (
    <span className={cx(styles.shares, className)} aria-hidden="true">
      {counts ? (
        ROLES.filter((role) => counts[role] > 0).map((role) => (
          <i key={role} className={ROLE_COLOURS[role]} style={{ flexGrow: counts[role] }} />
        ))
      ) : (
        <i />
      )}
    </span>
  );
}
