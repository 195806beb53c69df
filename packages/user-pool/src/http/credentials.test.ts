import { testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, PLAIN_POOL_ID, POOL_ID, type PoolFixture, startPool } from '../testing/pool-fixture.ts';

const OTHER = { accessKeyId: 'AKIDOTHER', secretAccessKey: 'another-secret-for-tests-only' };
const NARROW = {
  accessKeyId: 'AKIDNARROW',
  secretAccessKey: 'narrow-secret-for-tests-only',
  pools: [POOL_ID],
};
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, {
    changes: { adminCredentials: [ADMIN, OTHER, NARROW] },
  });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

const ask = async (operation: string, input: object, signer: typeof ADMIN) =>
  (await fixture.call(operation, input, { signer })).body;

test('each key pair signs, only with its own secret', async () => {
  for (const signer of [ADMIN, OTHER, NARROW])
    expect(await ask('ListUsers', { UserPoolId: POOL_ID }, signer)).toEqual({ Users: [] });
  const mixed = { accessKeyId: OTHER.accessKeyId, secretAccessKey: ADMIN.secretAccessKey };
  expect(await ask('ListUsers', { UserPoolId: POOL_ID }, mixed)).toMatchObject({
    __type: 'InvalidSignatureException',
  });
});

test('a key pair of one pool is rejected for other pools and for operations without a pool', async () => {
  const refused = { __type: 'AccessDeniedException' };
  expect(await ask('ListUsers', { UserPoolId: PLAIN_POOL_ID }, NARROW)).toMatchObject(refused);
  expect(await ask('ListUserPools', { MaxResults: 1 }, NARROW)).toMatchObject(refused);
  expect(await ask('CreateUserPool', { PoolName: 'mine' }, NARROW)).toMatchObject(refused);
  expect(await ask('ListUsers', { UserPoolId: [POOL_ID] }, NARROW)).toMatchObject(refused);
  expect(await ask('ListUserPools', { MaxResults: 1 }, OTHER)).toHaveProperty('UserPools');
});

test('a signature for another region is rejected', async () => {
  const elsewhere = await startPool(database.connectionString, { changes: { region: 'eu-central-1' } });
  const { body } = await elsewhere.admin('ListUsers', { UserPoolId: POOL_ID });
  expect(body).toEqual({
    __type: 'InvalidSignatureException',
    message: "Credential should be scoped to a valid region, not 'us-east-1'.",
  });
  await elsewhere.close();
});
