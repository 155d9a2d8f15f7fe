import type { ImportLine } from '#contract/transfer.ts';

export function countOutcomes(lines: readonly ImportLine[]): Record<ImportLine['outcome'], number> {
  const counts = { imported: 0, changed: 0, skipped: 0 };
  for (const { outcome } of lines) counts[outcome] += 1;
  return counts;
}

/** What did not come in as it was. */
export const problemsOf = (lines: readonly ImportLine[]) => lines.filter(({ outcome }) => outcome !== 'imported');
