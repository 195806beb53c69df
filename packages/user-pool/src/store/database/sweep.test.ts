import { DAY_MS, HOUR_MS, MINUTE_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createDeviceClient, newDeviceSchema } from '../../testing/device-client.ts';
import { CLIENT_ID, PASSWORD, POOL_ID, ROTATING_CLIENT_ID, startPool } from '../../testing/pool-fixture.ts';
import { connectDatabase } from './database.ts';
import { sweep } from './sweep.ts';

test('expired rows are deleted in batches, and current ones stay', async () => {
  await using database = await testDatabase();
  const clock = manualClock();
  const fixture = await startPool(database.connectionString, { clock });
  await fixture.createUser('sweep@example.org');
  const { RefreshToken } = await fixture.tokens('sweep@example.org', ROTATING_CLIENT_ID);
  await fixture.call('GetTokensFromRefreshToken', { ClientId: ROTATING_CLIENT_ID, RefreshToken });
  await fixture.signIn('sweep@example.org', 'not the password');
  const start = { USERNAME: 'sweep@example.org', SRP_A: 'abc' };
  await fixture.call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: ROTATING_CLIENT_ID,
    AuthParameters: start,
  });
  const target = { UserPoolId: 'us-east-1_AbCdEf123', Username: 'sweep@example.org' };
  await fixture.admin('AdminSetUserPassword', { ...target, Password: PASSWORD });
  await fixture.signIn('sweep@example.org', PASSWORD);

  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  const own = connectDatabase({ connectionString: database.connectionString }, () => undefined);
  const counts = async () => {
    const { rows } = await client.query<Record<string, number>>(`select
      (select count(*)::int from user_pool.srp_challenge) as challenges,
      (select count(*)::int from user_pool.auth_session) as sessions,
      (select count(*)::int from user_pool.refresh_token where successor_sealed is not null) as successors,
      (select count(*)::int from user_pool.token_family) as families,
      (select count(*)::int from user_pool.refresh_token) as tokens,
      (select count(*)::int from user_pool.lockout) as lockouts`);
    return rows[0];
  };
  const before = await counts();
  expect(before).toMatchObject({ sessions: 1, successors: 1, families: 1, tokens: 2 });
  await sweep(own.db, clock.now());
  expect(await counts()).toEqual(before);
  clock.advance(3 * MINUTE_MS);
  await sweep(own.db, clock.now());
  expect(await counts()).toMatchObject({ challenges: 0, sessions: 1, successors: 0, families: 1 });
  clock.advance(2 * HOUR_MS);
  await sweep(own.db, clock.now());
  expect(await counts()).toMatchObject({ sessions: 0, families: 1, lockouts: 0 });
  clock.advance(61 * DAY_MS);
  expect(await sweep(own.db, clock.now())).toBe(1);
  expect(await counts()).toMatchObject({ families: 0, tokens: 0 });

  await client.end();
  await own.close();
  await fixture.close();
});

test('unfinished registrations and unconfirmed devices are deleted, and confirmed ones stay', async () => {
  await using database = await testDatabase();
  const clock = manualClock();
  const fixture = await startPool(database.connectionString, {
    clock,
    pools: [
      {
        id: POOL_ID,
        name: 'people',
        firstFactors: ['PASSWORD', 'WEB_AUTHN'],
        webAuthn: { relyingPartyId: 'files.example.org' },
        deviceConfiguration: {},
        clients: [{ id: CLIENT_ID, name: 'web' }],
      },
    ],
  });
  await fixture.createUser('sweep@example.org');
  const resultSchema = z.object({ AccessToken: z.string(), NewDeviceMetadata: newDeviceSchema });
  const enter = async () => {
    const { body } = await fixture.signIn('sweep@example.org', PASSWORD);
    return resultSchema.parse(body['AuthenticationResult']);
  };
  const { AccessToken, NewDeviceMetadata } = await enter();
  const device = createDeviceClient(NewDeviceMetadata);
  const DeviceSecretVerifierConfig = device.verifierConfig;
  await fixture.call('ConfirmDevice', { AccessToken, DeviceKey: device.key, DeviceSecretVerifierConfig });
  await enter();
  await fixture.call('StartWebAuthnRegistration', { AccessToken });

  const own = connectDatabase({ connectionString: database.connectionString }, () => undefined);
  const count = async (table: 'device' | 'web_authn_registration') =>
    (await own.db.selectFrom(table).select('account_id').execute()).length;
  await sweep(own.db, clock.now());
  expect([await count('device'), await count('web_authn_registration')]).toEqual([2, 1]);
  clock.advance(5 * MINUTE_MS + 1);
  await sweep(own.db, clock.now());
  expect([await count('device'), await count('web_authn_registration')]).toEqual([2, 0]);
  clock.advance(DAY_MS);
  await sweep(own.db, clock.now());
  expect(await count('device')).toBe(1);
  await own.close();
  await fixture.close();
});
