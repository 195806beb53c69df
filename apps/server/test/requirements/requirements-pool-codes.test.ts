import { createHash } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Attacker, createAttacker, TEMPORARY } from '@coffer/user-pool/testing/attacker';
import { hostedPools } from '@coffer/user-pool/testing/hosted-fixture';
import {
  CLIENT_ID,
  OTHER_CLIENT_ID,
  PASSWORD,
  PLAIN_POOL_ID,
  POOL_ID,
  type PoolFixture,
  startPool,
} from '@coffer/user-pool/testing/pool-fixture';
import { dumpDatabase } from '../database-dump.ts';

const NEW_PASSWORD = 'quiet-Lantern-harbor-52';
const PLAIN_CLIENT_ID = 'plainclient';
const clock = manualClock('2030-03-03T04:05:06.000Z');
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let attacker: Attacker;
let count = 0;
let email = '';

beforeAll(async () => {
  database = await testDatabase();
  const plain = {
    id: PLAIN_POOL_ID,
    name: 'plain',
    mayAdminSetLastingPassword: false,
    clients: [{ id: PLAIN_CLIENT_ID, name: 'plain' }],
  };
  fixture = await startPool(database.connectionString, { clock, pools: [...hostedPools(), plain] });
  attacker = createAttacker(fixture, clock);
});
afterAll(async () => {
  await fixture.close();
  await database.drop();
});
beforeEach(() => {
  email = `person-${(count += 1)}@example.org`;
  clock.advance(30 * MINUTE_MS);
});

test('requirement 16: a Session is of one pool, client, user and step, dies by success, by five wrong codes and by time', async () => {
  const secret = await attacker.createTotpUser(email);
  const answer = (code: string, changes: object = {}) => ({
    ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code, ...changes },
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
  });
  clock.advance(MINUTE_MS);
  const { Session } = (await fixture.signIn(email, PASSWORD)).body;
  const right = attacker.codeOf(secret);
  const rows = await dumpDatabase(database.connectionString);
  expect(rows).toContain(email);
  expect(String(Session).length).toBeGreaterThan(40);
  const bytes = Buffer.from(String(Session), 'base64url').toString('hex');
  for (const form of [
    String(Session).slice(0, 30),
    String(Session).slice(-30),
    bytes.slice(0, 60),
    bytes.slice(-60),
  ])
    expect(rows).not.toContain(form);
  const hostile = [
    await attacker.respondAs(PLAIN_CLIENT_ID, { ...answer(right), Session }),
    await attacker.respondAs(OTHER_CLIENT_ID, { ...answer(right), Session }),
    await attacker.respondAs(CLIENT_ID, { ...answer(right, { USERNAME: 'somebody@example.org' }), Session }),
    await attacker.respondAs(CLIENT_ID, { ...answer(right), ChallengeName: 'SMS_MFA', Session }),
    await attacker.respondAs(CLIENT_ID, { ...answer('000000'), Session }),
  ];
  expect(hostile.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  expect((await attacker.respondAs(CLIENT_ID, { ...answer(right), Session })).status).toBe(200);
  expect((await attacker.respondAs(CLIENT_ID, { ...answer(right), Session })).status).toBe(400);

  clock.advance(MINUTE_MS);
  const late = (await fixture.signIn(email, PASSWORD)).body['Session'];
  clock.advance(3 * MINUTE_MS);
  const code = attacker.codeOf(secret);
  expect((await attacker.respondAs(CLIENT_ID, { ...answer(code), Session: late })).status).toBe(400);
  const guessed = (await fixture.signIn(email, PASSWORD)).body['Session'];
  for (let tries = 0; tries < 5; tries += 1)
    await attacker.respondAs(CLIENT_ID, { ...answer('000000'), Session: guessed });
  clock.advance(2 * SECOND_MS);
  expect((await attacker.respondAs(CLIENT_ID, { ...answer(code), Session: guessed })).status).toBe(400);

  for (const [AuthSessionValidity, status] of [
    [2, 400],
    [3, 200],
    [15, 200],
    [16, 400],
  ] as const) {
    const client = { UserPoolId: POOL_ID, ClientName: 'hurried', AuthSessionValidity };
    const made = await fixture.admin('CreateUserPoolClient', client);
    expect([AuthSessionValidity, made.status]).toEqual([AuthSessionValidity, status]);
  }
});

test('requirement 16: a step cannot be skipped: the Session of a first password answers nothing else', async () => {
  const { Session } = (await attacker.createTemporary(email)).body;
  for (const ChallengeName of [
    'SOFTWARE_TOKEN_MFA',
    'SMS_MFA',
    'EMAIL_OTP',
    'MFA_SETUP',
    'SELECT_CHALLENGE',
  ]) {
    const ChallengeResponses = {
      USERNAME: email,
      SOFTWARE_TOKEN_MFA_CODE: '000000',
      SMS_MFA_CODE: '000000',
      EMAIL_OTP_CODE: '000000',
      ANSWER: 'PASSWORD',
      PASSWORD: TEMPORARY,
    };
    const reply = await attacker.respondAs(CLIENT_ID, { ChallengeName, Session, ChallengeResponses });
    expect([ChallengeName, reply.status]).toEqual([ChallengeName, 400]);
  }
  expect((await fixture.call('AssociateSoftwareToken', { Session })).status).toBe(400);
  const ChallengeResponses = { USERNAME: email, NEW_PASSWORD };
  const input = { ChallengeName: 'NEW_PASSWORD_REQUIRED', Session, ChallengeResponses };
  expect((await attacker.respondAs(CLIENT_ID, input)).status).toBe(200);
});

async function resetWith(ConfirmationCode: string, Password = NEW_PASSWORD) {
  const input = { ClientId: CLIENT_ID, Username: email, ConfirmationCode, Password };
  return await fixture.call('ConfirmForgotPassword', input);
}
const forgot = async (): Promise<string> => {
  expect((await fixture.call('ForgotPassword', { ClientId: CLIENT_ID, Username: email })).status).toBe(200);
  return await fixture.lastCode(email);
};

test('requirement 17: of codes the newest counts, once, for ten minutes', async () => {
  await fixture.createUser(email);
  const old = await forgot();
  clock.advance(SECOND_MS);
  const newest = await forgot();
  expect(newest).toMatch(/^\d{6,}$/);
  const rows = (await dumpDatabase(database.connectionString)).split('\n');
  const kept = rows.filter((row) => row.startsWith('code ')).join('\n');
  expect(kept).not.toBe('');
  // A hash could be brute-forced over a million codes.
  for (const form of [
    newest,
    Buffer.from(newest).toString('hex'),
    sha256(newest, 'hex'),
    sha256(newest, 'base64'),
  ])
    expect(kept.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:[\d.+]+|[0-9a-f-]{36}/g, '')).not.toContain(form);
  expect(old === newest ? 400 : (await resetWith(old)).status).toBe(400);
  expect((await resetWith(newest)).status).toBe(200);
  expect((await resetWith(newest)).status).toBe(400);
  const late = await forgot();
  clock.advance(10 * MINUTE_MS);
  expect((await resetWith(late)).status).toBe(400);

  const guessed = await forgot();
  const wrong = guessed === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries += 1) expect((await resetWith(wrong)).status).toBe(400);
  expect((await resetWith(guessed)).status).toBe(400);
});

test('requirement 17: the steps next to the current one count for an authenticator, and each once', async () => {
  const secret = await attacker.createTotpUser(email);
  const answer = async (code: string): Promise<number> => {
    const { Session } = (await fixture.signIn(email, PASSWORD)).body;
    const ChallengeResponses = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code };
    const input = { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session, ChallengeResponses };
    return (await attacker.respondAs(CLIENT_ID, input)).status;
  };
  clock.advance(10 * MINUTE_MS);
  expect(await answer(attacker.codeOf(secret, -2))).toBe(400);
  expect(await answer(attacker.codeOf(secret, 2))).toBe(400);
  const [before, now, after] = [-1, 0, 1].map((ahead) => attacker.codeOf(secret, ahead));
  expect(await answer(before ?? '')).toBe(200);
  expect(await answer(before ?? '')).toBe(400);
  expect(await answer(after ?? '')).toBe(200);
  expect([await answer(now ?? ''), await answer(after ?? '')]).toEqual([400, 400]);
});

const sha256 = (text: string, form: 'hex' | 'base64'): string =>
  createHash('sha256').update(text).digest(form);

// docs/decisions/0037
test('requirement 18: a reset does not pass by the second factor, and a temporary password dies within a week', async () => {
  await attacker.createTotpUser(email);
  clock.advance(MINUTE_MS);
  expect((await resetWith(await forgot())).status).toBe(200);
  expect((await fixture.signIn(email, NEW_PASSWORD)).body).toMatchObject({
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
  });

  const invited = `invited-${email}`;
  expect((await attacker.createTemporary(invited)).body).toMatchObject({
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
  });
  clock.advance(7 * 24 * 60 * MINUTE_MS);
  expect((await fixture.signIn(invited, TEMPORARY)).status).toBe(400);

  const given = await Promise.all(
    [1, 2, 3].map(async (each) => {
      const Username = `random-${each}-${email}`;
      const UserAttributes = [{ Name: 'email', Value: Username }];
      await fixture.admin('AdminCreateUser', { UserPoolId: POOL_ID, Username, UserAttributes });
      await fixture.pool.deliverMessages();
      const text = fixture.messages.find(({ to }) => to === Username)?.text ?? '';
      const words = text.split(/\s+/).map((word) => word.replace(/\.$/, ''));
      const proofs = words.filter((word) => word.length >= 12 && !word.includes('example.org'));
      for (const word of proofs)
        if ((await fixture.signIn(Username, word)).body['ChallengeName'] === 'NEW_PASSWORD_REQUIRED')
          return word;
      return '';
    }),
  );
  expect(given.every((password) => password.length >= 12)).toBe(true);
  expect(new Set(given).size).toBe(3);
});

test('requirement 18: where a pool forbids it, an administrator chooses no lasting password for anybody', async () => {
  const name = `plain-${count}`;
  const target = { UserPoolId: PLAIN_POOL_ID, Username: name };
  await fixture.admin('AdminCreateUser', {
    ...target,
    TemporaryPassword: TEMPORARY,
    MessageAction: 'SUPPRESS',
  });
  const set = async (Permanent: boolean) =>
    await fixture.admin('AdminSetUserPassword', { ...target, Password: NEW_PASSWORD, Permanent });
  expect((await set(true)).status).toBe(400);
  expect((await set(false)).status).toBe(200);
  const proved = await fixture.signIn(name, NEW_PASSWORD, {
    poolId: PLAIN_POOL_ID,
    clientId: PLAIN_CLIENT_ID,
  });
  expect(proved.body).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED' });
});
