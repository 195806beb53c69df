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
import { type Figure, median, timed } from './report.ts';

const ROUNDS = 200;
/** Of all names, many at a time: a pool is started once and then runs for weeks, and its code is slow at first. */
const WARM_UP_TURNS = 5;
const IN_FLIGHT = 16;
const BATCH_SIZE = 50;

/**
 * What the pool takes for a sign-in by SRP, both answers, over HTTP on loopback: one after another, and many at a time.
 * Compared with what a server cannot leave out, by OpenSSL, on as many cores: three powers, each in the cheapest way
 * that its secrets allow, and two signatures of RS256.
 * What the client computes is not in it: one after another it is not timed, and many at a time all public values are
 * made off the clock, all exchanges begun, all proofs computed off the clock, and all answered. The database and this side of HTTP are in it.
 */
export async function benchPoolRate(): Promise<readonly Figure[]> {
  await using database = await testDatabase();
  const pool = await startPool(database.connectionString);
  try {
    const names = Array.from({ length: ROUNDS }, (_, at) => `rate${at}@example.org`);
    for (const name of names) await createUser(pool.url, name);
    for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) {
      await signInAtOnce(pool.url, names);
      await arithmeticOf(ROUNDS, IN_FLIGHT);
    }

    const alone = { whole: [] as number[], powers: [] as number[], signed: [] as number[] };
    for (const name of names) {
      alone.whole.push(await signInAtOnce(pool.url, [name]));
      alone.powers.push(await timed(powers));
      alone.signed.push(await timed(signatures));
    }
    const of = {
      pid: pool.child.pid,
      database: new URL(database.connectionString).pathname.slice(1),
    };
    let side = 0;
    const spent = { pool: 0, arithmetic: 0 };
    const arithmetic = { powersMs: 0, wholeMs: 0 };
    // Turn by turn, so that what else the machine does is shared out; and small, so that no connection grows old.
    for (let from = 0; from < ROUNDS; from += BATCH_SIZE) {
      const batch = names.slice(from, from + BATCH_SIZE);
      const before = processorMs(of);
      side += await signInAtOnce(pool.url, batch);
      spent.pool += (processorMs(of) ?? Number.NaN) - (before ?? Number.NaN);
      const ownBefore = process.cpuUsage();
      const turn = await arithmeticOf(batch.length, IN_FLIGHT);
      const own = process.cpuUsage(ownBefore);
      spent.arithmetic += (own.user + own.system) / 1000;
      arithmetic.powersMs += turn.powersMs * (batch.length / ROUNDS);
      arithmetic.wholeMs += turn.wholeMs * (batch.length / ROUNDS);
    }
    const ms = median(alone.whole);
    const powersMs = median(alone.powers);
    const eachMs = side / ROUNDS;
    const one = { name: `sign-in by SRP at the pool, one after another (${perSecond(ms)})`, ms };
    const many = { name: `${IN_FLIGHT} at a time (${perSecond(eachMs)})`, ms: eachMs };
    return [
      { ...one, baseline: 'its three powers', baselineMs: powersMs },
      { ...one, baseline: 'and its two signatures', baselineMs: powersMs + median(alone.signed) },
      { ...many, baseline: 'its three powers', baselineMs: arithmetic.powersMs },
      { ...many, baseline: 'and its two signatures', baselineMs: arithmetic.wholeMs },
      ...(Number.isNaN(spent.pool)
        ? []
        : [
            {
              name: 'the same, processor time of pool and database',
              ms: spent.pool / ROUNDS,
              baseline: 'of both',
              baselineMs: spent.arithmetic / ROUNDS,
            },
          ]),
    ];
  } finally {
    pool.child.kill('SIGKILL');
  }
}

const perSecond = (ms: number): string => `${(1000 / ms).toFixed(0)} a second`;

/** How long the answers take, all first ones and then all second ones. Of one name: the two answers. */
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

/** The same arithmetic as often, on all cores; for one. */
async function arithmeticOf(
  rounds: number,
  width: number,
): Promise<{ readonly powersMs: number; readonly wholeMs: number }> {
  const items = Array.from({ length: rounds }, (_, at) => at);
  const work = async (each: () => Promise<void>) =>
    (await timed(async () => {
      if (width > 1) await inFlight(items, each);
      else for (const _ of items) await each();
    })) / rounds;
  const powersMs = await work(powers);
  return { powersMs, wholeMs: powersMs + (await work(signatures)) };
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

/** g^b, v^u and (A·v^u)^b, with exponents of 256 bits. u is no secret, so that v^u need not be constant in time. */
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
