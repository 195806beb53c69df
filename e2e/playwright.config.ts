import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './src/chromium.ts';

export default defineConfig({
  testDir: 'src',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  // Two cores: one browser at a time, so that the application has the other.
  workers: 1,
  // A machine with much else to do takes several times as long. What must be soon is measured where it is wanted.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['line'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    acceptDownloads: true,
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: CHROMIUM,
  },
});
