import { formatNumber } from '#contract/counted.ts';
import type { CheckpointDiff, CheckpointReason } from '#contract/checkpoint.ts';

export const REASON_WORDS: Record<CheckpointReason, string> = {
  manual: 'Saved',
  before_delete: 'Before a deletion',
  before_restore: 'Before a restore',
  before_import: 'Before an import',
  before_generation: 'Before a generation',
};

type Counts = Pick<CheckpointDiff, 'added' | 'removed' | 'changed'>;

export const isSame = ({ added, removed, changed }: Counts) => added + removed + changed === 0;

/** "Restoring removes 2 added since, brings back 1, and changes 3 back." */
export function describeRestore({ added, removed, changed }: Counts): string {
  const parts = [
    added > 0 && `removes ${formatNumber(added)} added since`,
    removed > 0 && `brings back ${formatNumber(removed)}`,
    changed > 0 && `changes ${formatNumber(changed)} back`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return 'The plan is as it was then: nothing would change.';
  return `Restoring ${new Intl.ListFormat('en-US').format(parts)}.`;
}
