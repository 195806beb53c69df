// Installs the tarball into another project: Node.js strips no types in `node_modules`.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as sdk from '@aws-sdk/client-cognito-identity-provider';
import {
  freePort,
  type TemporaryFolder,
  temporaryFolder,
  type TestDatabase,
  testDatabase,
} from '@coffer/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pack } from './packaging/pack.ts';
import { createHostedBrowser } from './testing/hosted-browser.ts';
import { authorizePath, createPkce } from './testing/hosted-fixture.ts';
import { PASSWORD } from './testing/pool-fixture.ts';

const OWN_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));
let folder: TemporaryFolder;
let database: TestDatabase;
let child: ChildProcess | undefined;

beforeAll(async () => {
  folder = temporaryFolder('user-pool-tarball');
  database = await testDatabase();
  install(pack(join(folder.path, 'tarball')), join(folder.path, 'node_modules'));
});

afterEach(() => {
  child?.kill('SIGKILL');
});

afterAll(async () => {
  await database.drop();
  await folder.remove();
});

function install(tarball: string, modules: string): void {
  const own = join(modules, '@coffer', 'user-pool');
  mkdirSync(own, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', own, '--strip-components=1']);
  const { dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(OWN_MODULES, name), join(modules, name));
  }
}

const CALLBACK = 'http://localhost:3000/';
const commandOf = () => join(folder.path, 'node_modules/@coffer/user-pool/src/command.js');

async function serve(port: number): Promise<readonly string[]> {
  const options = ['--database', database.connectionString, '--port', String(port), '--callback', CALLBACK];
  child = spawn(process.execPath, [commandOf(), 'serve', 'data', ...options], {
    cwd: folder.path,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed: string[] = [];
  if (child.stdout !== null)
    for await (const line of createInterface({ input: child.stdout })) {
      printed.push(line);
      if (line.startsWith('AWS_SECRET_ACCESS_KEY=')) return printed;
    }
  return printed;
}

test('two lines start a local Cognito, whose keys survive a restart', async () => {
  const port = await freePort();
  const printed = await serve(port);
  const endpoint = `http://127.0.0.1:${port}`;
  expect(printed.slice(0, 2)).toEqual([
    `Cognito is at ${endpoint} (region us-east-1)`,
    'pool us-east-1_Local0001, clients local',
  ]);
  const [accessKeyId = '', secretAccessKey = ''] = printed.slice(-2).map((line) => line.replace(/^\w+=/, ''));
  const client = new sdk.CognitoIdentityProviderClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
  });
  const Username = 'ada@example.org';
  await client.send(new sdk.SignUpCommand({ ClientId: 'local', Username, Password: PASSWORD }));
  expect(await (await fetch(`${endpoint}/outbox`)).text()).toContain(Username);
  await client.send(new sdk.AdminConfirmSignUpCommand({ UserPoolId: 'us-east-1_Local0001', Username }));
  const signedIn = await client.send(
    new sdk.InitiateAuthCommand({
      ClientId: 'local',
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: Username, PASSWORD },
    }),
  );
  expect(signedIn.AuthenticationResult?.AccessToken).toBeDefined();
  const visit = authorizePath(createPkce(), { client_id: 'local', redirect_uri: CALLBACK });
  const page = await createHostedBrowser(endpoint).visit(visit);
  expect({ status: page.status, path: new URL(page.url).pathname }).toEqual({ status: 200, path: '/login' });
  client.destroy();
  const running = child;
  running?.kill('SIGTERM');
  if (running !== undefined) await once(running, 'exit');
  expect(running?.exitCode).toBe(0);
  expect(statSync(join(folder.path, 'data/keys.json')).mode & 0o777).toBe(0o600);
  expect(await serve(port)).toEqual(printed);
}, 600_000);

test('a problem at the start is reported on one line', async () => {
  const start = (...args: readonly string[]) => {
    const options = { cwd: folder.path, encoding: 'utf8', timeout: 30_000 } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [commandOf(), 'serve', ...args], options);
    return { status, printed: stdout.trim(), stderr };
  };
  const at = ['--database', database.connectionString];
  writeFileSync(join(folder.path, 'broken.json'), '{');
  const port = String(await freePort());
  await serve(Number(port));
  for (const [args, output] of [
    [[], 'Name a PostgreSQL database: --database postgres://localhost/postgres'],
    [
      ['--database', 'postgres://nobody@127.0.0.1:1/x'],
      'The database cannot be reached or refuses the user.',
    ],
    [[...at, '--config', 'nowhere.json'], 'nowhere.json cannot be read.'],
    [[...at, '--config', 'broken.json'], 'broken.json is no JSON.'],
    [['data', ...at, '--port', port], `Port ${port} is taken.`],
    [['data', ...at, '--port', 'x'], '--port is a number from 0 to 65535.'],
  ] as const)
    expect(start(...args)).toEqual({ status: 1, printed: output, stderr: '' });
  expect(start('elsewhere', ...at).printed).toContain(
    'The database was written with another encryption key. Its keys',
  );
  expect(start(...at, '--nonsense').printed).toContain('coffer-user-pool serve [FOLDER] --database');
}, 600_000);

test('the tarball has no tests, no types and no file that needs type stripping', () => {
  const own = join(folder.path, 'node_modules/@coffer/user-pool');
  const files = readdirSync(own, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /\.ts$|test|packaging/.test(file))).toEqual([]);
  expect(files).toContain('src/hosted/pages/pages.css');
  expect(files).toContain('src/hosted/pages/tokens.css');
});
