import type { PrdRole, RoleCounts } from '#contract/requirement.ts';

export const ROLES: readonly PrdRole[] = ['work', 'context', 'limit', 'done', 'unsure'];

/** The five shares of a count, side by side. The numbers beside it say the same. */
export function RoleShares({ counts }: { counts: RoleCounts | undefined }) {
  return (
    <span className="roles" aria-hidden="true">
      {counts ? (
        ROLES.filter((role) => counts[role] > 0).map((role) => (
          <i key={role} className={role} style={{ flexGrow: counts[role] }} />
        ))
      ) : (
        <i />
      )}
    </span>
  );
}
