import { testDatabase } from '@coffer/testing';
import { type Answer, beginSrp, call, CLIENT_ID, createUser, proofOf, startPool } from './pool-process.ts';
import { type Figure, median } from './report.ts';

const NAMES = 100;
const TRIES_OF_A_NAME = 2;
/** Medians of known and unknown names may be this far apart, either way. */
const BOUND = 0.1;
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

/** The compilers and the caches, with names that are not counted. */
async function warmUp(url: string): Promise<void> {
  for (let round = 0; round < 30; round += 1)
    for (const tries of Object.values(QUESTIONS)) await tries(url, `warm${round}@example.org`);
}
