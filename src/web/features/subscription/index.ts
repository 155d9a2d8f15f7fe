export { GenerationUsage } from './generation-usage.tsx';
export { isFree, pricePerMonth, useSubscription } from './queries.ts';
export { UpgradeButton } from './upgrade-button.tsx';
export { UsageMeters } from './usage-meters.tsx';
