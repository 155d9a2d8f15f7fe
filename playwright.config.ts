import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './scripts/find-browser.ts';

const browser = findBrowser();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results/playwright',
  forbidOnly: true,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    // Recording every journey costs more than half of its time again: --trace on records the one in question.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: browserArguments(), ...(browser ? { executablePath: browser } : {}) },
  },
});
