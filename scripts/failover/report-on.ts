import type { Comparison } from '../faults/compare-with-database.ts';
import type { Figure, Report } from '../faults/figures.ts';
import type { Record } from './record.ts';
import type { FailoverSizes } from './sizes.ts';

/** The figures of a run beside their limits. */
export function reportOn(
  sizes: FailoverSizes,
  record: Record,
  found: Comparison,
  { promotedMs, resumedMs }: { promotedMs: number; resumedMs: number },
): Report {
  const none = (name: string, texts: readonly string[]): Figure => ({
    name,
    value: texts.length,
    atMost: 0,
    detail: texts.slice(0, 3).join('; '),
  });
  const [cutOff, seconds] = [sizes.agents, 1_000];
  return {
    name: `${sizes.agents} agents, two servers behind nginx: the primary is killed, its standby promoted`,
    figures: [
      { name: 'acknowledged', value: record.acknowledged, atLeast: sizes.writes * 2, detail: `${record.claims} tasks` },
      none('lost', found.lost),
      none('claimed by two agents', record.doubledClaims),
      none('written twice', found.doubled),
      none('refused and written', found.refusedButWritten),
      none('rows that disagree', found.disagreements),
      { name: 'leases that ran out', value: found.leasesOver, atMost: 0 },
      // At most the call that each agent had under way when the primary died.
      {
        name: 'unknown to the agent',
        value: record.unknown,
        atMost: cutOff,
        detail: `${found.unconfirmed} of them written; ${record.samples.slice(0, 2).join('; ')}`,
      },
      { name: 'refused', value: record.refused, atMost: cutOff },
      { name: 'waited more than a second', value: record.waited, atLeast: 0, detail: 'and were acknowledged' },
      { name: 'longest call', value: record.longestCallMs / seconds, atMost: sizes.patienceMs / seconds, unit: ' s' },
      { name: 'without an acknowledged write', value: record.longestGapMs / seconds, atMost: 30, unit: ' s' },
      { name: 'from kill to promoted', value: promotedMs / seconds, atMost: 30, unit: ' s' },
      { name: 'from promoted to first write', value: resumedMs / seconds, atMost: 15, unit: ' s' },
    ],
  };
}
