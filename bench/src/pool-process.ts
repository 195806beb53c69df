import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { signRequest } from '@coffer/sigv4';
import { cognitoTimestamp } from '@coffer/srp';
import { srpClient } from '@coffer/testing';

const POOL_ID = 'us-east-1_Timing001';
export const CLIENT_ID = 'timing';
const KEY_PAIR = { accessKeyId: 'BENCHTIMING', secretAccessKey: 'of this run, on loopback' };
export const PASSWORD = 'vast-Kettle-orbit-91';

export interface Answer {
  readonly ms: number;
  readonly body: Readonly<Record<string, unknown>>;
}

interface BegunSrp extends Answer {
  readonly srp: ReturnType<typeof srpClient>;
}

/** Client-side computation is not timed; `srp` can be precomputed. */
export async function beginSrp(url: string, USERNAME: string, srp = srpClient()): Promise<BegunSrp> {
  const AuthParameters = { USERNAME, SRP_A: srp.srpA };
  const begun = await call(url, 'InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: CLIENT_ID,
    AuthParameters,
  });
  return { srp, ...begun };
}

export function proofOf({ srp, body }: BegunSrp, password: string): Readonly<Record<string, string>> {
  const parameters: ReadonlyMap<string, unknown> = new Map(
    Object.entries(Object(body['ChallengeParameters'])),
  );
  const text = (member: string): string => String(parameters.get(member));
  const TIMESTAMP = cognitoTimestamp(new Date());
  const challenge = {
    poolName: POOL_ID.slice(POOL_ID.indexOf('_') + 1),
    userIdForSrp: text('USER_ID_FOR_SRP'),
    salt: text('SALT'),
    srpB: text('SRP_B'),
    secretBlock: text('SECRET_BLOCK'),
  };
  return {
    USERNAME: challenge.userIdForSrp,
    PASSWORD_CLAIM_SECRET_BLOCK: challenge.secretBlock,
    PASSWORD_CLAIM_SIGNATURE: srp.sign(password, challenge, TIMESTAMP),
    TIMESTAMP,
  };
}

export async function createUser(url: string, Username: string): Promise<void> {
  const target = { UserPoolId: POOL_ID, Username };
  const UserAttributes = [{ Name: 'email_verified', Value: 'true' }];
  await call(url, 'AdminCreateUser', { ...target, UserAttributes, MessageAction: 'SUPPRESS' });
  const set = { ...target, Password: PASSWORD, Permanent: true };
  await call(url, 'AdminSetUserPassword', set);
}

export async function call(url: string, operation: string, input: object): Promise<Answer> {
  const isSigned = operation.startsWith('Admin');
  const body = JSON.stringify(input);
  const headers = new Headers({
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
  });
  if (isSigned) sign(headers, new URL(url).host, body);
  const startedAt = performance.now();
  const response = await post(url, headers, body);
  const ms = performance.now() - startedAt;
  const answered: unknown = JSON.parse(response.text);
  if (isSigned && response.status !== 200)
    throw new Error(`${operation} answered ${response.status}: ${response.text}`);
  return { ms, body: Object.fromEntries(Object.entries(Object(answered))) };
}

const agent = new Agent({ keepAlive: true });

/** Uses node:http, which costs the client less than `fetch`. */
async function post(
  url: string,
  headers: Headers,
  body: string,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  return await new Promise((resolve, reject) => {
    const again = (): void => {
      void post(url, headers, body).then(resolve, reject);
    };
    const asked = request(url, { agent, method: 'POST', headers: Object.fromEntries(headers) }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    // The pool may have closed an idle connection.
    asked.once('error', (error) => (asked.reusedSocket ? again() : reject(error)));
    asked.end(body);
  });
}

function sign(headers: Headers, host: string, body: string): void {
  const signed = signRequest(
    { method: 'POST', url: new URL(`http://${host}/`), headers: Object.fromEntries(headers), body },
    KEY_PAIR,
    { region: 'us-east-1', service: 'cognito-idp', at: new Date() },
  );
  for (const [name, value] of Object.entries(signed)) headers.set(name, value);
}

/** No rate limits. */
export async function startPool(
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
