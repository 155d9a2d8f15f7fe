import fc from 'fast-check';
import { SEED } from './seed.ts';

/** Setup file, runs before each test file. */
fc.configureGlobal({ seed: SEED });
