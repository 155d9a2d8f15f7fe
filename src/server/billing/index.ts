export { requireTier } from './queries.ts';
export { presentLimits, presentTier } from './present.ts';
export { rateFor } from './rules.ts';
