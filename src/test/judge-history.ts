import { checkHistory } from './check-history.ts';
import type { LockStep } from './lock-model.ts';
import { findPlanFaults } from './plan-faults.ts';
import type { ProjectHistory } from './record-history.ts';
import type { HistoryRun } from './run-history.ts';

export interface Judgement {
  /** Sentences about what went wrong; a good run has none. */
  anomalies: string[];
  summary: string;
}

/** Whether the histories are those of one lock with fencing, and whether everyone was told what they had lost. */
export async function judgeHistory({ histories, kills, pool }: HistoryRun): Promise<Judgement> {
  const anomalies = await findPlanFaults(pool);
  const counts = { operations: 0, unanswered: 0, taken: 0, refused: 0, told: 0 };
  for (const history of histories) {
    const { entries, told, initial } = history;
    const verdict = checkHistory(initial, entries);
    if (verdict.linearizable)
      anomalies.push(
        ...judgeLosses(
          history,
          verdict.order.map(({ step }) => step),
        ),
      );
    else anomalies.push(verdict.reason);
    counts.operations += entries.length;
    counts.unanswered += entries.filter(({ result }) => result === undefined).length;
    counts.taken += entries.filter(({ result }) => result?.is === 'taken').length;
    counts.refused += entries.filter(({ result }) => result?.is === 'held' || result?.is === 'stale').length;
    counts.told += told.length;
  }
  const summary = `${counts.operations} operations, ${kills} kills, ${counts.unanswered} unanswered, ${counts.taken} batons taken, ${counts.refused} refusals, ${counts.told} losses told, ${anomalies.length} anomalies`;
  return { anomalies, summary };
}

/** A loss is told once, to the one who lost; it may go unheard only with an answer that never arrived. */
function judgeLosses({ told, unheard }: ProjectHistory, steps: readonly LockStep[]): string[] {
  const lost = new Map(steps.flatMap((step) => step.lost.map((held) => [held.fence, held.by] as const)));
  const heard = new Set<number>();
  const faults: string[] = [];
  for (const { agent, fence } of told) {
    if (heard.has(fence)) faults.push(`${agent} was told twice that baton ${fence} was lost`);
    heard.add(fence);
    if (lost.get(fence) !== agent)
      faults.push(`${agent} was told that baton ${fence} was lost, which ${lost.get(fence) ?? 'nobody'} lost`);
  }
  for (const [fence, agent] of lost)
    if (!heard.has(fence) && !unheard.has(agent)) faults.push(`${agent} was never told that baton ${fence} was lost`);
  return faults;
}
