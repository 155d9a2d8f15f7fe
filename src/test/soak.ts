const FACTORS: Readonly<Record<string, number>> = { short: 1 / 20, long: 20 };
const factor = FACTORS[process.env['BATON_SOAK'] ?? ''] ?? 1;

/**
 * How often a soak test repeats, or how large its input is. `npm run check` sets BATON_SOAK=short, which shows that the test
 * still runs; `long` is for a night.
 */
export const soak = (times: number): number => Math.max(1, Math.ceil(times * factor));

/** Where a limit of the product is reached, there is no longer form. */
export const soakUpTo = (limit: number): number => Math.min(limit, soak(limit));
