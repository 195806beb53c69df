import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { srpClient, srpTimestamp, testDatabase } from '@coffer/testing';
import { type Figure, median } from './report.ts';

const NAMES = 100;
const TRIES_OF_A_NAME = 2;
/** Medians of known and unknown names may be this far apart, either way. */
const BOUND = 0.1;
const POOL_ID = 'us-east-1_Timing001';
const CLIENT_ID = 'timing';
const KEY_PAIR = { accessKeyId: 'BENCHTIMING', secretAccessKey: 'of this run, on loopback' };
const PASSWORD = 'vast-Kettle-orbit-91';
const WRONG = 'not the password';

/**
 * Whether a stranger can tell by the clock who has an account: 200 tries of names that the pool knows, and of as many
 * that it does not, in turns, for each answer that is given before anything is proved. A ratio away from 1 by more than
 * a tenth ends the run with an error.
 */
export async function benchPoolTiming(): Promise<readonly Figure[]> {
  await using database = await testDatabase();
  const pool = await startPool(database.connectionString);
  try {
    const known = Array.from({ length: NAMES }, (_, at) => `known${at}@example.org`);
    const unknown = Array.from({ length: NAMES }, (_, at) => `other${at}@example.org`);
    for (const name of known) await createUser(pool.url, name);
    await warmUp(pool.url);
    const figures: Figure[] = [];
    for (const [name, tries] of Object.entries(QUESTIONS)) {
      const spent = { known: [] as number[], unknown: [] as number[] };
      for (let round = 0; round < NAMES * TRIES_OF_A_NAME; round += 1) {
        const at = round % NAMES;
        // Who goes first changes: what the first call warms must help neither side.
        const sides = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
        for (const side of sides)
          spent[side].push(await tries(pool.url, (side === 'known' ? known : unknown)[at] ?? ''));
      }
      figures.push({
        name: `${name}, known name`,
        ms: median(spent.known),
        baseline: 'unknown name',
        baselineMs: median(spent.unknown),
      });
    }
    complain(figures);
    return figures;
  } finally {
    pool.child.kill('SIGKILL');
  }
}

function complain(figures: readonly Figure[]): void {
  const apart = figures.filter(({ ms, baselineMs }) => Math.abs(ms / baselineMs - 1) > BOUND);
  for (const { name, ms, baselineMs } of apart)
    console.error(`${name}: ${(ms / baselineMs).toFixed(3)} times the unknown one, bound ${BOUND}`);
  if (apart.length > 0) process.exitCode = 1;
}

/** What is timed, in milliseconds: one answer each, and not what must come before it. */
const QUESTIONS: Readonly<Record<string, (url: string, name: string) => Promise<number>>> = {
  'beginning of SRP': async (url, name) => (await begin(url, name)).ms,
  'wrong proof of SRP': proveWrongly,
  'wrong password': async (url, name) =>
    (await initiate(url, 'USER_PASSWORD_AUTH', { USERNAME: name, PASSWORD: WRONG })).ms,
  'choice of a factor': async (url, name) => (await initiate(url, 'USER_AUTH', { USERNAME: name })).ms,
  'code by e-mail': async (url, name) => (await beginCode(url, name)).ms,
  'wrong code': async (url, name) => {
    const { body } = await beginCode(url, name);
    const ChallengeResponses = { USERNAME: name, EMAIL_OTP_CODE: '00000000' };
    const Session = body['Session'];
    return (await respond(url, { ChallengeName: 'EMAIL_OTP', Session, ChallengeResponses })).ms;
  },
  'forgotten password': async (url, name) =>
    (await call(url, 'ForgotPassword', { ClientId: CLIENT_ID, Username: name })).ms,
};

interface Answer {
  readonly ms: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const initiate = (url: string, AuthFlow: string, AuthParameters: object): Promise<Answer> =>
  call(url, 'InitiateAuth', { AuthFlow, ClientId: CLIENT_ID, AuthParameters });
const respond = (url: string, input: object): Promise<Answer> =>
  call(url, 'RespondToAuthChallenge', { ClientId: CLIENT_ID, ...input });
const beginCode = (url: string, USERNAME: string): Promise<Answer> =>
  initiate(url, 'USER_AUTH', { USERNAME, PREFERRED_CHALLENGE: 'EMAIL_OTP' });

async function begin(url: string, USERNAME: string) {
  const srp = srpClient();
  return { srp, ...(await initiate(url, 'USER_SRP_AUTH', { USERNAME, SRP_A: srp.srpA })) };
}

async function proveWrongly(url: string, name: string): Promise<number> {
  const { srp, body } = await begin(url, name);
  const told: ReadonlyMap<string, unknown> = new Map(Object.entries(Object(body['ChallengeParameters'])));
  const text = (member: string): string => String(told.get(member));
  const TIMESTAMP = srpTimestamp(new Date());
  const challenge = {
    poolName: POOL_ID.slice(POOL_ID.indexOf('_') + 1),
    userIdForSrp: text('USER_ID_FOR_SRP'),
    salt: text('SALT'),
    srpB: text('SRP_B'),
    secretBlock: text('SECRET_BLOCK'),
  };
  const ChallengeResponses = {
    USERNAME: challenge.userIdForSrp,
    PASSWORD_CLAIM_SECRET_BLOCK: challenge.secretBlock,
    PASSWORD_CLAIM_SIGNATURE: srp.sign(WRONG, challenge, TIMESTAMP),
    TIMESTAMP,
  };
  return (await respond(url, { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses })).ms;
}

/** The compilers and the caches, with names that are not counted. */
async function warmUp(url: string): Promise<void> {
  for (let round = 0; round < 30; round += 1)
    for (const tries of Object.values(QUESTIONS)) await tries(url, `warm${round}@example.org`);
}

async function createUser(url: string, Username: string): Promise<void> {
  const target = { UserPoolId: POOL_ID, Username };
  const UserAttributes = [{ Name: 'email_verified', Value: 'true' }];
  await call(url, 'AdminCreateUser', { ...target, UserAttributes, MessageAction: 'SUPPRESS' });
  const set = { ...target, Password: PASSWORD, Permanent: true };
  await call(url, 'AdminSetUserPassword', set);
}

/** Operations of administrators are signed, and must succeed. */
async function call(url: string, operation: string, input: object): Promise<Answer> {
  const isSigned = operation.startsWith('Admin');
  const body = JSON.stringify(input);
  const headers = new Headers({
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
  });
  if (isSigned) sign(headers, new URL(url).host, body);
  const startedAt = performance.now();
  const response = await fetch(url, { method: 'POST', headers, body });
  const answered: unknown = await response.json();
  const ms = performance.now() - startedAt;
  if (isSigned && response.status !== 200)
    throw new Error(`${operation} answered ${response.status}: ${JSON.stringify(answered)}`);
  return { ms, body: Object.fromEntries(Object.entries(Object(answered))) };
}

/** SigV4 of a request with these headers. */
function sign(headers: Headers, host: string, body: string): void {
  const time = `${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  headers.set('x-amz-date', time);
  const named = [...headers, ['host', host] as const].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const names = named.map(([name]) => name).join(';');
  const lines = named.map(([name, value]) => `${name}:${value}`);
  const canonical = ['POST', '/', '', ...lines, '', names, sha256(body)].join('\n');
  const scope = `${time.slice(0, 8)}/us-east-1/cognito-idp/aws4_request`;
  let key: string | Buffer = `AWS4${KEY_PAIR.secretAccessKey}`;
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest();
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const signature = createHmac('sha256', key).update(text).digest('hex');
  headers.set(
    'authorization',
    `AWS4-HMAC-SHA256 Credential=${KEY_PAIR.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  );
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The pool as a process of its own, with no limit of requests, since all of them come from here. */
async function startPool(
  connectionString: string,
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const bin = createRequire(import.meta.url).resolve('@coffer/user-pool/bin');
  const child = spawn(process.execPath, [bin], { stdio: ['pipe', 'pipe', 'ignore'] });
  const none = ['userAuthentication', 'challengeAnswer', 'userCreation', 'accountRecovery', 'userUpdate'];
  const configuration = {
    database: { connectionString },
    listen: {},
    encryptionKey: randomBytes(32).toString('base64'),
    adminCredentials: [KEY_PAIR],
    limits: {
      users: { signInCode: null, forgotPassword: null },
      requests: Object.fromEntries(none.map((category) => [category, null])),
    },
    pools: [
      {
        id: POOL_ID,
        name: 'timing',
        usernameAttributes: ['email'],
        firstFactors: ['PASSWORD', 'EMAIL_OTP'],
        clients: [
          {
            id: CLIENT_ID,
            name: 'timing',
            explicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_PASSWORD_AUTH', 'ALLOW_USER_AUTH'],
          },
        ],
      },
    ],
  };
  child.stdin?.write(`${JSON.stringify(configuration)}\n`);
  if (child.stdout === null) throw new Error('the pool has a standard output');
  for await (const line of createInterface({ input: child.stdout })) {
    const said: unknown = JSON.parse(line);
    const port: unknown = Reflect.get(Object(said), 'port');
    if (typeof port !== 'number') throw new Error(`the pool does not start: ${line}`);
    return { child, url: `http://127.0.0.1:${port}/` };
  }
  throw new Error('the pool ended before it was ready');
}
