import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { COMPILE_CACHE } from './src/test/compile-cache.ts';
import { bundleThreads } from './src/test/bundle-threads.ts';
import { PATIENT, TEST_LIMIT_MS } from './src/test/patience.ts';

const serverTests = 'src/{server,cli,test}/**/*.test.ts';
const webTests = 'src/web/**/*.test.{ts,tsx}';
/** Tests of whole screens take most of the web's time: `npm run check` leaves them to `npm test`. */
const screenTests = 'src/web/screens/**/*.test.tsx';

/** Tests that repeat for long. `npm run check` runs those that need no database, in a short form. */
const soakTests = 'src/**/*.soak.test.{ts,tsx}';
const plainSoakTests = 'src/{markdown,server/engine}/**/*.soak.test.ts';
const webSoakTests = 'src/web/**/*.soak.test.tsx';

/** Tests that mock or reset modules run in isolation. */
const changesModules = (file: string) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8'));
const serverAlone = globSync(serverTests).filter(changesModules);
const webAlone = globSync(webTests).filter(changesModules);
const screensAlone = globSync(screenTests).filter(changesModules);

/** Setup file for every test file. */
const everywhere = './src/test/fixed-seed.ts';

// Tests start many worker threads and processes, each of which would strip and compile the same sources again.
process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;

/** A limit only tells late from never. */
const patient = { expect: { poll: PATIENT }, testTimeout: TEST_LIMIT_MS, hookTimeout: TEST_LIMIT_MS };

/** The others share loaded modules across files, because loading takes longer than testing. */
const shared = { isolate: false };

const unit = { ...patient, ...shared, pool: 'threads' as const, setupFiles: [everywhere] };

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
          ...unit,
          name: 'unit',
          include: ['src/{contract,markdown,docs}/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [soakTests],
        },
      },
      {
        plugins: [react()],
        test: { ...web, ...shared, name: 'web', include: [webTests], exclude: [...webAlone, screenTests, soakTests] },
      },
      { plugins: [react()], test: { ...web, name: 'web alone', include: webAlone, exclude: screensAlone } },
      {
        plugins: [react()],
        test: { ...web, ...shared, name: 'screens', include: [screenTests], exclude: screensAlone },
      },
      { plugins: [react()], test: { ...web, name: 'screens alone', include: screensAlone } },
      {
        plugins: [bundleThreads],
        test: { ...server, ...shared, name: 'server', include: [serverTests], exclude: [...serverAlone, soakTests] },
      },
      { plugins: [bundleThreads], test: { ...server, name: 'server alone', include: serverAlone } },
      { test: { ...unit, name: 'soak', include: [plainSoakTests] } },
      { plugins: [react()], test: { ...web, ...shared, name: 'web soak', include: [webSoakTests] } },
      {
        plugins: [bundleThreads],
        test: {
          ...server,
          ...shared,
          name: 'server soak',
          include: [soakTests],
          exclude: [plainSoakTests, webSoakTests],
        },
      },
    ],
  },
});
