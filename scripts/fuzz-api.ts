import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDataFolder } from '@coffer/e2e/data-folder';
import { ADMINISTRATOR, welcome } from '@coffer/e2e/first-start';
import { Person } from '@coffer/e2e/person';
import { createMember } from '@coffer/e2e/member';
import { startCoffer } from '@coffer/testing/coffer-process';
import { createScene, withIds } from './external/fuzz-scene.ts';

/** Ends the session. */
const LAST = 'signOut';
const LAST_SECONDS = 10;
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'missing_required_header',
  'unsupported_method',
];

const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '20' },
    seed: { type: 'string', default: '8420' },
    minutes: { type: 'string', default: '4' },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'coffer-fuzz-'));
await using data = await createDataFolder('fuzz');
await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
try {
  await welcome(coffer);
  const member = await createMember(coffer, data.path);
  // The fuzzer exhausts the sign-in limit of this address.
  const people = [await signedIn('member', member), await signedIn('administrator', ADMINISTRATOR)];
  for (const { role, account, person, session } of people) {
    const ids = await createScene(person, session.personalSpace);
    const answer = await fetch(`${coffer.url}/api/v1/openapi.json`);
    const document = join(folder, `${role}.json`);
    writeFileSync(document, JSON.stringify(withIds(await answer.json(), ids)));
    console.log(`\nschemathesis as ${role}, seed ${values.seed}`);
    const seconds = Number(values.minutes) * 60;
    await run({ document, cookie: person.cookie, seconds, filter: ['--exclude-operation-id', LAST] });
    const now = await person.call('getSession');
    if (now.state !== 'signed_in' || now.person.name === account.name)
      throw new Error('no call of it has changed the name of the person: it was not signed in');
    await run({
      document,
      cookie: person.cookie,
      seconds: LAST_SECONDS,
      filter: ['--include-operation-id', LAST],
    });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function signedIn(
  role: string,
  account: { readonly name: string; readonly email: string; readonly password: string },
) {
  const person = new Person(coffer.url);
  return { role, account, person, session: await person.signIn(account.email, account.password) };
}

function configuration(cookie: string): string {
  const refusals = [400, 401, 403, 404, 405, 408, 409, 412, 413, 415, 422, 428, 429, 431];
  return [
    '[auth.openapi.session]',
    `api_key = ${JSON.stringify(/(?:^|; )coffer=([^;]+)/.exec(cookie)?.[1])}`,
    '[checks.negative_data_rejection]',
    `expected-statuses = ${JSON.stringify(refusals)}`,
    '[checks.missing_required_header]',
    `expected-statuses = ${JSON.stringify(refusals)}`,
    '',
  ].join('\n');
}

interface Run {
  readonly document: string;
  readonly cookie: string;
  readonly seconds: number;
  readonly filter: readonly string[];
}

async function run({ document, cookie, seconds, filter }: Run): Promise<void> {
  const settings = join(folder, 'schemathesis.toml');
  writeFileSync(settings, configuration(cookie));
  const options = {
    url: `${coffer.url}/api/v1`,
    checks: CHECKS.join(','),
    phases: 'coverage,fuzzing',
    seed: values.seed,
    'max-examples': values.examples,
    'max-time': String(seconds),
    'request-timeout': '60',
    'generation-database': 'none',
    // A Hypothesis cache is not thread-safe.
    workers: '1',
    warnings: 'off',
  };
  const headers = ['X-Coffer: 1', 'Sec-Fetch-Site: same-origin'];
  const child = spawn(
    'schemathesis',
    [
      '--config-file',
      settings,
      'run',
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
      ...headers.flatMap((header) => ['--header', header]),
      '--continue-on-failure',
      '--no-color',
      ...filter,
      document,
    ],
    { stdio: 'inherit', cwd: folder },
  );
  const [code]: unknown[] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
}
