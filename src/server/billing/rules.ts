const FREE_TIER = 'free';
/** What paying is worth to an agent. */
const PAID_FACTOR = 5;

/** How often a key may call: the administrator's numbers, five times as often on a paid plan. */
export function rateFor(
  settings: { mcpToolCallsPerHour: number; maxRequestsPerMinute: number },
  tier: string | undefined,
): { perHour: number; perMinute: number } {
  const factor = tier === undefined || tier === FREE_TIER ? 1 : PAID_FACTOR;
  return {
    perHour: Math.max(1, settings.mcpToolCallsPerHour) * factor,
    perMinute: Math.max(1, settings.maxRequestsPerMinute) * factor,
  };
}
