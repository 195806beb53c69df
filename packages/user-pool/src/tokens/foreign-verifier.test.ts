import { testDatabase } from '@coffer/testing';
import { JwtVerifier } from 'aws-jwt-verify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { CLIENT_ID, POOL_ID, type PoolFixture, startPool, type Tokens } from '../testing/pool-fixture.ts';

const jwksSchema = z.object({
  keys: z.array(
    z.object({
      kid: z.string(),
      kty: z.literal('RSA'),
      alg: z.string(),
      use: z.literal('sig'),
      n: z.string(),
      e: z.string(),
    }),
  ),
});
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let tokens: Tokens;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString);
  await fixture.createUser('ada@example.org');
  tokens = await fixture.tokens('ada@example.org');
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

async function verifier(audience: string | null) {
  const issuer = `${fixture.endpoint}/${POOL_ID}`;
  const created = JwtVerifier.create({ issuer, audience });
  // It only fetches over TLS, so the test passes the keys.
  const keys = await fetch(`${issuer}/.well-known/jwks.json`);
  const jwks = jwksSchema.parse(await keys.json());
  created.cacheJwks(jwks);
  return created;
}

test('an ID token has its client as audience, an access token has none', async () => {
  const forClient = await verifier(CLIENT_ID);
  expect(await forClient.verify(tokens.IdToken)).toMatchObject({ token_use: 'id', email: 'ada@example.org' });
  await expect(forClient.verify(tokens.AccessToken)).rejects.toThrow(/audience/i);
  const forAnybody = await verifier(null);
  expect(await forAnybody.verify(tokens.AccessToken)).toMatchObject({
    token_use: 'access',
    client_id: CLIENT_ID,
  });
});

test('a changed token, or one for another client, is rejected', async () => {
  const [head = '', body = '', signature = ''] = tokens.IdToken.split('.');
  const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), email: 'eve@example.org' };
  const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
  await expect((await verifier(CLIENT_ID)).verify(forged)).rejects.toThrow(/signature/i);
  await expect((await verifier('another')).verify(tokens.IdToken)).rejects.toThrow(/audience/i);
});
