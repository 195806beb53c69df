import { SECOND_MS } from '@coffer/kit';
import { testDatabase, type TestDatabase } from '@coffer/testing';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { CLIENT_ID, POOL_ID, type PoolFixture, startPool } from '../testing/pool-fixture.ts';

let database: TestDatabase;
let first: PoolFixture;
let second: PoolFixture;

beforeAll(async () => {
  database = await testDatabase();
  first = await startPool(database.connectionString);
  second = await startPool(database.connectionString);
});

afterEach(() => {
  vi.useRealTimers();
});

afterAll(async () => {
  await first.close();
  await second.close();
  await database.drop();
});

async function isShut(at: PoolFixture): Promise<boolean> {
  const reply = await at.call('InitiateAuth', {
    ClientId: CLIENT_ID,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: 'nobody@example.org', PASSWORD: 'a password' },
  });
  return String(reply.body['message']).includes('not enabled');
}

async function allow(at: PoolFixture, ...ExplicitAuthFlows: readonly string[]): Promise<void> {
  const changed = await at.admin('UpdateUserPoolClient', {
    UserPoolId: POOL_ID,
    ClientId: CLIENT_ID,
    ExplicitAuthFlows,
  });
  expect(changed.status).toBe(200);
}

test('a change is visible at once in its own process, and within a second in another', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  await allow(first, 'ALLOW_USER_SRP_AUTH', 'ALLOW_USER_PASSWORD_AUTH');
  expect([await isShut(first), await isShut(second)]).toEqual([false, false]);
  await allow(first, 'ALLOW_USER_SRP_AUTH');
  expect(await isShut(first)).toBe(true);
  vi.advanceTimersByTime(SECOND_MS);
  expect(await isShut(second)).toBe(true);
  await allow(second, 'ALLOW_USER_SRP_AUTH', 'ALLOW_USER_PASSWORD_AUTH');
  expect(await isShut(second)).toBe(false);
  vi.advanceTimersByTime(SECOND_MS);
  expect(await isShut(first)).toBe(false);
});

test('a deleted client is unknown at once to the process that deleted it', async () => {
  const made = await first.admin('CreateUserPoolClient', { UserPoolId: POOL_ID, ClientName: 'short' });
  const client: unknown = made.body['UserPoolClient'];
  const ClientId = String(Reflect.get(Object(client), 'ClientId'));
  const ask = async () => await first.call('ForgotPassword', { ClientId, Username: 'nobody@example.org' });
  expect((await ask()).status).toBe(200);
  await first.admin('DeleteUserPoolClient', { UserPoolId: POOL_ID, ClientId });
  expect((await ask()).body).toMatchObject({ __type: 'ResourceNotFoundException' });
});
