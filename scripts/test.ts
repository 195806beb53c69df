import { sep } from 'node:path';
import { runChecks } from './check.ts';
import { missingTools } from './prepare/tools.js';
import { IS_CI, ROOT, runJourneys, runUnitTests } from './run-suite.ts';
import { add, closing, NOTHING, type Tally, tallyMissing } from './test-report.ts';

async function main(flags: readonly string[]): Promise<Tally> {
  const isAll = flags.length === 0;
  let tally = tools();
  if (isAll || flags.includes('--unit')) {
    tally = add(tally, await check());
    tally = add(tally, await runUnitTests());
  }
  if (isAll || flags.includes('--e2e')) tally = add(tally, await runJourneys());
  return tally;
}

/** With `CI` set, a missing tool fails. */
function tools(): Tally {
  const missing = missingTools().map(({ program }) => program);
  if (missing.length > 0) console.log(`Missing, so that their tests are skipped: ${missing.join(', ')}\n`);
  return tallyMissing(missing, IS_CI);
}

async function check(): Promise<Tally> {
  console.log('Checks');
  const results = await runChecks();
  const passed = results.filter(({ ok }) => ok).length;
  const failures = results.filter(({ ok }) => !ok).map(({ name }) => `check: ${name}`);
  return { ...NOTHING, passed, failed: failures.length, failures };
}

const tally = await main(process.argv.slice(2));
console.log(`\n${closing(tally).replaceAll(`${ROOT}${sep}`, '')}`);
process.exitCode = tally.failed === 0 ? 0 : 1;
