import type { UserStatus } from '#contract/admin-users.ts';
import { ADMIN_USERS_TEXTS as T } from '#contract/admin-texts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Dot } from '#web/ui/dot.tsx';

export function StatusBadge({ status }: { status: UserStatus }) {
  const tone = status === 'active' ? 'ok' : 'bad';
  return (
    <Badge tone={tone}>
      <Dot tone={tone} />
      {T.filters[status]}
    </Badge>
  );
}
