export { useTwoFactor } from './queries.ts';
export { TwoFactor } from './two-factor.tsx';
