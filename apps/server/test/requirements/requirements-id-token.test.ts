import { createServer } from 'node:http';
import { assert, systemClock } from '@coffer/kit';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Issuer } from '../../src/platform/identity/issuers.ts';
import { createOidcIssuer } from '../../src/platform/identity/oidc-issuer.ts';
import { createLog } from '../../src/platform/log/create-log.ts';

const SECRET = 'client-secret-of-thirty-two-chars';
let idToken = '';
let url = '';
let issuer: Issuer;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let strangers: Awaited<ReturnType<typeof generateKeyPair>>;

const server = createServer((request, response) => {
  void answer(request.url ?? '').then((body) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  );
});

async function answer(path: string): Promise<object> {
  if (path === '/jwks')
    return { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] };
  if (path === '/token')
    return {
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: idToken,
      refresh_token: 'two',
    };
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
  };
}

beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true });
  strangers = await generateKeyPair('RS256');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(typeof address === 'object' && address !== null, 'a TCP server has a port');
  url = `http://127.0.0.1:${address.port}`;
  issuer = createOidcIssuer({
    id: 'liar',
    name: 'Liar',
    issuer: url,
    clientId: 'coffer',
    clientSecret: SECRET,
    scopes: ['openid'],
    logout: 'none',
    groupsClaim: undefined,
    rules: { allowedDomains: [], linksVerifiedEmail: false, admitsNewPeople: true, admitsInvited: true },
    redirectUri: 'http://localhost:8420/auth/callback',
    signedOutUri: 'http://localhost:8420/signed-out',
    clock: systemClock,
    log: createLog({ level: 'error', destination: { write: () => true } }),
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const now = (): number => Math.floor(Date.now() / 1_000);
const claims = (nonce: string) => ({
  iss: url,
  sub: 'ada',
  aud: 'coffer',
  nonce,
  iat: now(),
  exp: now() + 60,
});
type Claims = Record<string, string | number>;
const RS256: JWTHeaderParameters = { alg: 'RS256', kid: 'k1' };
const signed = async (given: Claims): Promise<string> =>
  await new SignJWT(given).setProtectedHeader(RS256).sign(keys.privateKey);

test('requirement 24: an issuer with new or unavailable keys does not sign anyone out at a refresh', async () => {
  const begun = await issuer.begin();
  assert(begun.ok, 'the issuer is there');
  idToken = await signed(claims(begun.value.exchange.nonce));
  const query = new URLSearchParams({ code: 'c', state: begun.value.exchange.state, iss: url });
  expect((await issuer.finish(`?${query.toString()}`, begun.value.exchange)).ok).toBe(true);
  const { nonce: _, ...later } = claims('');
  idToken = await new SignJWT(later)
    .setProtectedHeader({ alg: 'RS256', kid: 'k2' })
    .sign(strangers.privateKey);
  const refreshed = await issuer.refresh({ refreshToken: 'one' });
  expect(refreshed.ok && refreshed.value).toMatchObject({ accessToken: 'access', refreshToken: 'two' });
});

const TOKENS: readonly (readonly [string, boolean, (honest: Claims) => string | Promise<string>])[] = [
  ['the honest one', true, signed],
  ['alg none', false, (honest) => new UnsecuredJWT(honest).encode()],
  [
    'alg HS256 by the secret of the client',
    false,
    async (honest) =>
      await new SignJWT(honest).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SECRET)),
  ],
  [
    'a stranger’s key under a known name',
    false,
    async (honest) => await new SignJWT(honest).setProtectedHeader(RS256).sign(strangers.privateKey),
  ],
  ['another nonce', false, async (honest) => await signed({ ...honest, nonce: 'x'.repeat(43) })],
  ['another issuer', false, async (honest) => await signed({ ...honest, iss: 'https://evil.example' })],
  ['another audience', false, async (honest) => await signed({ ...honest, aud: 'somebody' })],
  [
    'an expired one',
    false,
    async (honest) => await signed({ ...honest, iat: now() - 900, exp: now() - 600 }),
  ],
];

for (const [what, isTaken, make] of TOKENS) {
  test(`requirement 12: of ID tokens only the honest one is taken: ${what}`, async () => {
    const begun = await issuer.begin();
    assert(begun.ok, 'the issuer is there');
    const { exchange } = begun.value;
    idToken = await make(claims(exchange.nonce));
    const query = new URLSearchParams({ code: 'c', state: exchange.state, iss: url });
    const finished = await issuer.finish(`?${query.toString()}`, exchange);
    expect(finished.ok ? 'taken' : finished.error.code).toBe(isTaken ? 'taken' : 'redirect_refused');
  });
}
