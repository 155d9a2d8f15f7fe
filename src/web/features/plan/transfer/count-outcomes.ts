import type { ImportLine } from '#contract/transfer.ts';

export function countOutcomes(lines: readonly ImportLine[]): Record<ImportLine['outcome'], number> {
  const counts = { imported: 0, changed: 0, skipped: 0 };
  for (const { outcome } of lines) counts[outcome] += 1;
  return counts;
}

/** Changed and skipped lines. */
export const problemsOf = (lines: readonly ImportLine[]) => lines.filter(({ outcome }) => outcome !== 'imported');
