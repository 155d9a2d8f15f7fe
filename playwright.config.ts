import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './scripts/find-browser.ts';
import { PATIENT, TEST_LIMIT_MS } from './src/test/patience.ts';

const browser = findBrowser();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results/playwright',
  forbidOnly: true,
  workers: 2,
  retries: 0,
  timeout: TEST_LIMIT_MS,
  expect: { ...PATIENT, toPass: PATIENT },
  // Tests are independent of each other, also within a file.
  fullyParallel: true,
  reporter: [['list']],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    // Without it a click that finds nothing waits for the limit of the whole test.
    actionTimeout: PATIENT.timeout,
    // Without a GPU the processor draws every frame of a transition, and of dots that pulse for as long as a task is held.
    // Journeys of what slides, opens and closes keep their motion.
    reducedMotion: 'reduce',
    // Tracing every test costs more than half of its time again: `--trace on` records a single one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: browserArguments(), ...(browser ? { executablePath: browser } : {}) },
  },
});
