import { defineConfig } from '@playwright/test';
import { campaignFiles, campaignJourneys, campaignOnlyFiles } from '../scripts/test-plan.ts';
import { journeyWorkers } from '../scripts/test-workers.ts';
import { CHROMIUM } from './src/chromium.ts';

const isCampaign = process.env['COFFER_CAMPAIGNS'] === '1';
const named = (paths: readonly string[]): string[] => paths.map((path) => `**/${path}`);

export default defineConfig({
  testDir: 'src',
  testMatch: isCampaign ? named(campaignFiles('e2e/')) : '*.spec.ts',
  grepInvert: isCampaign ? [] : [...campaignJourneys()],
  testIgnore: isCampaign ? [] : named(campaignOnlyFiles('e2e/')),
  outputDir: '../test-results',
  globalSetup: './src/setup/start-once.ts',
  workers: journeyWorkers(),
  // Busy machines are several times slower.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['line'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    acceptDownloads: true,
    // Ahead of the test's own limit, so that the report names the step.
    actionTimeout: 180_000,
    navigationTimeout: 180_000,
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: CHROMIUM,
  },
});
