import { countLines } from '../document/split-lines.ts';
import type { ShownReading } from '../document/shown-reading.ts';
import type { NamedPlan } from '../tracing/named-plan.ts';

export interface Planned {
  planned: number;
  work: number;
  unsure: number;
  /** Number of open decisions, each about a section or a block. */
  toDecide: number;
}

/** Coverage in lines. A work line without a requirement of its own counts as planned. */
export function countPlanned(reading: ShownReading, plan: NamedPlan | undefined): Planned | undefined {
  if (!reading.counts) return undefined;
  const { work, unsure } = reading.counts;
  const missing = reading.blocks
    .filter(
      ({ role, requirement_ids: ids }) =>
        role === 'work' && ids.length > 0 && !ids.some((id) => plan?.answering.has(id)),
    )
    .reduce((sum, block) => sum + countLines(reading.lines, block), 0);
  const planned = plan ? work - missing : 0;
  return { planned, work, unsure, toDecide: reading.decisions.length };
}
