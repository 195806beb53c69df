import { configDefaults, defineConfig } from 'vitest/config';
import { campaignFiles, campaignOnlyFiles } from './scripts/test-plan.ts';
import { unitWorkers } from './scripts/test-workers.ts';

const ALL = [
  'packages/**/*.test.ts',
  'apps/**/*.test.ts',
  'apps/**/*.test.tsx',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
];
const FOLDERS = ['packages/', 'apps/', 'scripts/', 'bench/'];
// oxlint-disable-next-line node/no-process-env -- set by the script that runs the campaigns
const isCampaign = process.env['COFFER_CAMPAIGNS'] === '1';

export default defineConfig({
  test: {
    include: isCampaign ? FOLDERS.flatMap(campaignFiles) : ALL,
    exclude: [...configDefaults.exclude, ...(isCampaign ? [] : FOLDERS.flatMap(campaignOnlyFiles))],
    globalSetup: ['packages/testing/src/global-setup.ts'],
    dangerouslyIgnoreUnhandledErrors: false,
    // Busy machines are several times slower.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: unitWorkers(),
  },
});
