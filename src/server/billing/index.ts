export { exportSubscription } from './export-subscription.ts';
export { findGiftEnd, lockAccount, readUsage, requireTier } from './queries.ts';
export {
  presentAllowed,
  presentEndings,
  presentLimits,
  presentOwnLimits,
  presentSubscription,
  presentTier,
  readOwnLimits,
} from './present.ts';
export { giveBackUsage, reserveUsage } from './reserve-usage.ts';
export { TEAM_LIMITS, periodsOf, rateFor } from './rules.ts';
export { findCallsWhole } from './notices/queries.ts';
export { reachedCalls, reachedProjects, reachedStorage, reachedUsage, withoutDoubles } from './notices/rules.ts';
export { readStorage, totalOf as storageTotal } from './read-storage.ts';
export { settleNotices, tellCalls, tellNoPlace, tellProjects, tellUsage } from './notices/tell-limits.ts';
export { tellFullAccounts } from './notices/tell-full-accounts.ts';
export { readOffer } from './payments/choose-price.ts';
export { listEndings } from './payments/ending-queries.ts';
export { endPayments } from './payments/end-payments.ts';
export type { PaymentProvider } from './payments/provider.ts';
export { findCarrier } from './payments/queries.ts';
export { grantTier } from './payments/grant-tier.ts';
export { createPayPal } from './paypal/create-paypal.ts';
export { addBillingRoutes } from './routes.ts';
export { findOwnLimits, setLimits } from './set-limits.ts';
export { sweepBilling } from './sweep-billing.ts';
export { type Sandbox, createSandbox } from './sandbox/create-sandbox.ts';
