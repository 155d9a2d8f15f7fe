import type { Services } from '#server/platform/context.ts';
import { type Rate, spend } from '#server/platform/http/limits.ts';
import type { ReadingKind } from './planner.ts';

/** Far above what somebody who types or looks at plans comes to. */
const ALLOWANCES: Record<ReadingKind, Rate | null> = {
  live: { limit: 180, periodSeconds: 60 },
  preview: { limit: 30, periodSeconds: 60 },
  save: { limit: 180, periodSeconds: 60 },
  // Counted as a generation.
  plan: null,
};

/** Counts one PRD to be read against what its account may have read in a minute, on all servers together. */
export async function meterReading(services: Services, account: string, kind: ReadingKind): Promise<void> {
  const allowance = ALLOWANCES[kind];
  if (allowance !== null) await spend(services, `prd-${kind}:${account}`, allowance);
}
