export { readUsage, requireTier } from './queries.ts';
export { presentLimits, presentTier } from './present.ts';
export { giveBackUsage, reserveUsage } from './reserve-usage.ts';
export { periodsOf, rateFor } from './rules.ts';
