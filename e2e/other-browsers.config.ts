import { defineConfig } from '@playwright/test';

// The runner alone: these browsers are driven by protocols of their own. Debian's packages, by `npm run test:external -- --browsers`.
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
