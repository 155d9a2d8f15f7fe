import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const serverTests = 'src/{server,cli,test}/**/*.test.ts';
const webTests = 'src/web/**/*.test.{ts,tsx}';

/** Tests that mock or reset modules run in isolation. */
const changesModules = (file: string) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8'));
const serverAlone = globSync(serverTests).filter(changesModules);
const webAlone = globSync(webTests).filter(changesModules);

/** Setup file for every test file. */
const everywhere = './src/test/fixed-seed.ts';

/** A generous timeout for polling on a busy machine; the default is a second. */
const patient = { expect: { poll: { timeout: 60_000 } } };

/** The others share loaded modules across files, because loading takes longer than testing. */
const shared = { isolate: false };

const server = {
  ...patient,
  pool: 'forks' as const,
  globalSetup: ['./src/test/postgres.ts'],
  setupFiles: [everywhere],
  testTimeout: 120_000,
  hookTimeout: 60_000,
};

const web = {
  ...patient,
  pool: 'threads' as const,
  environment: 'jsdom',
  setupFiles: ['./src/test/fresh-page.ts', everywhere],
  testTimeout: 120_000,
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
          ...shared,
          name: 'unit',
          testTimeout: 120_000,
          pool: 'threads',
          setupFiles: [everywhere],
          include: ['src/{contract,markdown}/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      { plugins: [react()], test: { ...web, ...shared, name: 'web', include: [webTests], exclude: webAlone } },
      { plugins: [react()], test: { ...web, name: 'web alone', include: webAlone } },
      { test: { ...server, ...shared, name: 'server', include: [serverTests], exclude: serverAlone } },
      { test: { ...server, name: 'server alone', include: serverAlone } },
    ],
  },
});
