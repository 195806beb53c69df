import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { manualClock, type TestDatabase, testDatabase } from '@coffer/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeTokens } from './store/rate-buckets.ts';
import { connectDatabase, type Database } from './store/database/database.ts';
import { createClockRepair } from './store/database/repair-future-times.ts';
import { PASSWORD, type PoolFixture, startPool } from './testing/pool-fixture.ts';
import { EXCEEDED, NOT_AUTHORIZED } from './testing/sign-in-driver.ts';

const clock = manualClock('2030-05-04T08:09:10.000Z');
let database: TestDatabase;
let own: Database;
let fixture: PoolFixture;
let elapsedMs: number;

beforeEach(async () => {
  clock.set(new Date('2030-05-04T08:09:10.000Z'));
  elapsedMs = 0;
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
const startRepair = (by: Clock = clock) => createClockRepair({ db: own.db, clock: by }, () => elapsedMs);
function pass(milliseconds: number): void {
  clock.advance(milliseconds);
  elapsedMs += milliseconds;
}

test('a pool created while the clock was a day ahead signs tokens after the clock is corrected', async () => {
  clock.advance(-DAY_MS);
  await fixture.close();
  fixture = await startPool(database.connectionString, { clock });
  const { AccessToken } = await fixture.tokens('ada@example.org');
  expect((await fixture.call('GetUser', { AccessToken })).status).toBe(200);
});

test('tokens from before and after a clock jump are valid and keep their lifetime', async () => {
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

async function lock(): Promise<void> {
  for (let count = 0; count < 7; count++) {
    expect(await guess()).toMatchObject(NOT_AUTHORIZED);
    pass(count < 4 ? 0 : 8 * SECOND_MS);
  }
  expect(await guess()).toMatchObject(NOT_AUTHORIZED);
  expect(await enter()).toMatchObject(EXCEEDED);
}

test.each([
  ['two hours', 'the process that saw it', 2 * HOUR_MS, true],
  ['two minutes', 'the process that saw it', 2 * MINUTE_MS, true],
  ['two hours', 'one that was started since', 2 * HOUR_MS, false],
])('a lock %s in the future is removed by %s, and its count stays', async (...row) => {
  const [, , ahead, hasSeen] = row;
  const seeing = startRepair();
  clock.advance(ahead);
  await seeing();
  await lock();
  clock.advance(-ahead);
  expect(await enter()).toMatchObject(EXCEEDED);
  await (hasSeen ? seeing : startRepair())();
  expect(await guess()).toMatchObject(NOT_AUTHORIZED);
  expect(await enter()).toMatchObject(EXCEEDED);
  pass(16 * SECOND_MS);
  expect((await enter()).status).toBe(200);
});

test('a process that saw its clock go back leaves locks of the last seconds unchanged', async () => {
  const repair = startRepair();
  await lock();
  clock.advance(-59 * SECOND_MS);
  await repair();
  expect(await enter()).toMatchObject(EXCEEDED);
});

test.each([3, 14])(
  'a process that is slow by %i minutes ends no lock of another process and grants nothing',
  async (minutes) => {
    const slow = { now: () => new Date(clock.now().getTime() - minutes * MINUTE_MS) };
    const other = await startPool(database.connectionString, { clock: slow });
    const repair = startRepair(slow);
    const drawn = { subject: 'one', rate: { count: 10, perSeconds: 3600 }, count: 10 };
    expect(await takeTokens(own.db, { ...drawn, now: clock.now() })).toBe(10);
    await lock();
    for (let minute = 0; minute < 3; minute++) {
      await repair();
      expect(await enter()).toMatchObject(EXCEEDED);
      expect(await other.signIn('ada@example.org', PASSWORD)).toMatchObject(EXCEEDED);
      expect(await takeTokens(own.db, { ...drawn, now: clock.now() })).toBe(0);
      pass(SECOND_MS);
    }
    pass(16 * SECOND_MS);
    expect((await enter()).status).toBe(200);
    await other.close();
  },
);

test('a failed clock repair is retried', async () => {
  const repair = startRepair();
  await lock();
  clock.advance(-2 * MINUTE_MS);
  await own.db.schema.withSchema('user_pool').alterTable('lockout').renameTo('away').execute();
  await expect(repair()).rejects.toThrow('does not exist');
  await own.db.schema.withSchema('user_pool').alterTable('away').renameTo('lockout').execute();
  expect(await enter()).toMatchObject(EXCEEDED);
  await repair();
  expect((await enter()).status).toBe(200);
});

test('a rate limit from the future refills within a minute and gains nothing from the jump', async () => {
  const take = (count: number) =>
    takeTokens(own.db, {
      subject: 'one',
      rate: { count: 10, perSeconds: 10 },
      count,
      now: clock.now(),
    });
  const repair = startRepair();
  expect(await take(8)).toBe(8);
  clock.advance(-10 * MINUTE_MS);
  expect(await take(5)).toBe(2);
  pass(MINUTE_MS);
  expect(await take(5)).toBe(0);
  await repair();
  expect(await take(5)).toBe(0);
  pass(3 * SECOND_MS);
  expect(await take(5)).toBe(3);
});
