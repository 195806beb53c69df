import { testDatabase } from '@coffer/testing';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { PASSWORD, type PoolFixture, POOL_ID, startPool, tokensSchema } from './testing/pool-fixture.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString);
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

test('a user signs in by e-mail in two steps and gets their identity', async () => {
  const username = await fixture.createUser('Ada@Example.org');
  const reply = await fixture.signIn('ada@example.ORG', PASSWORD);
  expect(reply.body).toMatchObject({ ChallengeParameters: {} });
  const tokens = tokensSchema.parse(reply.body['AuthenticationResult']);

  const access = decodeJwt(tokens.AccessToken);
  const id = decodeJwt(tokens.IdToken);
  expect(access).toMatchObject({
    sub: username,
    username,
    client_id: 'webclient1',
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    iss: `${fixture.endpoint}/${POOL_ID}`,
  });
  expect(access.aud).toBeUndefined();
  expect(id).toMatchObject({
    sub: username,
    aud: 'webclient1',
    token_use: 'id',
    'cognito:username': username,
    email: 'Ada@Example.org',
    email_verified: true,
    origin_jti: access['origin_jti'],
  });
  expect(decodeProtectedHeader(tokens.AccessToken).kid).not.toBe(decodeProtectedHeader(tokens.IdToken).kid);

  const user = await fixture.call('GetUser', { AccessToken: tokens.AccessToken });
  expect(user.body).toMatchObject({ Username: username });
});

test('a sign-in makes three database queries', async () => {
  await fixture.createUser('counted@example.org');
  const asked = vi.spyOn(Client.prototype, 'query');
  try {
    expect((await fixture.signIn('counted@example.org', PASSWORD)).status).toBe(200);
    const texts = asked.mock.calls.map(([query]) => z.object({ text: z.string() }).parse(query).text);
    // Ignores the cached client query and background statements.
    const own = texts.filter((text) => /srp_challenge|lockout|token_family|group_member/.test(text));
    expect(own).toHaveLength(3);
    expect(texts.filter((text) => /^(begin|commit)/i.test(text))).toEqual([]);
  } finally {
    asked.mockRestore();
  }
});
