import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { PATIENT, TEST_LIMIT_MS } from './src/test/patience.ts';

const serverTests = 'src/{server,cli,test}/**/*.test.ts';
const webTests = 'src/web/**/*.test.{ts,tsx}';

/** Tests that repeat for long: apart, so that `npm run check` can run them in a short form. */
const soakTests = 'src/**/*.soak.test.ts';

/** Tests that mock or reset modules run in isolation. */
const changesModules = (file: string) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8'));
const serverAlone = globSync(serverTests).filter(changesModules);
const webAlone = globSync(webTests).filter(changesModules);

/** Setup file for every test file. */
const everywhere = './src/test/fixed-seed.ts';

/** A limit only tells late from never. */
const patient = { expect: { poll: PATIENT }, testTimeout: TEST_LIMIT_MS, hookTimeout: TEST_LIMIT_MS };

/** The others share loaded modules across files, because loading takes longer than testing. */
const shared = { isolate: false };

const server = {
  ...patient,
  pool: 'forks' as const,
  globalSetup: ['./src/test/shared-by-run.ts'],
  setupFiles: [everywhere],
};

const web = {
  ...patient,
  pool: 'threads' as const,
  environment: 'jsdom',
  setupFiles: ['./src/test/fresh-page.ts', everywhere],
};

export default defineConfig({
  test: {
    // On two cores the default is one worker, which leaves the other idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    passWithNoTests: false,
    // Output of passing tests would bury that of failing ones.
    silent: 'passed-only',
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        test: {
          ...patient,
          ...shared,
          name: 'unit',
          pool: 'threads',
          setupFiles: [everywhere],
          include: ['src/{contract,markdown}/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [soakTests],
        },
      },
      { plugins: [react()], test: { ...web, ...shared, name: 'web', include: [webTests], exclude: webAlone } },
      { plugins: [react()], test: { ...web, name: 'web alone', include: webAlone } },
      { test: { ...server, ...shared, name: 'server', include: [serverTests], exclude: [...serverAlone, soakTests] } },
      { test: { ...server, name: 'server alone', include: serverAlone } },
      { test: { ...server, ...shared, name: 'soak', include: [soakTests] } },
    ],
  },
});
