import type { ErrorEntry } from '#contract/admin-logs.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LEVELS, wordOf } from './error-filter.ts';

export const LevelBadge = ({ level }: { level: ErrorEntry['level'] }) => (
  <Badge tone={level === 'critical' ? 'bad' : 'warn'}>{wordOf(LEVELS, level)}</Badge>
);
