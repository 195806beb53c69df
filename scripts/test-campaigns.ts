import { sep } from 'node:path';
import { ROOT, runJourneys, runUnitTests } from './run-suite.ts';
import { add, closing, NOTHING } from './test-report.ts';

const FULL_SIZE = { COFFER_CAMPAIGNS: '1' };

const flags = process.argv.slice(2);
const isAll = flags.length === 0;
let tally = NOTHING;
if (isAll || flags.includes('--unit')) tally = add(tally, await runUnitTests(FULL_SIZE));
if (isAll || flags.includes('--e2e')) tally = add(tally, await runJourneys(FULL_SIZE));
console.log(`\n${closing(tally).replaceAll(`${ROOT}${sep}`, '')}`);
process.exitCode = tally.failed === 0 ? 0 : 1;
