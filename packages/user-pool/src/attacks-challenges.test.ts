import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHALLENGE_NAMES } from './challenges/flow.ts';
import { PASSWORD, type PoolFixture, type Reply, startPool } from './testing/pool-fixture.ts';
import {
  CHALLENGE_POOLS,
  CHOICE_POOL_ID,
  CODE_WRONG,
  createDriver,
  EXCEEDED,
  RIDDLE_POOL_ID,
  SESSION_EXPIRED,
  SESSION_INVALID,
  type SignInDriver,
  tokensOf,
  totpCode,
} from './testing/sign-in-driver.ts';

const NEW_PASSWORD = 'bright-Lantern-river-42';
const TEMPORARY = 'first-Kettle-Parade-7';
const clock = manualClock('2030-05-04T08:09:10.000Z');
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let choice: SignInDriver;
let email: string;
let phone: string;
let count = 0;

beforeAll(async () => {
  database = await testDatabase();
  const pools = CHALLENGE_POOLS.map((pool) =>
    pool.id === CHOICE_POOL_ID ? { ...pool, customAuth: { kind: 'email_code' as const } } : pool,
  );
  fixture = await startPool(database.connectionString, { clock, pools });
  choice = createDriver(fixture, { poolId: CHOICE_POOL_ID, clientId: 'choice', clock });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

beforeEach(() => {
  email = `target${++count}@example.org`;
  phone = `+49151077${String(count).padStart(5, '0')}`;
  clock.advance(31 * SECOND_MS);
});

interface ReachedStep {
  readonly asked: Reply;
  readonly name: string;
  readonly right: Readonly<Record<string, string>>;
}

const factors = (settings: object) =>
  fixture.admin('AdminSetUserMFAPreference', { UserPoolId: CHOICE_POOL_ID, Username: email, ...settings });
const ON = { Enabled: true };
const chosen = (PREFERRED_CHALLENGE: string) =>
  choice.begin('USER_AUTH', { USERNAME: email, PREFERRED_CHALLENGE });

const STEPS = {
  SELECT_CHALLENGE: async () => ({
    asked: await choice.begin('USER_AUTH', { USERNAME: email }),
    right: { ANSWER: 'PASSWORD', PASSWORD },
  }),
  PASSWORD: async () => {
    const asked = await choice.begin('USER_AUTH', { USERNAME: email });
    const answer = { USERNAME: email, ANSWER: 'PASSWORD' };
    return { asked: await choice.answer('SELECT_CHALLENGE', asked, answer), right: { PASSWORD } };
  },
  EMAIL_OTP: async () => {
    const asked = await chosen('EMAIL_OTP');
    return { asked, right: { EMAIL_OTP_CODE: await fixture.lastCode(email) } };
  },
  SMS_OTP: async () => {
    const asked = await chosen('SMS_OTP');
    return { asked, right: { SMS_OTP_CODE: await fixture.lastCode(phone) } };
  },
  CUSTOM_CHALLENGE: async () => {
    const asked = await choice.begin('CUSTOM_AUTH', { USERNAME: email });
    return { asked, right: { ANSWER: await fixture.lastCode(email) } };
  },
  NEW_PASSWORD_REQUIRED: async () => {
    const target = { UserPoolId: CHOICE_POOL_ID, Username: email };
    await fixture.admin('AdminSetUserPassword', { ...target, Password: TEMPORARY });
    return { asked: await choice.password(email, TEMPORARY), right: { NEW_PASSWORD } };
  },
  SMS_MFA: async () => {
    await factors({ SMSMfaSettings: ON });
    const asked = await choice.password(email);
    return { asked, right: { SMS_MFA_CODE: await fixture.lastCode(phone) } };
  },
  'EMAIL_OTP as factor': async () => {
    await factors({ EmailMfaSettings: ON });
    const asked = await choice.password(email);
    return { asked, right: { EMAIL_OTP_CODE: await fixture.lastCode(email) } };
  },
  SOFTWARE_TOKEN_MFA: async () => {
    const secret = await choice.setUpTotp(email);
    await factors({ SoftwareTokenMfaSettings: ON });
    const asked = await choice.password(email);
    return { asked, right: { SOFTWARE_TOKEN_MFA_CODE: totpCode(secret, clock) } };
  },
  SELECT_MFA_TYPE: async () => {
    await factors({ SMSMfaSettings: ON, EmailMfaSettings: ON });
    return { asked: await choice.password(email), right: { ANSWER: 'SMS_MFA' } };
  },
} as const;
type StepName = keyof typeof STEPS;
const STEP_NAMES = Object.keys(STEPS) as StepName[];

const wireName = (step: StepName) => step.replace(' as factor', '');

async function reach(step: StepName): Promise<ReachedStep> {
  await choice.createUser(email, { phone_number: phone });
  const { asked, right } = await STEPS[step]();
  expect(asked.body).toMatchObject({ ChallengeName: wireName(step), Session: expect.any(String) });
  return { asked, name: wireName(step), right: { USERNAME: email, ...right } };
}

const anything = (right: object) => ({
  PASSWORD,
  NEW_PASSWORD,
  SRP_A: choice.srp().publicHex,
  ANSWER: 'EMAIL_OTP',
  EMAIL: email,
  EMAIL_OTP_CODE: '000000',
  SMS_MFA_CODE: '000000',
  SMS_OTP_CODE: '000000',
  SOFTWARE_TOKEN_MFA_CODE: '000000',
  CREDENTIAL: '{}',
  DEVICE_KEY: 'us-east-1_0',
  ...right,
});

const SHORT_CUTS: Readonly<Record<string, readonly string[]>> = {
  SELECT_CHALLENGE: ['PASSWORD', 'PASSWORD_SRP'],
};

test.each(STEP_NAMES)(
  'a Session of %s answers no other challenge, and a rejected attempt does not consume it',
  async (step) => {
    const { asked, name, right } = await reach(step);
    const others = CHALLENGE_NAMES.filter(
      (other) =>
        other !== name && other !== 'PASSWORD_VERIFIER' && SHORT_CUTS[name]?.includes(other) !== true,
    );
    for (const other of others) {
      const reply = await choice.answer(other, asked, anything(right));
      expect([other, reply.status]).toEqual([other, 400]);
    }
    for (const operation of ['AssociateSoftwareToken', 'VerifySoftwareToken']) {
      const input = { Session: asked.body['Session'], UserCode: '000000' };
      expect((await fixture.call(operation, input)).status).toBe(400);
    }
    const asSignUp = { Session: asked.body['Session'] };
    expect(await choice.begin('USER_AUTH', { USERNAME: email }, asSignUp)).toMatchObject(SESSION_INVALID);
    expect((await choice.answer(name, asked, right)).status).toBe(200);
  },
);

test.each(STEP_NAMES)('a Session of %s is bound to one client and one user', async (step) => {
  const { asked, name, right } = await reach(step);
  const other = createDriver(fixture, { poolId: CHOICE_POOL_ID, clientId: 'choice2', clock });
  expect(await other.answer(name, asked, right)).toMatchObject(SESSION_INVALID);
  const stranger = `other-${email}`;
  await choice.createUser(stranger);
  for (const USERNAME of [stranger, `nobody-${email}`])
    expect(await choice.answer(name, asked, { ...right, USERNAME })).toMatchObject(SESSION_INVALID);
  for (const forged of ['x'.repeat(64), Buffer.alloc(48, 3).toString('base64url')])
    expect(await choice.answer(name, forged, right)).toMatchObject(SESSION_INVALID);
  expect((await choice.answer(name, undefined, right)).body).toMatchObject({
    message: 'Missing required parameter Session',
  });
  expect((await choice.answer(name, asked, right)).status).toBe(200);
});

test.each(STEP_NAMES)('of twenty concurrent correct answers to %s exactly one succeeds', async (step) => {
  const { asked, name, right } = await reach(step);
  const replies = await Promise.all(Array.from({ length: 20 }, () => choice.answer(name, asked, right)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test.each(STEP_NAMES)('a Session of %s expires', async (step) => {
  const { asked, name, right } = await reach(step);
  clock.advance(3 * MINUTE_MS);
  expect(await choice.answer(name, asked, right)).toMatchObject(SESSION_EXPIRED);
});

test.each(STEP_NAMES)('a user who is disabled at %s cannot continue', async (step) => {
  const { asked, name, right } = await reach(step);
  await fixture.admin('AdminDisableUser', { UserPoolId: CHOICE_POOL_ID, Username: email });
  expect((await choice.answer(name, asked, right)).status).toBe(400);
  await fixture.admin('AdminEnableUser', { UserPoolId: CHOICE_POOL_ID, Username: email });
  expect((await choice.answer(name, asked, right)).status).toBe(400);
});

const CODE_STEPS = ['EMAIL_OTP', 'SMS_OTP', 'CUSTOM_CHALLENGE', 'SMS_MFA', 'EMAIL_OTP as factor'] as const;

test.each(CODE_STEPS)('after five wrong codes to %s the correct code is rejected', async (step) => {
  const { asked, name, right } = await reach(step);
  const wrong = Object.fromEntries(
    Object.entries(right).map(([key, value]) => [key, key === 'USERNAME' ? value : `x${value}`]),
  );
  for (let attempt = 0; attempt < 5; attempt++)
    expect(await choice.answer(name, asked, wrong)).toMatchObject(CODE_WRONG);
  clock.advance(2 * SECOND_MS);
  expect(await choice.answer(name, asked, right)).toMatchObject(SESSION_EXPIRED);
});

test.each([['known'], ['unknown']])(
  'wrong codes for a %s name are rate-limited across Sessions',
  async (who) => {
    if (who === 'known') await choice.createUser(email, { phone_number: phone });
    const guess = async () => {
      const asked = await chosen('EMAIL_OTP');
      return await choice.answer('EMAIL_OTP', asked, { USERNAME: email, EMAIL_OTP_CODE: 'x' });
    };
    for (let attempt = 0; attempt < 5; attempt++) expect(await guess()).toMatchObject(CODE_WRONG);
    for (const lockSeconds of [1, 2, 4, 8]) {
      expect(await guess()).toMatchObject(EXCEEDED);
      clock.advance(lockSeconds * SECOND_MS);
      expect(await guess()).toMatchObject(CODE_WRONG);
    }
  },
);

test('of twenty concurrent guesses at one code five are checked', async () => {
  const { asked } = await reach('EMAIL_OTP');
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      choice.answer('EMAIL_OTP', asked, { USERNAME: email, EMAIL_OTP_CODE: `x${at}` }),
    ),
  );
  const mismatches = replies.filter(({ body }) => body['__type'] === 'CodeMismatchException');
  expect(mismatches.length).toBeLessThanOrEqual(5);
});

test('a code of one purpose is invalid for another', async () => {
  const first = await reach('EMAIL_OTP');
  const firstCode = String(first.right['EMAIL_OTP_CODE']);
  await factors({ EmailMfaSettings: ON });
  const second = await choice.password(email);
  const crossed = { USERNAME: email, EMAIL_OTP_CODE: firstCode };
  expect(await choice.answer('EMAIL_OTP', second, crossed)).toMatchObject(CODE_WRONG);
  const next = await choice.answer('EMAIL_OTP', first.asked, crossed);
  expect(next.body).toMatchObject({ ChallengeName: 'EMAIL_OTP' });
});

test('a password reset ends sign-ins that were started before it', async () => {
  const { asked, name, right } = await reach('SMS_MFA');
  const target = { UserPoolId: CHOICE_POOL_ID, Username: email };
  await fixture.admin('AdminSetUserPassword', { ...target, Password: NEW_PASSWORD, Permanent: true });
  expect((await choice.answer(name, asked, right)).status).toBe(400);
});

test('a used last code gives the same error as an expired Session', async () => {
  const { asked, name, right } = await reach('EMAIL_OTP as factor');
  tokensOf(await choice.answer(name, asked, right));
  const again = await choice.answer(name, asked, { ...right, EMAIL_OTP_CODE: 'x' });
  expect(again.body['message']).toBe('Invalid session for the user, session can only be used once.');
});

test('a sub typed as the username does not sign in its account', async () => {
  const name = `riddler${count}`;
  const riddle = createDriver(fixture, { poolId: RIDDLE_POOL_ID, clientId: 'riddle', clock });
  await riddle.createUser(name);
  const sub = String(decodeJwt(await riddle.accessToken(name)).sub);
  let asked = await riddle.begin('CUSTOM_AUTH', { USERNAME: sub });
  expect(asked.body).toMatchObject({ ChallengeName: 'CUSTOM_CHALLENGE' });
  for (const ANSWER of ['man-of-Thebes', 'man-of-Thebes'])
    asked = await riddle.answer('CUSTOM_CHALLENGE', asked, { USERNAME: sub, ANSWER });
  expect(asked.status).toBe(400);
});

test('a name of a hundred kilobytes is not stored', async () => {
  const long = { USERNAME: 'x'.repeat(100_000), PASSWORD, SRP_A: choice.srp().publicHex };
  for (const flow of ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'USER_AUTH', 'CUSTOM_AUTH'])
    expect((await choice.begin(flow, long)).body).toMatchObject({ message: 'USERNAME is too long.' });
  expect((await choice.answer('PASSWORD_VERIFIER', undefined, long)).status).toBe(400);
});
