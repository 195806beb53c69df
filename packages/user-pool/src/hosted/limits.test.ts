import { manualClock, testDatabase, type TestDatabase } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostedPools } from '../testing/hosted-fixture.ts';
import { type PoolFixture, startPool } from '../testing/pool-fixture.ts';

let database: TestDatabase;
let fixture: PoolFixture;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, {
    clock: manualClock('2030-05-04T08:09:10.000Z'),
    pools: hostedPools({}),
    limits: {
      requests: {
        userAuthentication: 2,
        challengeAnswer: 2,
        userCreation: 2,
        accountRecovery: 2,
        userRead: 2,
        userToken: 2,
      },
    },
  });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

test.each([
  ['GET', '/login'],
  ['GET', '/oauth2/authorize'],
  ['GET', '/signup'],
  ['GET', '/forgotPassword'],
  ['POST', '/oauth2/token'],
  ['GET', '/oauth2/userInfo'],
])('%s %s beyond its limit is rejected for one address and no other', async (method, path) => {
  const ask = async (address: string) =>
    (await fixture.pool.fetch(new Request(`${fixture.endpoint}${path}`, { method }), { address })).status;
  const statuses = [await ask('203.0.113.7'), await ask('203.0.113.7'), await ask('203.0.113.7')];
  expect(statuses.map((status) => status === 429)).toEqual([false, false, true]);
  expect(await ask('203.0.113.8')).not.toBe(429);
});
