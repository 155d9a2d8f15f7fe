/** Of everything the tests draw by chance: the same in every run, so that a failure can be had again. Another finds more. */
export const SEED = Number(process.env['BATON_TEST_SEED'] ?? 20_261_115);
