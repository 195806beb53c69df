import { testDatabase } from '@coffer/testing';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import type { UserPoolOptions } from '../create-user-pool.ts';
import { createVault } from '../crypto/vault.ts';
import { silentLog } from '../log.ts';
import { openDatabase } from '../open-database.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  KEY,
  PASSWORD,
  POOL_ID,
  ROTATING_CLIENT_ID,
  SECRET_CLIENT_ID,
  startPool,
} from '../testing/pool-fixture.ts';
import { computeCode, stepAt } from '../crypto/totp.ts';
import { decodeBase32 } from '../testing/base32.ts';
import { runCommand } from './commands.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

const NEXT: UserPoolOptions['encryptionKey'] = { id: 'k2', key: new Uint8Array(32).fill(9) };

async function sealedUnder(connectionString: string, keyId: string): Promise<readonly string[]> {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows: columns } = await client.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'user_pool' and data_type in ('text', 'jsonb') order by 1, 2`,
  );
  const found: string[] = [];
  for (const { table_name, column_name } of columns) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from user_pool."${table_name}" where "${column_name}"::text like '%v1.${keyId}.%'`,
    );
    if ((rows[0]?.count ?? 0) > 0) found.push(`${table_name}.${column_name}`);
  }
  await client.end();
  return found;
}

test('reseal covers every sealed column of the schema', async () => {
  await using database = await testDatabase();
  await (await startPool(database.connectionString)).close();
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'user_pool' and column_name like '%sealed' order by 1`,
  );
  await client.end();
  const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).filter(
    (name) => name !== 'setting.value',
  );
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name));
});

test('after it the old key is not needed, and everything still works', async () => {
  await using database = await testDatabase();
  const { connectionString } = database;
  const first = await startPool(connectionString);
  const email = 'resealed@example.org';
  await first.createUser(email);
  const { AccessToken } = await first.tokens(email);
  const { body: associated } = await first.call('AssociateSoftwareToken', { AccessToken });
  const secret = decodeBase32(String(associated['SecretCode']));
  await first.call('VerifySoftwareToken', {
    AccessToken,
    UserCode: computeCode(secret, stepAt(new Date()) - 1),
  });
  const { RefreshToken } = await first.tokens(email, ROTATING_CLIENT_ID);
  await first.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
  const renew = { ClientId: ROTATING_CLIENT_ID, RefreshToken };
  const renewed = await first.call('GetTokensFromRefreshToken', renew);
  await first.admin('AdminCreateUser', { UserPoolId: POOL_ID, Username: 'invited@example.org' });
  const decoyOf = async (pool: typeof first) => {
    const { body } = await pool.call('InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      ClientId: ROTATING_CLIENT_ID,
      AuthParameters: { USERNAME: 'nobody@example.org', SRP_A: 'abc' },
    });
    return (body['ChallengeParameters'] as { SALT: string }).SALT;
  };
  const salt = await decoyOf(first);
  await first.close();
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`update user_pool.account set password_history_sealed = jsonb_build_array(
    jsonb_build_object('salt', 'x', 'verifierSealed', verifier_sealed))`);
  await client.end();
  const before = await sealedUnder(connectionString, KEY.id);
  expect(before).toEqual(
    expect.arrayContaining([
      'account.password_history_sealed',
      'account.verifier_sealed',
      'client_secret.secret_sealed',
      'refresh_token.successor_sealed',
      'setting.value',
      'signing_key.private_sealed',
      'software_token.secret_sealed',
      'srp_challenge.server_private_sealed',
    ]),
  );

  const both = { encryptionKey: NEXT, previousKeys: [KEY] };
  const second = await startPool(connectionString, { changes: both });
  const options = { database: { connectionString }, ...both };
  const done = await runCommand('reseal', options, silentLog);
  expect(done).toEqual({ ok: true, value: { resealed: expect.any(Number), left: 0 } });
  expect((await second.signIn(email, PASSWORD)).body).toHaveProperty('ChallengeName', 'SOFTWARE_TOKEN_MFA');
  await second.close();
  expect(await sealedUnder(connectionString, KEY.id)).toEqual([]);
  expect(await runCommand('reseal', options, silentLog)).toEqual({
    ok: true,
    value: { resealed: 0, left: 0 },
  });

  const third = await startPool(connectionString, { changes: { encryptionKey: NEXT } });
  expect((await third.call('GetTokensFromRefreshToken', renew)).body['AuthenticationResult']).toMatchObject({
    RefreshToken: (renewed.body['AuthenticationResult'] as { RefreshToken: string }).RefreshToken,
  });
  const challenged = await third.signIn(email, PASSWORD);
  expect(challenged.body['ChallengeName']).toBe('SOFTWARE_TOKEN_MFA');
  const answered = await third.call('RespondToAuthChallenge', {
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    ClientId: CLIENT_ID,
    Session: challenged.body['Session'],
    ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: computeCode(secret, stepAt(new Date())) },
  });
  expect(answered.body).toHaveProperty('AuthenticationResult');
  const withSecret = { ClientId: SECRET_CLIENT_ID, ClientSecret: CLIENT_SECRET, RefreshToken: 'x' };
  expect((await third.call('GetTokensFromRefreshToken', withSecret)).body['message']).toBe(
    'Invalid Refresh Token',
  );
  expect(await decoyOf(third)).toBe(salt);
  await third.close();

  const old = await openDatabase({ database: { connectionString }, encryptionKey: KEY }, silentLog);
  expect(old).toMatchObject({ ok: false, error: { code: 'encryption_key_mismatch' } });
});

test('a value that no key opens is left unchanged and reported', async () => {
  await using database = await testDatabase();
  const { connectionString } = database;
  const fixture = await startPool(connectionString);
  await fixture.createUser('broken@example.org');
  await fixture.close();
  const client = new Client({ connectionString });
  await client.connect();
  const foreign = createVault({ id: 'k9', key: new Uint8Array(32).fill(1) }).seal(
    'elsewhere',
    Buffer.from('x'),
  );
  await client.query('update user_pool.account set verifier_sealed = $1', [foreign]);
  const both = { database: { connectionString }, encryptionKey: NEXT, previousKeys: [KEY] };
  expect(await runCommand('reseal', both, silentLog)).toMatchObject({ value: { left: 1 } });
  const { rows } = await client.query<{ sealed: string }>(
    'select verifier_sealed as sealed from user_pool.account',
  );
  expect(rows[0]?.sealed).toBe(foreign);
  await client.end();
});
