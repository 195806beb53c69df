import { configDefaults, defineConfig } from 'vitest/config';
import { campaignFiles, campaignOnlyFiles, gateUnits, SHARED_WORKERS } from './scripts/test-plan.ts';
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

const exclude = [...configDefaults.exclude, ...(isCampaign ? [] : FOLDERS.flatMap(campaignOnlyFiles))];
const projects = [
  { extends: true as const, test: { name: 'shared', isolate: false, include: [...SHARED_WORKERS], exclude } },
  { extends: true as const, test: { name: 'alone', include: ALL, exclude: [...exclude, ...SHARED_WORKERS] } },
];

export default defineConfig({
  test: {
    ...(isCampaign
      ? { include: FOLDERS.flatMap(campaignFiles), exclude }
      : { projects, testNamePattern: gateUnits() }),
    globalSetup: ['packages/testing/src/global-setup.ts'],
    dangerouslyIgnoreUnhandledErrors: false,
    // Busy machines are several times slower.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: unitWorkers(),
  },
});
