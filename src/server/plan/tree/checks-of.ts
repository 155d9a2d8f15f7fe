import type { PlanOp } from '#contract/tools.ts';

/** A check given as text is unticked. */
export const checksOf = (checks: PlanOp['checks']) =>
  checks?.map((check) => (typeof check === 'string' ? { text: check, met: false } : check));
