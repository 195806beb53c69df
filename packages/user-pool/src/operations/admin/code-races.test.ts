import { testDatabase } from '@coffer/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PEOPLE_CLIENT_ID, PEOPLE_POOL_ID, PEOPLE_POOLS } from '../../testing/people-pools.ts';
import { PASSWORD, type PoolFixture, startPool } from '../../testing/pool-fixture.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let holder: Client;
/** A separate connection: a transaction sees a constant snapshot of `pg_stat_activity`. */
let watcher: Client;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, { pools: PEOPLE_POOLS });
  holder = new Client({ connectionString: database.connectionString });
  watcher = new Client({ connectionString: database.connectionString });
  await holder.connect();
  await watcher.connect();
});

afterAll(async () => {
  await holder.end();
  await watcher.end();
  await fixture.close();
  await database.drop();
});

const ClientId = PEOPLE_CLIENT_ID;

async function waiting(count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const found = await watcher.query(
          'select pid from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0 and datname = current_database()',
        );
        return found.rowCount;
      },
      { timeout: 5000 },
    )
    .toBe(count);
}

test.each([
  ['AdminConfirmSignUp', 'ConfirmSignUp'],
  ['AdminResetUserPassword', 'ConfirmForgotPassword'],
] as const)('%s and %s', async (byAdmin, byUser) => {
  const Username = `${byUser.toLowerCase()}@example.org`;
  const target = { UserPoolId: PEOPLE_POOL_ID, Username };
  await fixture.call('SignUp', { ClientId, Username, Password: PASSWORD });
  if (byUser === 'ConfirmForgotPassword') {
    const ConfirmationCode = await fixture.lastCode(Username);
    await fixture.call('ConfirmSignUp', { ClientId, Username, ConfirmationCode });
    await fixture.call('ForgotPassword', { ClientId, Username });
  }
  const ConfirmationCode = await fixture.lastCode(Username);
  await holder.query('begin');
  await holder.query('select 1 from user_pool.account for update');
  const admin = fixture.admin(byAdmin, target);
  await waiting(1);
  const Password = 'bright-Lantern-river-42';
  const user = fixture.call(byUser, { ClientId, Username, ConfirmationCode, Password });
  await waiting(2);
  await holder.query('commit');
  expect((await admin).status).toBe(200);
  expect((await user).body['__type']).toMatch(/^(CodeMismatch|ExpiredCode)Exception$/);
  expect(fixture.logged.filter((line) => line.includes('request_failed'))).toEqual([]);
});
