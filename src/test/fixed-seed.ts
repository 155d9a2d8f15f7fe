import fc from 'fast-check';
import { SEED } from './seed.ts';

/** Runs before each file of tests. */
fc.configureGlobal({ seed: SEED });
