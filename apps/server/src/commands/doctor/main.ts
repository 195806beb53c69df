import { systemClock } from '@coffer/kit';
import { readConfig, unknownVariables } from '../../config/config.ts';
import { examineConfiguredPool } from './examine-pool.ts';
import { examineConfiguredStore } from './examine-store.ts';
import { createLog } from '../../platform/log/create-log.ts';
import { forPeople } from '../../platform/log/for-people.ts';
import { checkNode } from '../../run/check-host.ts';
import { examine } from '../../run/examine.ts';
import { type Finding, fine, isFine, toText } from '../../run/finding.ts';

// `coffer doctor` runs the checks of a start without starting. The exit code is 1 if something would keep Coffer from
// working.

const findings = [checkNode(process.versions.node), ...(await examineConfiguration())];
const isJson = process.argv.includes('--json');
process.stdout.write(`${isJson ? JSON.stringify(findings, undefined, 2) : toText(findings)}\n`);
process.exitCode = findings.every(isFine) ? 0 : 1;

async function examineConfiguration(): Promise<readonly Finding[]> {
  const misspelt = unknownVariables().map((name): Finding => {
    const message = `${name} is not a setting of Coffer.`;
    return { check: 'Settings', state: 'warn', message, remedy: 'It has no effect. Check the spelling.' };
  });
  const config = readConfig();
  if (!config.ok) {
    const wrong = config.error.map(
      ({ name, message }): Finding => ({ check: 'Settings', state: 'fail', message: `${name} ${message}.` }),
    );
    return [...wrong, ...misspelt];
  }
  const log = createLog({ level: 'error', destination: forPeople(process.stderr) });
  return [
    fine('Settings', 'complete'),
    ...misspelt,
    ...(await examinationAsked()({ config: config.value, clock: systemClock, log })),
  ];
}

function examinationAsked(): typeof examine {
  if (process.argv.includes('store')) return examineConfiguredStore;
  return process.argv.includes('pool') ? examineConfiguredPool : examine;
}
