import type { Services } from '#server/platform/context.ts';
import { type Rate, spend } from '#server/platform/http/limits.ts';
import type { ReadingKind } from './planner.ts';

/** Far above what typing or previewing needs. */
const ALLOWANCES: Record<ReadingKind, Rate | null> = {
  live: { limit: 180, periodSeconds: 60 },
  preview: { limit: 30, periodSeconds: 60 },
  save: { limit: 180, periodSeconds: 60 },
  // Charged as a generation instead.
  plan: null,
};

/** Rate limit per account for reading PRDs, shared by all servers. */
export async function meterReading(services: Services, account: string, kind: ReadingKind): Promise<void> {
  const allowance = ALLOWANCES[kind];
  if (allowance !== null) await spend(services, `prd-${kind}:${account}`, allowance);
}
