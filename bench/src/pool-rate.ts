import {
  constants,
  createPublicKey,
  diffieHellman,
  generateKeyPair,
  generateKeyPairSync,
  getDiffieHellman,
  type KeyObject,
  publicEncrypt,
  randomBytes,
  sign,
} from 'node:crypto';
import { promisify } from 'node:util';
import { srpClient, testDatabase } from '@coffer/testing';
import { beginSrp, call, CLIENT_ID, createUser, PASSWORD, proofOf, startPool } from './pool-process.ts';
import { processorMs } from './processor-time.ts';
import type { Figure } from './figure.ts';
import { timed } from './statistics.ts';

const ROUNDS = 200;
/** Pools run for weeks; freshly started code is slow. */
const WARM_UP_TURNS = 5;
const IN_FLIGHT = 16;
const BATCH_SIZE = 50;
const GOAL = 2;

/**
 * The baseline is the unavoidable arithmetic in OpenSSL on all cores: three powers and two RS256 signatures. Client-side
 * SRP is not timed.
 */
export async function benchPoolRate(): Promise<readonly Figure[]> {
  await using database = await testDatabase();
  const pool = await startPool(database.connectionString);
  try {
    const names = Array.from({ length: ROUNDS }, (_, at) => `rate${at}@example.org`);
    for (const name of names) await createUser(pool.url, name);
    for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) {
      await signInAtOnce(pool.url, names);
      await arithmeticOf(ROUNDS);
    }

    const of = {
      pid: pool.child.pid,
      database: new URL(database.connectionString).pathname.slice(1),
    };
    let side = 0;
    const spent = { pool: 0, arithmetic: 0 };
    let wholeMs = 0;
    // Alternates to share out other load of the machine.
    for (let from = 0; from < ROUNDS; from += BATCH_SIZE) {
      const batch = names.slice(from, from + BATCH_SIZE);
      const before = processorMs(of);
      side += await signInAtOnce(pool.url, batch);
      spent.pool += (processorMs(of) ?? Number.NaN) - (before ?? Number.NaN);
      const ownBefore = process.cpuUsage();
      const turnMs = await arithmeticOf(batch.length);
      const own = process.cpuUsage(ownBefore);
      spent.arithmetic += (own.user + own.system) / 1000;
      wholeMs += turnMs * (batch.length / ROUNDS);
    }
    const many = {
      name: `a sign-in at the pool, ${IN_FLIGHT} at a time`,
      value: side / ROUNDS,
      unit: 'ms',
      baseline: 'three powers, two signatures',
      baselineValue: wholeMs,
      goal: GOAL,
    } as const;
    if (Number.isNaN(spent.pool)) return [many];
    return [
      many,
      {
        ...many,
        name: 'the same, processor time of pool and database',
        value: spent.pool / ROUNDS,
        baselineValue: spent.arithmetic / ROUNDS,
      },
    ];
  } finally {
    pool.child.kill('SIGKILL');
  }
}

/** For one name, this is the time of both requests. */
async function signInAtOnce(url: string, names: readonly string[]): Promise<number> {
  const clients = names.map((name) => ({ name, srp: srpClient() }));
  let startedAt = performance.now();
  const begun = await inFlight(clients, async ({ name, srp }) => await beginSrp(url, name, srp));
  const beginning = begun.length === 1 ? (begun[0]?.ms ?? Number.NaN) : performance.now() - startedAt;
  const proofs = begun.map((exchange) => proofOf(exchange, PASSWORD));
  startedAt = performance.now();
  const answers = await inFlight(proofs, async (ChallengeResponses) => {
    const input = { ClientId: CLIENT_ID, ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses };
    return await call(url, 'RespondToAuthChallenge', input);
  });
  const ending = answers.length === 1 ? (answers[0]?.ms ?? Number.NaN) : performance.now() - startedAt;
  for (const { body } of answers)
    if (body['AuthenticationResult'] === undefined) throw new Error(`no tokens: ${JSON.stringify(body)}`);
  return beginning + ending;
}

async function inFlight<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const done: R[] = [];
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) done.push(await work(item));
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return done;
}

async function arithmeticOf(rounds: number): Promise<number> {
  const items = Array.from({ length: rounds }, (_, at) => at);
  const each = async (work: () => Promise<void>): Promise<number> =>
    (await timed(() => inFlight(items, work))) / rounds;
  return (await each(powers)) + (await each(signatures));
}

const own = await makeExponent();
const other = await makeExponent();
const agree = promisify(diffieHellman);
const signed = promisify(sign);
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const TEXT = Buffer.alloc(800, 'a');
const MODULUS = getDiffieHellman('modp15').getPrime();
/** Below the modulus, whose first bytes are ff. */
const VERIFIER = Buffer.concat([Buffer.alloc(1), randomBytes(MODULUS.length - 1)]);
const SCRAMBLER_SIZE_BYTES = 32;

/** g^b, v^u and (A·v^u)^b, with exponents of 256 bits. u is public, so v^u need not be constant-time. */
async function powers(): Promise<void> {
  await makeExponent();
  const e = randomBytes(SCRAMBLER_SIZE_BYTES).toString('base64url');
  const jwk = { kty: 'RSA', n: MODULUS.toString('base64url'), e };
  const key = createPublicKey({ format: 'jwk', key: jwk });
  publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, VERIFIER);
  await agree({ privateKey: own.privateKey, publicKey: other.publicKey });
}

async function signatures(): Promise<void> {
  await Promise.all([signed('sha256', TEXT, privateKey), signed('sha256', TEXT, privateKey)]);
}

async function makeExponent(): Promise<{ readonly publicKey: KeyObject; readonly privateKey: KeyObject }> {
  return await new Promise((resolve, reject) => {
    generateKeyPair('dh', { group: 'modp15' }, (error, publicKey, secretKey) =>
      error === null ? resolve({ publicKey, privateKey: secretKey }) : reject(error),
    );
  });
}
