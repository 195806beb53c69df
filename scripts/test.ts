// What `npm test` runs: checks, Vitest, journeys in a browser. The last line counts them all. `--unit` and `--e2e` run a part.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { runChecks } from './check.ts';
import { add, closing, NOTHING, type Tally, tallyPlaywright, tallyVitest } from './test-report.ts';

const root = resolve(import.meta.dirname, '..');
const JOURNEYS = 'e2e/playwright.config.ts';
const BUDGET = 'apps/web/budget.ts';
const BUILT = 'apps/web/dist/.vite/manifest.json';

async function main(flags: readonly string[]): Promise<Tally> {
  const isAll = flags.length === 0;
  let tally = NOTHING;
  if (isAll || flags.includes('--unit')) {
    tally = add(tally, await check());
    tally = add(tally, await budget());
    tally = add(tally, await reported('Tests', 'vitest/vitest.mjs', vitest));
  }
  if (isAll || flags.includes('--e2e')) tally = add(tally, await journeys());
  return tally;
}

async function check(): Promise<Tally> {
  console.log('Checks');
  const results = await runChecks();
  const passed = results.filter(({ ok }) => ok).length;
  const failures = results.filter(({ ok }) => !ok).map(({ name }) => `check: ${name}`);
  return { passed, failed: failures.length, skipped: 0, failures };
}

/** What a page fetches first, of the application that `scripts/prepare.js test` has built. Counts as one check. */
async function budget(): Promise<Tally> {
  console.log('\nBudget');
  if (!existsSync(join(root, BUILT))) {
    console.log(`skipped, ${BUILT} is missing (node scripts/prepare.js test makes it)`);
    return { ...NOTHING, skipped: 1 };
  }
  const status = await run([join(root, BUDGET)], {});
  return status === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1, failures: [BUDGET] };
}

const vitest: Runner = {
  args: (report) => ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  environment: () => ({}),
  tally: tallyVitest,
};

async function journeys(): Promise<Tally> {
  if (!existsSync(join(root, JOURNEYS))) {
    console.log(`\nJourneys: skipped, ${JOURNEYS} is missing`);
    return { ...NOTHING, skipped: 1 };
  }
  if (!existsSync(join(root, '.cache', 'chromium-path'))) {
    console.log(
      '\nJourneys: skipped, there is no Chromium (node scripts/prepare.js test tries to install one)',
    );
    return { ...NOTHING, skipped: 1 };
  }
  return await reported('Journeys', '@playwright/test/cli.js', {
    args: () => ['test', '-c', JOURNEYS, '--reporter=list,json'],
    environment: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    tally: tallyPlaywright,
  });
}

interface Runner {
  readonly args: (report: string) => readonly string[];
  readonly environment: (report: string) => Readonly<Record<string, string>>;
  readonly tally: (report: unknown) => Tally;
}

/** Runs a test runner before the reader's eyes, and counts what it reports. Without a report, the run itself has failed. */
async function reported(title: string, program: string, runner: Runner): Promise<Tally> {
  console.log(`\n${title}`);
  const folder = mkdtempSync(join(tmpdir(), 'coffer-report-'));
  const report = join(folder, 'report.json');
  try {
    const args = [join(root, 'node_modules', program), ...runner.args(report)];
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

async function run(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<number> {
  return await new Promise((done, fail) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      // oxlint-disable-next-line node/no-process-env -- the runners are to see what the person who started this sees
      env: { ...process.env, ...environment },
    });
    child.on('error', fail);
    child.on('close', (status) => done(status ?? 1));
  });
}

const tally = await main(process.argv.slice(2));
console.log(`\n${closing(tally).replaceAll(`${root}${sep}`, '')}`);
process.exitCode = tally.failed === 0 ? 0 : 1;
