import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { NOTHING, type Tally, tallyMissing, tallyPlaywright, tallyVitest } from './test-report.ts';

export const ROOT = resolve(import.meta.dirname, '..');
// oxlint-disable-next-line node/no-process-env -- set by every service that runs tests on its own
export const IS_CI = process.env['CI'] === 'true';
/** Programs that tests start hundreds of times are compiled once. */
const COMPILED = join(ROOT, '.cache', 'compiled');
const JOURNEYS = 'e2e/playwright.config.ts';

type Environment = Readonly<Record<string, string>>;

interface Runner {
  readonly args: (report: string) => readonly string[];
  readonly environment: (report: string) => Environment;
  readonly tally: (report: unknown) => Tally;
}

export async function runUnitTests(environment: Environment = {}): Promise<Tally> {
  return await reported('Tests', 'vitest/vitest.mjs', {
    args: (report) => ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    environment: () => environment,
    tally: tallyVitest,
  });
}

export async function runJourneys(environment: Environment = {}): Promise<Tally> {
  if (!existsSync(join(ROOT, '.cache', 'chromium-path'))) {
    console.log('\nJourneys: there is no Chromium (node scripts/prepare.js test tries to install one)');
    return tallyMissing(['Chromium'], IS_CI);
  }
  return await reported('Journeys', '@playwright/test/cli.js', {
    args: () => ['test', '-c', JOURNEYS, '--reporter=list,json'],
    environment: (report) => ({ ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    tally: tallyPlaywright,
  });
}

async function reported(title: string, program: string, runner: Runner): Promise<Tally> {
  console.log(`\n${title}`);
  const folder = mkdtempSync(join(tmpdir(), 'coffer-report-'));
  const report = join(folder, 'report.json');
  try {
    const args = [join(ROOT, 'node_modules', program), ...runner.args(report)];
    const status = await run(args, runner.environment(report));
    if (!existsSync(report)) {
      console.log(`${title}: no report; exit code ${status}`);
      return { ...NOTHING, failed: 1, failures: [`${title}: no report`] };
    }
    const tally = runner.tally(JSON.parse(readFileSync(report, 'utf8')));
    return status !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function run(args: readonly string[], environment: Environment = {}): Promise<number> {
  return await new Promise((done, fail) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: 'inherit',
      // oxlint-disable-next-line node/no-process-env -- the runners are to see what the person who started this sees
      env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...environment },
    });
    child.on('error', fail);
    child.on('close', (status) => done(status ?? 1));
  });
}
