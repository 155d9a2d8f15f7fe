import type { PlanOp } from '#contract/tools.ts';

/** A check that is only a text has not been ticked. */
export const checksOf = (checks: PlanOp['checks']) =>
  checks?.map((check) => (typeof check === 'string' ? { text: check, met: false } : check));
