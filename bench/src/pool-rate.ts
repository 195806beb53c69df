import { createSign, generateKeyPairSync, getDiffieHellman } from 'node:crypto';
import { testDatabase } from '@coffer/testing';
import { beginSrp, call, CLIENT_ID, createUser, PASSWORD, proofOf, startPool } from './pool-process.ts';
import { type Figure, median, timed } from './report.ts';

const ROUNDS = 60;
const WARM_UP_ROUNDS = 30;

/**
 * What the pool takes for a sign-in by SRP, both answers, one after another over HTTP on loopback; what the client
 * computes is not timed. Compared with what a server cannot leave out: three powers, and two signatures of RS256.
 */
export async function benchPoolRate(): Promise<readonly Figure[]> {
  await using database = await testDatabase();
  const pool = await startPool(database.connectionString);
  try {
    const names = Array.from({ length: ROUNDS }, (_, at) => `rate${at}@example.org`);
    for (const name of names) await createUser(pool.url, name);
    for (const name of names.slice(0, WARM_UP_ROUNDS)) {
      await signIn(pool.url, name);
      powers();
      signatures();
    }
    const spent = { whole: [] as number[], powers: [] as number[], signatures: [] as number[] };
    for (const name of names) {
      spent.whole.push(await signIn(pool.url, name));
      spent.powers.push(await timed(async () => powers()));
      spent.signatures.push(await timed(async () => signatures()));
    }
    const ms = median(spent.whole);
    const powersMs = median(spent.powers);
    const figure = { name: `sign-in by SRP at the pool (${(1000 / ms).toFixed(0)} a second)`, ms };
    return [
      { ...figure, baseline: 'its three powers', baselineMs: powersMs },
      { ...figure, baseline: 'and its two signatures', baselineMs: powersMs + median(spent.signatures) },
    ];
  } finally {
    pool.child.kill('SIGKILL');
  }
}

async function signIn(url: string, name: string): Promise<number> {
  const begun = await beginSrp(url, name);
  const ChallengeResponses = proofOf(begun, PASSWORD);
  const input = { ClientId: CLIENT_ID, ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses };
  const { ms, body } = await call(url, 'RespondToAuthChallenge', input);
  if (body['AuthenticationResult'] === undefined) throw new Error(`no tokens: ${JSON.stringify(body)}`);
  return begun.ms + ms;
}

const OTHER = getDiffieHellman('modp15').generateKeys();

/** g^b, v^u and (A·v^u)^b, with the short exponents of this group, by OpenSSL. */
function powers(): void {
  const own = getDiffieHellman('modp15');
  own.generateKeys();
  own.computeSecret(OTHER);
  own.computeSecret(OTHER);
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

function signatures(): void {
  for (let times = 0; times < 2; times += 1) createSign('sha256').update(OTHER).sign(privateKey);
}
