// A clock that was wrong and is put right: what was written ahead of it must hold nobody up, and nothing is given for it.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { manualClock, type TestDatabase, testDatabase } from '@coffer/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeTokens } from './store/rate-buckets.ts';
import { connectDatabase, type Database } from './store/database.ts';
import { mendFuture } from './store/sweep.ts';
import { PASSWORD, type PoolFixture, startPool } from './testing/pool-fixture.ts';
import { EXCEEDED, NOT_AUTHORIZED } from './testing/sign-in-driver.ts';

const clock = manualClock('2030-05-04T08:09:10.000Z');
let database: TestDatabase;
let own: Database;
let fixture: PoolFixture;

beforeEach(async () => {
  clock.set(new Date('2030-05-04T08:09:10.000Z'));
  database = await testDatabase();
  fixture = await startPool(database.connectionString, { clock });
  own = connectDatabase({ connectionString: database.connectionString }, () => undefined);
  await fixture.createUser('ada@example.org');
});

afterEach(async () => {
  await own.close();
  await fixture.close();
  await database.drop();
});

const guess = () => fixture.signIn('ada@example.org', 'not the password');
const enter = () => fixture.signIn('ada@example.org', PASSWORD);

test('a pool that was made while the clock was a day ahead signs tokens when it is put right', async () => {
  clock.advance(-DAY_MS);
  await fixture.close();
  fixture = await startPool(database.connectionString, { clock });
  const { AccessToken } = await fixture.tokens('ada@example.org');
  expect((await fixture.call('GetUser', { AccessToken })).status).toBe(200);
});

test('tokens of before and after a jump are good, and live as long as they were given', async () => {
  const early = await fixture.tokens('ada@example.org');
  clock.advance(-20 * MINUTE_MS);
  const late = await fixture.tokens('ada@example.org');
  const user = async (AccessToken: string) => (await fixture.call('GetUser', { AccessToken })).body;
  for (const { AccessToken } of [early, late]) expect(await user(AccessToken)).toHaveProperty('Username');
  clock.advance(HOUR_MS - SECOND_MS);
  expect(await user(late.AccessToken)).toHaveProperty('Username');
  clock.advance(SECOND_MS);
  expect(await user(late.AccessToken)).toMatchObject({ message: 'Access Token has expired' });
  expect(await user(early.AccessToken)).toHaveProperty('Username');
  clock.advance(20 * MINUTE_MS);
  expect(await user(early.AccessToken)).toMatchObject({ message: 'Access Token has expired' });
  const RefreshToken = early.RefreshToken ?? '';
  const renew = async () =>
    (await fixture.call('GetTokensFromRefreshToken', { ClientId: 'webclient1', RefreshToken })).body;
  expect(await renew()).toHaveProperty('AuthenticationResult');
  clock.advance(-HOUR_MS);
  expect(await renew()).toHaveProperty('AuthenticationResult');
  clock.advance(31 * DAY_MS);
  expect(await renew()).toMatchObject({ message: 'Refresh Token has expired' });
});

test('a lock from a time to come is taken off within a minute, and its count is not forgotten', async () => {
  clock.advance(2 * HOUR_MS);
  for (let count = 0; count < 7; count++) {
    expect(await guess()).toMatchObject(NOT_AUTHORIZED);
    clock.advance(count < 4 ? 0 : 8 * SECOND_MS);
  }
  expect(await guess()).toMatchObject(NOT_AUTHORIZED);
  expect(await enter()).toMatchObject(EXCEEDED);
  clock.advance(-2 * HOUR_MS);
  expect(await enter()).toMatchObject(EXCEEDED);
  await mendFuture(own.db, clock.now());
  expect(await guess()).toMatchObject(NOT_AUTHORIZED);
  expect(await enter()).toMatchObject(EXCEEDED);
  clock.advance(16 * SECOND_MS);
  expect((await enter()).status).toBe(200);
});

test('a lock of these seconds is not touched, and neither is one of a process whose clock is a little ahead', async () => {
  for (const ahead of [0, 59 * SECOND_MS]) {
    clock.advance(ahead);
    for (let count = 0; count < 12; count++) {
      await guess();
      clock.advance(SECOND_MS / 10);
    }
    expect(await enter()).toMatchObject(EXCEEDED);
    clock.advance(-ahead);
    await mendFuture(own.db, clock.now());
    expect(await enter()).toMatchObject(EXCEEDED);
    clock.advance(20 * MINUTE_MS);
    expect((await enter()).status).toBe(200);
  }
});

test('a bucket from a time to come fills again within a minute, and is given nothing for the jump', async () => {
  const take = (count: number) =>
    takeTokens(own.db, {
      subject: 'one',
      rate: { count: 10, perSeconds: 10 },
      count,
      now: clock.now(),
    });
  expect(await take(8)).toBe(8);
  clock.advance(-HOUR_MS);
  expect(await take(5)).toBe(2);
  clock.advance(MINUTE_MS);
  // Without being mended it would stand still for an hour.
  expect(await take(5)).toBe(0);
  await mendFuture(own.db, clock.now());
  expect(await take(5)).toBe(0);
  clock.advance(3 * SECOND_MS);
  expect(await take(5)).toBe(3);
});
