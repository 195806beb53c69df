import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { cognitoTimestamp, PRIME } from '@coffer/srp';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { attacker, clock, database, email, fixture, prepareAttacks } from './testing/scenes/attack-scene.ts';
import { CLIENT_ID, OTHER_CLIENT_ID, PASSWORD, PLAIN_POOL_ID, POOL_ID } from './testing/pool-fixture.ts';
import { refused, NOT_AUTHORIZED, EXCEEDED } from './testing/sign-in-driver.ts';

prepareAttacks();
const fail = () => fixture.signIn(email, 'not the password');
const guess = (name: string) => fixture.signIn(name, 'not the password', { address: '203.0.113.9' });

test.each([
  ['zero', '0'],
  ['N', PRIME.toString(16)],
  ['2N, which is too long', (PRIME * 2n).toString(16)],
  ['no number', 'zz'],
  ['10,000 digits', 'a'.repeat(10_000)],
])('an SRP_A of %s is rejected', async (_name, srpA) => {
  await fixture.createUser(email);
  const { reply } = await attacker.begin(email, CLIENT_ID, srpA);
  expect(reply).toMatchObject(refused('InvalidParameterException', 'SRP_A is not a valid public value.'));
});

test('a SECRET_BLOCK works once, also after a wrong proof', async () => {
  await fixture.createUser(email);
  const { srp, challenge } = await attacker.begin(email);
  const right = srp.answer(challenge, PASSWORD, clock.now());
  expect((await attacker.answer(right)).status).toBe(200);
  expect(await attacker.answer(right)).toMatchObject(NOT_AUTHORIZED);

  const second = await attacker.begin(email);
  const wrong = second.srp.answer(second.challenge, 'not the password', clock.now());
  expect(await attacker.answer(wrong)).toMatchObject(NOT_AUTHORIZED);
  expect(await attacker.answer(second.srp.answer(second.challenge, PASSWORD, clock.now()))).toMatchObject(
    NOT_AUTHORIZED,
  );
});

test('of fifty concurrent answers with the same SECRET_BLOCK one succeeds', async () => {
  await fixture.createUser(email);
  const { srp, challenge } = await attacker.begin(email);
  const right = srp.answer(challenge, PASSWORD, clock.now());
  const replies = await Promise.all(Array.from({ length: 50 }, () => attacker.answer(right)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a proof expires after two minutes', async () => {
  await fixture.createUser(email);
  const early = await attacker.begin(email);
  clock.advance(119 * SECOND_MS);
  expect((await attacker.answer(early.srp.answer(early.challenge, PASSWORD, clock.now()))).status).toBe(200);
  const late = await attacker.begin(email);
  clock.advance(121 * SECOND_MS);
  expect(await attacker.answer(late.srp.answer(late.challenge, PASSWORD, clock.now()))).toMatchObject(
    NOT_AUTHORIZED,
  );
});

test.each([
  ['is deleted', 'AdminDeleteUser', {}],
  ['gets another password', 'AdminSetUserPassword', { Password: 'other-Kettle-orbit-92', Permanent: true }],
])('a proof is invalid once its user %s', async (_what, operation, change) => {
  await fixture.createUser(email);
  const { srp, challenge } = await attacker.begin(email);
  const done = await fixture.admin(operation, { UserPoolId: POOL_ID, Username: email, ...change });
  expect(done.status).toBe(200);
  expect(await attacker.answer(srp.answer(challenge, PASSWORD, clock.now()))).toMatchObject(NOT_AUTHORIZED);
});

test('a proof is bound to its client and to its user', async () => {
  await fixture.createUser(email);
  const { srp, challenge } = await attacker.begin(email);
  const right = srp.answer(challenge, PASSWORD, clock.now());
  expect(await attacker.answer(right, OTHER_CLIENT_ID)).toMatchObject(NOT_AUTHORIZED);
  expect(await attacker.answer({ ...right, USERNAME: 'somebody@example.org' })).toMatchObject(NOT_AUTHORIZED);
});

const MINUTES_5 = 5 * MINUTE_MS;
const stampAt = (offsetMs: number) => cognitoTimestamp(new Date(clock.now().getTime() + offsetMs));

test.each([-MINUTES_5, 0, MINUTES_5])('a TIMESTAMP %d ms from now is accepted', async (offsetMs) => {
  await fixture.createUser(email);
  const { srp, challenge } = await attacker.begin(email);
  expect((await attacker.answer(srp.answer(challenge, PASSWORD, stampAt(offsetMs)))).status).toBe(200);
});

test.each([
  ['more than five minutes early', () => stampAt(-MINUTES_5 - SECOND_MS)],
  ['more than five minutes late', () => stampAt(MINUTES_5 + SECOND_MS)],
  ['a padded day', () => stampAt(0).replace(/ (\d) /, ' 0$1 ')],
  ['a wrong weekday', () => stampAt(0).replace(/^\w+/, (day) => (day === 'Mon' ? 'Tue' : 'Mon'))],
])('a TIMESTAMP with %s is rejected like a wrong password', async (_name, timestamp) => {
  clock.set(new Date('2030-05-04T08:30:00.000Z'));
  await fixture.createUser(email);
  const { srp, challenge } = await attacker.begin(email);
  expect(await attacker.answer(srp.answer(challenge, PASSWORD, timestamp()))).toMatchObject(NOT_AUTHORIZED);
});

test('an unreadable TIMESTAMP is reported as such', async () => {
  await fixture.createUser(email);
  const { srp, challenge } = await attacker.begin(email);
  expect(await attacker.answer(srp.answer(challenge, PASSWORD, '2030-05-04'))).toMatchObject(
    refused('InvalidParameterException', 'TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.'),
  );
});

test('connections that break between or during the two answers neither lose a sign-in nor give two', async () => {
  await fixture.createUser(email);
  const { srp, challenge } = await attacker.begin(email);
  await killConnections();
  // The pool can detect dead connections through a failed query, which does not consume the exchange.
  const right = srp.answer(challenge, PASSWORD, clock.now());
  await vi.waitFor(async () => expect((await attacker.answer(right)).status).toBe(200), {
    timeout: 15_000,
  });
  expect(await attacker.answer(right)).toMatchObject(NOT_AUTHORIZED);

  const begun = await Promise.all(Array.from({ length: 8 }, () => attacker.begin(email)));
  const proofs = begun.map((each) => each.srp.answer(each.challenge, PASSWORD, clock.now()));
  const answers = proofs.map((proof) => attacker.answer(proof));
  await killConnections();
  const heard = await Promise.all(answers);
  for (const [at, proof] of proofs.entries()) {
    const replies = [heard[at], await attacker.answer(proof), await attacker.answer(proof)];
    const times = replies.filter((reply) => reply?.status === 200).length;
    expect(times).toBeLessThan(2);
  }
});

async function killConnections(): Promise<void> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await client.end();
}

test('an unknown name is indistinguishable from a user: the same salt and id each time, and the same error', async () => {
  const first = await attacker.begin('stranger@example.org');
  const second = await attacker.begin('Stranger@Example.org');
  expect(second.challenge.SALT).toBe(first.challenge.SALT);
  expect(second.challenge.USER_ID_FOR_SRP).toBe(first.challenge.USER_ID_FOR_SRP);
  expect(second.challenge.SRP_B).not.toBe(first.challenge.SRP_B);
  await fixture.createUser(email);
  const real = await attacker.begin(email);
  expect(Object.keys(first.challenge)).toEqual(Object.keys(real.challenge));
  const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  for (const { challenge } of [first, real]) expect(challenge.USER_ID_FOR_SRP).toMatch(uuidV4);
  expect(await attacker.answer(first.srp.answer(first.challenge, PASSWORD, clock.now()))).toMatchObject(
    NOT_AUTHORIZED,
  );
  const plain = await fixture.signIn('nobody', PASSWORD, { poolId: PLAIN_POOL_ID, clientId: 'plainclient' });
  expect(plain).toMatchObject(NOT_AUTHORIZED);
});

test('unknown names are locked like users', async () => {
  const outcomes: unknown[] = [];
  await fixture.createUser(email);
  for (const name of [email, `missing-${email}`]) {
    const messages: unknown[] = [];
    for (let attempt = 0; attempt < 7; attempt++)
      messages.push((await fixture.signIn(name, 'not the password')).body['message']);
    outcomes.push(messages);
  }
  expect(outcomes[0]).toEqual(outcomes[1]);
  expect(outcomes[0]).toEqual([
    ...Array.from({ length: 5 }, () => 'Incorrect username or password.'),
    'Password attempts exceeded',
    'Password attempts exceeded',
  ]);
});

test('a lock doubles with each failure, applies to the correct password, and is reset by a success', async () => {
  await fixture.createUser(email);
  for (let attempt = 0; attempt < 5; attempt++) expect(await fail()).toMatchObject(NOT_AUTHORIZED);
  for (const lockSeconds of [1, 2, 4, 8]) {
    expect(await fixture.signIn(email, PASSWORD)).toMatchObject(EXCEEDED);
    clock.advance(lockSeconds * SECOND_MS - 1);
    expect(await fixture.signIn(email, PASSWORD)).toMatchObject(EXCEEDED);
    clock.advance(1);
    expect(await fail()).toMatchObject(NOT_AUTHORIZED);
  }
  clock.advance(16 * SECOND_MS);
  expect((await fixture.signIn(email, PASSWORD)).status).toBe(200);
  for (let attempt = 0; attempt < 4; attempt++) expect(await fail()).toMatchObject(NOT_AUTHORIZED);
  expect((await fixture.signIn(email, PASSWORD)).status).toBe(200);
});

test('of twenty concurrent guesses five are checked', async () => {
  await fixture.createUser(email);
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => fixture.signIn(email, 'not the password')),
  );
  const rejected = replies.filter(({ body }) => body['message'] === 'Incorrect username or password.');
  expect(rejected).toHaveLength(5);
});

test('an address that guesses many names is locked, and no other address', async () => {
  await fixture.createUser(email);
  for (let attempt = 0; attempt < 50; attempt++) await guess(`victim${attempt}@example.org`);
  expect(await guess('victim50@example.org')).toMatchObject(EXCEEDED);
  expect(await fixture.signIn(email, PASSWORD, { address: '203.0.113.9' })).toMatchObject(EXCEEDED);
  expect((await fixture.signIn(email, PASSWORD, { address: '203.0.113.10' })).status).toBe(200);
});

test('the open sessions of a locked user stay valid', async () => {
  await fixture.createUser(email);
  const { AccessToken, RefreshToken } = await fixture.tokens(email);
  for (let attempt = 0; attempt < 6; attempt++) await fixture.signIn(email, 'not the password');
  expect((await fixture.call('GetUser', { AccessToken })).status).toBe(200);
  expect(
    (await fixture.call('GetTokensFromRefreshToken', { ClientId: CLIENT_ID, RefreshToken })).status,
  ).toBe(200);
});
