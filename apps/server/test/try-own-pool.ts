import { systemClock } from '@coffer/kit';
import { readConfig } from '../src/config/config.ts';
import { createCognitoPool } from '../src/platform/identity/cognito-pool.ts';
import { createLog } from '../src/platform/log/create-log.ts';
import { forPeople } from '../src/platform/log/for-people.ts';
import { type Tried, tryPool } from './try-pool.ts';

// `npm run try-pool`, see docs/aws.md.

// oxlint-disable node/no-process-env -- the person of this run is no setting of the application.
const { COFFER_TEST_USERNAME: username, COFFER_TEST_PASSWORD: password } = process.env;
const newPassword = process.env['COFFER_TEST_NEW_PASSWORD'];
const authenticatorSecret = process.env['COFFER_TEST_AUTHENTICATOR'];
// oxlint-enable node/no-process-env

const config = readConfig();
if (!config.ok) end(config.error.map(({ name, message }) => `${name} ${message}.`).join('\n'));
else if (config.value.pool.kind !== 'cognito')
  end('Set COFFER_POOL_ID and COFFER_POOL_CLIENT_ID: the embedded pool is tried by the tests.');
else if (username === undefined || password === undefined)
  end('Set COFFER_TEST_USERNAME and COFFER_TEST_PASSWORD: somebody of the pool who is there for this.');
else {
  const clock = systemClock;
  const log = createLog({ level: 'error', destination: forPeople(process.stderr) });
  const pool = createCognitoPool({ ...config.value.pool, clock, log });
  const person = { username, password, newPassword, authenticatorSecret };
  const tried = await tryPool(pool, person, { clock, lacking: new Set() });
  process.stdout.write(`${tried.map(toLine).join('\n')}\n`);
  process.exitCode = tried.some(({ state }) => state === 'fail') ? 1 : 0;
}

function toLine({ step, state, seen }: Tried): string {
  return `${state.padEnd(9)} ${step.padEnd(46)} ${seen}`.trimEnd();
}

function end(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 78;
}
