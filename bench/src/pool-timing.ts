import { strict as assert } from 'node:assert';
import { testDatabase } from '@coffer/testing';
import { type Answer, beginSrp, call, CLIENT_ID, createUser, proofOf, startPool } from './pool-process.ts';
import type { Figure } from './figure.ts';
import { median } from './statistics.ts';

const NAMES = 100;
const TRIES_OF_A_NAME = 2;
/** The highest ratio between the medians of known and unknown names, in either direction. */
const BOUND = 1.1;
const WRONG = 'not the password';

/**
 * Checks that response times do not reveal which accounts exist: 200 alternating tries of known and unknown names for
 * each unauthenticated operation. Fails above the bound.
 */
export async function benchPoolTiming(): Promise<readonly Figure[]> {
  await using database = await testDatabase();
  const pool = await startPool(database.connectionString);
  try {
    const known = Array.from({ length: NAMES }, (_, at) => `known${at}@example.org`);
    const unknown = Array.from({ length: NAMES }, (_, at) => `other${at}@example.org`);
    for (const name of known) await createUser(pool.url, name);
    await warmUp(pool.url);
    let worst: { readonly apart: number; readonly one: number; readonly other: number } | undefined;
    for (const [name, tries] of Object.entries(QUESTIONS)) {
      const spent = { known: [] as number[], unknown: [] as number[] };
      for (let round = 0; round < NAMES * TRIES_OF_A_NAME; round += 1) {
        const at = round % NAMES;
        // Alternates the order, so that warm caches favour neither side.
        const sides = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
        for (const side of sides)
          spent[side].push(await tries(pool.url, (side === 'known' ? known : unknown)[at] ?? ''));
      }
      const [one, other] = [median(spent.known), median(spent.unknown)];
      const apart = Math.max(one, other) / Math.min(one, other);
      console.log(`${name}: a known name ${one.toFixed(2)} ms, an unknown one ${other.toFixed(2)} ms`);
      if (worst === undefined || apart > worst.apart) worst = { apart, one, other };
    }
    assert(worst !== undefined, 'something was timed');
    if (worst.apart > BOUND) process.exitCode = 1;
    return [
      {
        name: `${Object.keys(QUESTIONS).length} answers of the pool: the one that tells most who has an account`,
        value: Math.max(worst.one, worst.other),
        unit: 'ms',
        baseline: 'the other kind of name',
        baselineValue: Math.min(worst.one, worst.other),
        goal: BOUND,
      },
    ];
  } finally {
    pool.child.kill('SIGKILL');
  }
}

const QUESTIONS: Readonly<Record<string, (url: string, name: string) => Promise<number>>> = {
  'beginning of SRP': async (url, name) => (await beginSrp(url, name)).ms,
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

const initiate = (url: string, AuthFlow: string, AuthParameters: object): Promise<Answer> =>
  call(url, 'InitiateAuth', { AuthFlow, ClientId: CLIENT_ID, AuthParameters });
const respond = (url: string, input: object): Promise<Answer> =>
  call(url, 'RespondToAuthChallenge', { ClientId: CLIENT_ID, ...input });
const beginCode = (url: string, USERNAME: string): Promise<Answer> =>
  initiate(url, 'USER_AUTH', { USERNAME, PREFERRED_CHALLENGE: 'EMAIL_OTP' });

async function proveWrongly(url: string, name: string): Promise<number> {
  const ChallengeResponses = proofOf(await beginSrp(url, name), WRONG);
  return (await respond(url, { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses })).ms;
}

async function warmUp(url: string): Promise<void> {
  for (let round = 0; round < 30; round += 1)
    for (const tries of Object.values(QUESTIONS)) await tries(url, `warm${round}@example.org`);
}
