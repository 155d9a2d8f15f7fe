import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const database = './src/test/postgres.ts';

export default defineConfig({
  test: {
    // On two cores the default is one worker, and the other core looks on.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    passWithNoTests: false,
    // What a passing test prints would bury what a failing one has to say.
    silent: 'passed-only',
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: 30_000,
          pool: 'threads',
          include: ['src/contract/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          testTimeout: 30_000,
          pool: 'threads',
          environment: 'jsdom',
          include: ['src/web/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'server',
          pool: 'forks',
          include: ['src/{server,cli,test}/**/*.test.ts'],
          globalSetup: [database],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
