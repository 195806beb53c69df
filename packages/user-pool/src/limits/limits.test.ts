import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectDatabase, type Database } from '../store/database/database.ts';
import { migrate } from '../store/database/migrate.ts';
import { takeTokens } from '../store/rate-buckets.ts';
import { ADMIN, CLIENT_ID, POOL_ID, startPool } from '../testing/pool-fixture.ts';
import { limitsSchema, takeToken } from './limits.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let own: Database;

beforeEach(async () => {
  database = await testDatabase();
  own = connectDatabase({ connectionString: database.connectionString }, () => undefined);
  await migrate(own.db);
});

afterEach(async () => {
  await own.close();
  await database.drop();
});

test('a user has a limited number of attempts each hour, which refill one by one', async () => {
  const clock = manualClock();
  const deps = { db: own.db, clock, limits: limitsSchema.parse({}) };
  const take = (subject = 'one') => takeToken(deps, { subject, rule: 'changePassword' });
  for (let count = 0; count < 5; count++) expect(await take()).toBe(true);
  expect(await take()).toBe(false);
  expect(await take('another')).toBe(true);
  clock.advance(12 * MINUTE_MS - SECOND_MS);
  expect(await take()).toBe(false);
  clock.advance(SECOND_MS);
  expect(await take()).toBe(true);
  expect(await take()).toBe(false);
  clock.advance(2 * HOUR_MS);
  for (let count = 0; count < 5; count++) expect(await take()).toBe(true);
  expect(await take()).toBe(false);
});

test('a limit set to null is unlimited', async () => {
  const limits = limitsSchema.parse({ users: { changePassword: null } });
  const deps = { db: own.db, clock: manualClock(), limits };
  for (let count = 0; count < 20; count++)
    expect(await takeToken(deps, { subject: 'one', rule: 'changePassword' })).toBe(true);
});

test('fifty concurrent requests get what the limit allows and no more', async () => {
  const rate = { count: 20, perSeconds: 3600 };
  const now = new Date();
  const draws = Array.from({ length: 50 }, () =>
    takeTokens(own.db, { subject: 'shared', rate, count: 3, now }),
  );
  const granted = (await Promise.all(draws)).reduce((sum, each) => sum + each, 0);
  expect(granted).toBe(20);
});

test('a clock that goes back refills no limit', async () => {
  const rate = { count: 1, perSeconds: 10 };
  const take = (seconds: number) =>
    takeTokens(own.db, {
      subject: 'clock',
      rate,
      count: 1,
      now: new Date(1_800_000_000_000 + seconds * SECOND_MS),
    });
  expect(await take(0)).toBe(1);
  expect(await take(-3600)).toBe(0);
  expect(await take(9)).toBe(0);
  expect(await take(10)).toBe(1);
});

test('requests beyond the limit of a category are rejected only for their source', async () => {
  const clock = manualClock();
  const limits = { requests: { userAuthentication: 20, userList: 2 } };
  const fixture = await startPool(database.connectionString, { clock, limits });
  const ask = (address: string) =>
    fixture.call('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', ClientId: CLIENT_ID }, { address });
  const types = async (address: string, count: number) => {
    const replies = await Promise.all(Array.from({ length: count }, () => ask(address)));
    return replies.filter(({ body }) => body['__type'] === 'TooManyRequestsException').length;
  };
  expect(await types('203.0.113.7', 25)).toBe(5);
  expect((await ask('203.0.113.7')).body).toEqual({
    __type: 'TooManyRequestsException',
    message: 'Rate exceeded',
  });
  expect(await types('203.0.113.8', 5)).toBe(0);
  clock.advance(SECOND_MS);
  expect(await types('203.0.113.7', 21)).toBe(1);

  const list = () => fixture.call('ListUsers', { UserPoolId: POOL_ID }, { signer: ADMIN });
  expect([await list(), await list(), await list()].map(({ status }) => status)).toEqual([200, 200, 400]);
  const unsigned = await fixture.call('ListUsers', { UserPoolId: POOL_ID });
  expect(unsigned.body['__type']).toBe('MissingAuthenticationTokenException');
  await fixture.close();
});

test("a user's own requests are counted over all access tokens, and a forged token counts for no user", async () => {
  const clock = manualClock();
  const limits = { users: { requests: { count: 3, perSeconds: 1 } } };
  const fixture = await startPool(database.connectionString, { clock, limits });
  await fixture.createUser('busy@example.org');
  const one = await fixture.tokens('busy@example.org');
  const two = await fixture.tokens('busy@example.org');
  const ask = async (AccessToken: string) => (await fixture.call('GetUser', { AccessToken })).body;
  const forged = `${one.AccessToken.slice(0, -8)}AAAAAAAA`;
  for (let count = 0; count < 5; count++)
    expect(await ask(forged)).toMatchObject({ message: 'Invalid Access Token' });
  expect(await ask(one.AccessToken)).toHaveProperty('Username');
  expect(await ask(two.AccessToken)).toHaveProperty('Username');
  expect(await ask(one.AccessToken)).toHaveProperty('Username');
  expect(await ask(two.AccessToken)).toMatchObject({ __type: 'TooManyRequestsException' });
  clock.advance(SECOND_MS);
  expect(await ask(two.AccessToken)).toHaveProperty('Username');
  await fixture.close();
});
