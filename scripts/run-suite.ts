import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  afterRepeat,
  failedFiles,
  failedJourneys,
  mayRepeat,
  NOTHING,
  type Tally,
  tallyMissing,
  tallyPlaywright,
  tallyVitest,
} from './test-report.ts';

export const ROOT = resolve(import.meta.dirname, '..');
// oxlint-disable-next-line node/no-process-env -- set by every service that runs tests on its own
export const IS_CI = process.env['CI'] === 'true';
/** Programs that tests start hundreds of times are compiled once. */
const COMPILED = join(ROOT, '.cache', 'compiled');
const JOURNEYS = 'e2e/playwright.config.ts';
/** What a failed journey saw at its end, as Playwright keeps it. */
const LAST_SIGHTS = 'test-results/*/error-context.md';
const SIGHT_LINES_MAX = 80;
const JOURNEY_PROGRAM = '@playwright/test/cli.js';

type Environment = Readonly<Record<string, string>>;

interface Runner {
  readonly title: string;
  /** Below `node_modules`. */
  readonly program: string;
  readonly args: (report: string) => readonly string[];
  /** Runs what failed in `report`, one after another. */
  readonly alone: (report: unknown) => readonly string[];
  readonly environment: (report: string) => Environment;
  readonly tally: (report: unknown) => Tally;
}

export async function runUnitTests(environment: Environment = {}): Promise<Tally> {
  return await reported({
    title: 'Tests',
    program: 'vitest/vitest.mjs',
    args: (report) => ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    alone: (report) => [...failedFiles(report), '--maxWorkers=1'],
    environment: () => environment,
    tally: tallyVitest,
  });
}

export async function runJourneys(environment: Environment = {}): Promise<Tally> {
  if (!existsSync(join(ROOT, '.cache', 'chromium-path'))) {
    console.log('\nJourneys: there is no Chromium (node scripts/prepare.js test tries to install one)');
    return tallyMissing(['Chromium'], IS_CI);
  }
  return await reported({
    title: 'Journeys',
    program: JOURNEY_PROGRAM,
    args: () => ['test', '-c', JOURNEYS, '--reporter=list,json'],
    alone: (report) => [...failedJourneys(report), '--workers=1'],
    environment: (report) => ({ ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    tally: tallyPlaywright,
  });
}

async function reported(runner: Runner): Promise<Tally> {
  console.log(`\n${runner.title}`);
  const first = await runOnce(runner);
  if (!mayRepeat(first.tally)) return first.tally;
  console.log(`\n${runner.title}: what failed, repeated alone`);
  const alone = await runOnce(runner, runner.alone(first.report));
  return afterRepeat(first.tally, alone.tally);
}

async function runOnce(
  runner: Runner,
  more: readonly string[] = [],
): Promise<{ readonly tally: Tally; readonly report: unknown }> {
  const { title, program } = runner;
  const folder = mkdtempSync(join(tmpdir(), 'coffer-report-'));
  const path = join(folder, 'report.json');
  try {
    const args = [join(ROOT, 'node_modules', program), ...runner.args(path), ...more];
    const status = await run(args, runner.environment(path));
    if (!existsSync(path)) {
      console.log(`${title}: no report; exit code ${status}`);
      return { tally: { ...NOTHING, failed: 1, failures: [`${title}: no report`] }, report: undefined };
    }
    const report: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const tally = runner.tally(report);
    if (program === JOURNEY_PROGRAM && tally.failed > 0) printLastSights();
    return { tally: status !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally, report };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Other machines keep no files of a run, and the error alone does not say what was there instead. */
function printLastSights(): void {
  for (const path of globSync(LAST_SIGHTS, { cwd: ROOT })) {
    const [, sight] = /```yaml\n(.*?)\n```/s.exec(readFileSync(join(ROOT, path), 'utf8')) ?? [];
    if (sight !== undefined)
      console.log(`\n${path}:\n${sight.split('\n').slice(0, SIGHT_LINES_MAX).join('\n')}`);
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
