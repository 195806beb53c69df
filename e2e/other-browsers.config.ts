import { defineConfig } from '@playwright/test';

// These browsers use their own protocols. Run by `npm run test:external -- --browsers`.
export default defineConfig({
  testDir: 'src/other-browsers',
  testMatch: '*.journey.ts',
  outputDir: '../test-results/other-browsers',
  workers: 1,
  timeout: 300_000,
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
});
