/** The seed of all random tests: fixed, so that failures are reproducible. Another one may find more. */
export const SEED = Number(process.env['BATON_TEST_SEED'] ?? 20_261_115);
