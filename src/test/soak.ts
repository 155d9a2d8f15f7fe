const IS_SHORT = process.env['BATON_SOAK'] === 'short';

/**
 * How often a soak test repeats, or how large its input is: in full under `npm test`, and a twentieth under `npm run check`,
 * which shows that the test still runs.
 */
export const soak = (full: number, short = Math.max(1, Math.ceil(full / 20))): number => (IS_SHORT ? short : full);
