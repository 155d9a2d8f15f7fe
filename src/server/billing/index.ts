export { requireTier } from './queries.ts';
export { presentLimits, presentTier } from './present.ts';
