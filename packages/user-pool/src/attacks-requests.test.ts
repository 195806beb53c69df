import { MINUTE_MS } from '@coffer/kit';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { computeSecretHash } from './accounts/clients.ts';
import { attacker, clock, database, email, fixture, prepareAttacks } from './testing/scenes/attack-scene.ts';
import { TEMPORARY } from './testing/attacker.ts';
import { decodeBase32 } from './testing/base32.ts';
import {
  ADMIN,
  CLIENT_ID,
  CLIENT_SECRET,
  PASSWORD,
  PLAIN_POOL_ID,
  POOL_ID,
  type Reply,
  SECRET_CLIENT_ID,
  sign,
} from './testing/pool-fixture.ts';
import { NOT_AUTHORIZED, parametersOf } from './testing/sign-in-driver.ts';
import { createSrpClient } from './testing/srp-client.ts';

prepareAttacks();

const POOL_NAME = 'AbCdEf123';

test.each([
  ['without a signature', {}, 'MissingAuthenticationTokenException'],
  ['with another scheme', { authorization: 'Bearer abc' }, 'IncompleteSignatureException'],
  [
    'with half a signature',
    { authorization: 'AWS4-HMAC-SHA256 Credential=a/b/c' },
    'IncompleteSignatureException',
  ],
])('the administrator operation %s is rejected', async (_name, headers, type) => {
  const response = await fixture.pool.fetch(
    new Request(`${fixture.endpoint}/`, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers', ...headers },
      body: JSON.stringify({ UserPoolId: POOL_ID }),
    }),
  );
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ __type: type });
});

test('an administrator signature must be of a known key, with the correct secret, and recent', async () => {
  const list = { UserPoolId: POOL_ID };
  const unknown = await fixture.call('ListUsers', list, { signer: { ...ADMIN, accessKeyId: 'AKIDOTHER' } });
  expect(unknown.body).toMatchObject({ __type: 'UnrecognizedClientException' });
  const wrong = await fixture.call('ListUsers', list, {
    signer: { ...ADMIN, secretAccessKey: 'another-secret' },
  });
  expect(wrong.body).toMatchObject({ __type: 'InvalidSignatureException' });
});

test('a captured signature is invalid for another body, another operation and a later time', async () => {
  const body = JSON.stringify({ UserPoolId: POOL_ID });
  const headers = new Headers({
    'content-type': 'application/x-amz-json-1.1',
    host: new URL(fixture.endpoint).host,
    'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers',
  });
  sign(headers, { body, signer: ADMIN, now: clock.now() });
  const send = async (changes: Record<string, string>, sent = body) => {
    const request = new Request(`${fixture.endpoint}/`, {
      method: 'POST',
      headers: { ...Object.fromEntries(headers), ...changes },
      body: sent,
    });
    const answered: unknown = await (await fixture.pool.fetch(request)).json();
    return answered;
  };
  expect(await send({})).toHaveProperty('Users');
  const invalid = { __type: 'InvalidSignatureException' };
  expect(await send({}, JSON.stringify({ UserPoolId: PLAIN_POOL_ID }))).toMatchObject(invalid);
  expect(await send({ 'x-amz-target': 'AWSCognitoIdentityProviderService.AdminGetUser' })).toMatchObject(
    invalid,
  );
  expect(await send({ 'x-amz-security-token': 'x' })).toMatchObject({
    __type: 'UnrecognizedClientException',
  });
  clock.advance(5 * MINUTE_MS + 1000);
  expect(await send({})).toMatchObject(invalid);
});

test.each(['host', 'x-amz-date', 'x-amz-target'])('a signature without %s is rejected', async (left) => {
  const body = JSON.stringify({ UserPoolId: POOL_ID });
  const headers = new Headers({
    'content-type': 'application/x-amz-json-1.1',
    host: new URL(fixture.endpoint).host,
    'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers',
  });
  const names = ['host', 'x-amz-date', 'x-amz-target'].filter((name) => name !== left);
  sign(headers, { body, signer: ADMIN, now: clock.now(), names });
  const request = new Request(`${fixture.endpoint}/`, { method: 'POST', headers, body });
  expect(await (await fixture.pool.fetch(request)).json()).toEqual({
    __type: 'InvalidSignatureException',
    message: `'${left}' must be a signed header.`,
  });
});

async function guessThroughRelay(ClientId: string, IpAddress: string): Promise<Reply> {
  const name = 'relayed@example.org';
  const hash =
    ClientId === SECRET_CLIENT_ID ? { SECRET_HASH: computeSecretHash(CLIENT_SECRET, name, ClientId) } : {};
  const srp = createSrpClient(POOL_NAME);
  const begun = await fixture.call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId,
    AuthParameters: { USERNAME: name, SRP_A: srp.publicHex, ...hash },
  });
  const challenge = parametersOf(begun);
  const reply = await fixture.call('RespondToAuthChallenge', {
    ChallengeName: 'PASSWORD_VERIFIER',
    ClientId,
    UserContextData: { IpAddress },
    ChallengeResponses: {
      ...srp.answer(challenge, 'not the password', clock.now()),
      ...hash,
      USERNAME: name,
    },
  });
  clock.advance(16 * MINUTE_MS);
  return reply;
}

test('a relay can name the address of its user only with the secret of its client', async () => {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  const addresses = async () => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from user_pool.lockout where subject like 'address:%'",
    );
    return rows[0]?.count;
  };
  const before = (await addresses()) ?? 0;
  expect(await guessThroughRelay(CLIENT_ID, '198.51.100.1')).toMatchObject(NOT_AUTHORIZED);
  expect(await addresses()).toBe(before);
  expect(await guessThroughRelay(SECRET_CLIENT_ID, 'no address')).toMatchObject(NOT_AUTHORIZED);
  expect(await addresses()).toBe(before);
  expect(await guessThroughRelay(SECRET_CLIENT_ID, '198.51.100.1')).toMatchObject(NOT_AUTHORIZED);
  expect(await addresses()).toBe(before + 1);
  await client.end();
});

test('stored and logged data contain no password, code, token, handle or name', async () => {
  await attacker.createTemporary(email);
  await fixture.admin('AdminCreateUser', { UserPoolId: POOL_ID, Username: `mail-${email}` });
  const pending = await fixture.signIn(email, TEMPORARY);
  await fixture.createUser(`open-${email}`);
  const tokens = await fixture.tokens(`open-${email}`);
  const associated = await fixture.call('AssociateSoftwareToken', { AccessToken: tokens.AccessToken });
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  const tables = await client.query<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'user_pool'",
  );
  let dump = '';
  for (const { table_name: table } of tables.rows) {
    const { rows } = await client.query(`select * from user_pool."${table}"`);
    dump += JSON.stringify(rows, (_key, value: unknown) =>
      typeof value === 'object' &&
      value !== null &&
      'type' in value &&
      value.type === 'Buffer' &&
      'data' in value
        ? Buffer.from(value.data as number[]).toString('latin1')
        : value,
    );
  }
  await client.end();
  const secrets = [
    TEMPORARY,
    PASSWORD,
    CLIENT_SECRET,
    ADMIN.secretAccessKey,
    tokens.AccessToken,
    tokens.IdToken,
    String(tokens.RefreshToken),
    String(pending.body['Session']),
    String(associated.body['SecretCode']),
    decodeBase32(String(associated.body['SecretCode'])).toString('latin1'),
  ];
  expect(dump).toContain(email);
  for (const secret of secrets) expect(dump.includes(secret)).toBe(false);
  const log = fixture.logged.join('');
  expect(log).toContain('"operation":"AdminCreateUser"');
  for (const secret of [...secrets, email, 'eyJ']) expect(log.includes(secret)).toBe(false);
});
