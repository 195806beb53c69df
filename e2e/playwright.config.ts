import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './src/chromium.ts';

export default defineConfig({
  testDir: 'src',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  // Two cores: one browser at a time, so that the application has the other.
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
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
