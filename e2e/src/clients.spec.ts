import { execFile, type ExecFileException, execFileSync } from 'node:child_process';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { ApiError, Person } from './person.ts';
import { type InstallationSecrets, readInstallationSecrets } from './sign-in/recorded-pool.ts';
import { enterPassword, expectFiles } from './sign-in/sign-in-steps.ts';

const CLI = findCli();
const TEMPORARY = 'Given-By-Somebody-Else-4';
const CHOSEN = 'thirteen blackbirds in a pie';
const GRACE = 'grace@example.org';

test.skip(CLI === undefined, 'the AWS CLI (`aws`) is not installed here');

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;
let secrets: InstallationSecrets;

test.beforeAll(async () => {
  data = running.use(await createDataFolder('clients'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  secrets = await readInstallationSecrets(data.path);
  await welcome(coffer);
});

test.afterAll(async () => {
  await running.disposeAsync();
});

test('the AWS CLI lists, uploads, downloads and deletes with the right keys, and only with them', async () => {
  test.skip('COFFER_S3_ENDPOINT' in data.environment, 'the store is not the embedded one');
  const folder = join(data.path, '..', 'files of the client');
  mkdirSync(folder, { recursive: true });
  for (const size of [1_234, 20 * 1024 * 1024]) {
    const [here, back] = [join(folder, `out ${size}.bin`), join(folder, `back ${size}.bin`)];
    const there = `s3://coffer/of the client/out ${size}.bin`;
    writeFileSync(here, randomBytes(size));
    expect(await s3('cp', here, there)).toMatchObject({ code: 0 });
    expect((await s3('ls', 's3://coffer/of the client/')).stdout).toMatch(
      new RegExp(` ${size} out ${size}\\.bin$`, 'm'),
    );
    expect(await s3('cp', there, back)).toMatchObject({ code: 0 });
    expect(sha256(back)).toBe(sha256(here));
    expect(await s3('rm', there)).toMatchObject({ code: 0 });
    expect((await s3('ls', 's3://coffer/of the client/')).stdout).not.toContain(`out ${size}.bin`);
  }
  const guessed = { ...secrets.storeKeyPair, secretAccessKey: 'x'.repeat(40) };
  const refused = await aws(['s3', 'ls', 's3://coffer/', '--endpoint-url', storeUrl()], guessed);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('SignatureDoesNotMatch');
});

test('the AWS CLI opens a sign-in at the embedded pool', async () => {
  const hash = createHmac('sha256', secrets.poolClientSecret)
    .update(`${ADMINISTRATOR.email}${secrets.poolClientId}`)
    .digest('base64');
  const begin = (secretHash: string): Promise<Ended> =>
    cognito('initiate-auth', {
      'auth-flow': 'USER_SRP_AUTH',
      'client-id': secrets.poolClientId,
      'auth-parameters': `USERNAME=${ADMINISTRATOR.email},SRP_A=${randomBytes(384).toString('hex')},SECRET_HASH=${secretHash}`,
    });
  const begun = await begin(hash);
  expect(begun.stderr).toBe('');
  expect(JSON.parse(begun.stdout)).toMatchObject({
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: expect.stringMatching(/^[0-9a-f]+$/),
      SRP_B: expect.stringMatching(/^[0-9a-f]+$/),
    },
  });
  const refused = await begin(createHash('sha256').update(hash).digest('base64'));
  expect(refused.stderr).toContain('NotAuthorizedException');
});

test('a person that an administrator makes by the AWS CLI chooses a password and finds an empty space of their own', async ({
  page,
}) => {
  const file = await fileOfTheAdministrator();
  const order = {
    'user-pool-id': secrets.poolId,
    username: GRACE,
    'message-action': 'SUPPRESS',
    'temporary-password': TEMPORARY,
    'user-attributes': [
      `Name=email,Value=${GRACE}`,
      'Name=email_verified,Value=true',
      'Name=name,Value=Grace Hopper',
    ],
  };
  const foreign = await cognito('admin-create-user', order, secrets.storeKeyPair);
  expect(foreign.stderr).toContain('UnrecognizedClientException');
  expect(await cognito('admin-create-user', order)).toMatchObject({ code: 0, stderr: '' });

  await page.goto(coffer.url);
  await enterPassword(page, { email: GRACE, password: TEMPORARY });
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await choosePassword(page, 'short');
  await expect(page.getByText('The password is too short.')).toBeVisible();
  await choosePassword(page, CHOSEN);
  await expectFiles(page);
  await expect(page.getByText('This folder is empty')).toBeVisible();

  await page.goto(`${coffer.url}/s/${file.spaceId}/${file.id}`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByText(file.name)).toHaveCount(0);
  const grace = new Person(coffer.url);
  await grace.signIn(GRACE, CHOSEN);
  const asking = grace.call('getNode', { params: { nodeId: file.id } });
  await expect(asking).rejects.toThrow(ApiError);
  await expect(asking).rejects.toMatchObject({ problem: { status: 404, code: 'node_not_found' } });
});

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
}

async function fileOfTheAdministrator() {
  const ada = new Person(coffer.url);
  const { personalSpace } = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const node = await ada.upload(personalSpace.rootId, 'for my eyes only.txt', Buffer.from('secret'));
  return { id: node.id, name: node.name, spaceId: personalSpace.id };
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Options = Readonly<Record<string, string | readonly string[]>>;

function s3(...args: readonly string[]): Promise<Ended> {
  return aws(['s3', ...args, '--endpoint-url', storeUrl()], secrets.storeKeyPair);
}

function cognito(action: string, options: Options, keys = secrets.poolAdminKeyPair): Promise<Ended> {
  const all: Options = { ...options, 'endpoint-url': `http://127.0.0.1:${coffer.ports.pool}` };
  const flags = Object.entries(all).flatMap(([name, value]) => [`--${name}`, ...[value].flat()]);
  return aws(['cognito-idp', action, ...flags], keys);
}

function storeUrl(): string {
  return `http://127.0.0.1:${coffer.ports.store}`;
}

/** Runs the CLI without the developer's own AWS configuration. */
function aws(args: readonly string[], keys: InstallationSecrets['storeKeyPair']): Promise<Ended> {
  const env = {
    PATH: process.env['PATH'],
    HOME: join(data.path, '..', 'home of the client'),
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_MAX_ATTEMPTS: '1',
    AWS_PAGER: '',
  };
  return new Promise((resolve) => {
    const handle = (error: ExecFileException | null, stdout: string, stderr: string): void =>
      resolve({
        code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1,
        stdout,
        stderr,
      });
    execFile(CLI ?? 'aws', [...args, '--output', 'json'], { env }, handle);
  });
}

function findCli(): string | undefined {
  try {
    execFileSync('aws', ['--version'], { stdio: 'pipe' });
    return 'aws';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
