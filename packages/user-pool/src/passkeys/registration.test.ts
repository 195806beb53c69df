import { MINUTE_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthenticator, type Lies, type SoftAuthenticatorOptions } from '../testing/authenticator.ts';
import {
  ORIGIN,
  PASSKEY_POOL_ID,
  type PasskeyFixture,
  RELYING_PARTY_ID,
  SINGLE_POOL_ID,
  signInByPassword,
  startPasskeyPool,
} from '../testing/passkey-fixture.ts';
import type { Reply, Tokens } from '../testing/pool-fixture.ts';

const clock = manualClock('2030-05-04T08:09:10.000Z');
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PasskeyFixture;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPasskeyPool(database.connectionString, clock);
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

const authenticator = (options: Partial<SoftAuthenticatorOptions> = {}) =>
  createAuthenticator({ origin: ORIGIN, ...options });
const start = ({ AccessToken }: Tokens) => fixture.call('StartWebAuthnRegistration', { AccessToken });
const complete = ({ AccessToken }: Tokens, Credential: object) =>
  fixture.call('CompleteWebAuthnRegistration', { AccessToken, Credential });
const list = ({ AccessToken }: Tokens, page: object = {}) =>
  fixture.call('ListWebAuthnCredentials', { AccessToken, ...page });
const remove = ({ AccessToken }: Tokens, CredentialId: string) =>
  fixture.call('DeleteWebAuthnCredential', { AccessToken, CredentialId });
const optionsOf = (reply: Reply) => reply.body['CredentialCreationOptions'];

async function registerWith(tokens: Tokens, lies: Lies, options: Partial<SoftAuthenticatorOptions> = {}) {
  return await complete(tokens, authenticator(options).create(optionsOf(await start(tokens)), lies));
}

test('the options contain the relying party, require a resident key, and do not reveal the user', async () => {
  const reply = await start(await fixture.enter('options'));
  expect(reply.status).toBe(200);
  expect(optionsOf(reply)).toMatchObject({
    rp: { id: RELYING_PARTY_ID, name: 'Files' },
    user: { name: 'options', displayName: 'options', id: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/) },
    challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: [],
  });
});

test.each(['ES256', 'RS256'] as const)('a passkey of %s is stored, listed and deleted', async (algorithm) => {
  const tokens = await fixture.enter(`keeper-${algorithm}`);
  const own = authenticator({
    algorithm,
    aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd',
    isSynchronised: true,
    transports: ['internal', 'hybrid', 'carrier-pigeon', 'hybrid'],
  });
  expect((await complete(tokens, own.create(optionsOf(await start(tokens))))).body).toEqual({});
  const [CredentialId = ''] = own.credentialIds;
  expect((await list(tokens)).body).toEqual({
    Credentials: [
      {
        CredentialId,
        FriendlyCredentialName: 'iCloud Keychain',
        RelyingPartyId: RELYING_PARTY_ID,
        AuthenticatorAttachment: 'platform',
        AuthenticatorTransports: ['internal', 'hybrid'],
        CreatedAt: clock.now().getTime() / 1000,
      },
    ],
  });
  expect(optionsOf(await start(tokens))).toMatchObject({ excludeCredentials: [{ id: CredentialId }] });
  expect(await remove(tokens, CredentialId)).toMatchObject({ status: 200, body: {} });
  expect((await list(tokens)).body).toEqual({ Credentials: [] });
  expect(await remove(tokens, CredentialId)).toMatchObject({
    status: 400,
    body: { __type: 'ResourceNotFoundException' },
  });
});

test('a self-signed attestation is accepted, and certificates of an attestation are ignored', async () => {
  const tokens = await fixture.enter('attested');
  expect(await registerWith(tokens, { attestation: { format: 'packed' } })).toMatchObject({ status: 200 });
  for (const attestation of [
    { format: 'packed', certificates: true },
    { format: 'tpm' },
    { format: 'made-up' },
  ])
    expect(await registerWith(tokens, { attestation })).toMatchObject({
      status: 400,
      body: { __type: 'WebAuthnCredentialNotSupportedException' },
    });
});

test.each<[string, Lies, string]>([
  ['another page', { origin: 'https://evil.example.org' }, 'WebAuthnOriginNotAllowedException'],
  ['a page without TLS', { origin: 'http://files.example.org' }, 'WebAuthnOriginNotAllowedException'],
  ['a subdomain', { origin: 'https://a.files.example.org' }, 'WebAuthnOriginNotAllowedException'],
  [
    'a page that only begins like ours',
    { origin: `${ORIGIN}.evil.org` },
    'WebAuthnOriginNotAllowedException',
  ],
  ['a frame in a foreign page', { isCrossOrigin: true }, 'WebAuthnOriginNotAllowedException'],
  ['another relying party', { relyingPartyId: 'evil.example.org' }, 'WebAuthnRelyingPartyMismatchException'],
  ['a challenge of its own', { challenge: 'A'.repeat(43) }, 'WebAuthnChallengeNotFoundException'],
  [
    'a sign-in in place of a registration',
    { type: 'webauthn.get' },
    'WebAuthnCredentialNotSupportedException',
  ],
  ['nobody present', { isPresent: false }, 'WebAuthnCredentialNotSupportedException'],
  [
    'a user not verified where it is the only factor',
    { isVerified: false },
    'WebAuthnCredentialNotSupportedException',
  ],
  ['a backup of what cannot be backed up', { isBackedUp: true }, 'WebAuthnCredentialNotSupportedException'],
])('a registration from %s is rejected', async (what, lies, __type) => {
  const tokens = await fixture.enter(`liar ${what}`.replaceAll(' ', '-'));
  expect(await registerWith(tokens, lies)).toMatchObject({ status: 400, body: { __type } });
  expect((await list(tokens)).body).toEqual({ Credentials: [] });
});

test('another port of the host is the same relying party', async () => {
  expect(await registerWith(await fixture.enter('port'), { origin: `${ORIGIN}:8443` })).toMatchObject({
    status: 200,
  });
});

test('a key without user verification is accepted where a second factor can follow', async () => {
  const tokens = await fixture.enter('weak', 'single', SINGLE_POOL_ID);
  const options = { canVerify: false, attachment: 'cross-platform' } as const;
  expect(await registerWith(tokens, {}, options)).toMatchObject({ status: 200 });
  expect((await list(tokens)).body).toMatchObject({
    Credentials: [{ FriendlyCredentialName: 'Security key', AuthenticatorAttachment: 'cross-platform' }],
  });
});

test('a challenge accepts one answer, correct or wrong, for five minutes', async () => {
  const tokens = await fixture.enter('replay');
  const options = optionsOf(await start(tokens));
  const credential = authenticator().create(options);
  expect((await complete(tokens, credential)).status).toBe(200);
  const notFound = { status: 400, body: { __type: 'WebAuthnChallengeNotFoundException' } };
  expect(await complete(tokens, credential)).toMatchObject(notFound);

  const second = optionsOf(await start(tokens));
  await complete(tokens, authenticator().create(second, { origin: 'https://evil.example.org' }));
  expect(await complete(tokens, authenticator().create(second))).toMatchObject(notFound);

  const third = optionsOf(await start(tokens));
  clock.advance(5 * MINUTE_MS);
  expect(await complete(tokens, authenticator().create(third))).toMatchObject(notFound);
});

test('a challenge is bound to its user and to its client', async () => {
  const mine = await fixture.enter('mine');
  const other = await fixture.enter('other');
  const options = optionsOf(await start(mine));
  expect(await complete(other, authenticator().create(options))).toMatchObject({
    body: { __type: 'WebAuthnChallengeNotFoundException' },
  });
  const elsewhere = await signInByPassword(fixture, {
    name: 'mine',
    clientId: 'passkeys2',
    poolId: PASSKEY_POOL_ID,
  });
  expect(await complete(elsewhere, authenticator().create(options))).toMatchObject({
    body: { __type: 'WebAuthnClientMismatchException' },
  });
});

test('an existing credential id is rejected, and passkeys of others are neither listed nor deleted', async () => {
  const victim = await fixture.enter('victim');
  const own = authenticator();
  await fixture.register(victim, own);
  const [credentialId = ''] = own.credentialIds;
  const thief = await fixture.enter('thief');
  expect(await registerWith(thief, { credentialId })).toMatchObject({
    body: { __type: 'InvalidParameterException' },
  });
  expect((await list(thief)).body).toEqual({ Credentials: [] });
  expect(await remove(thief, credentialId)).toMatchObject({ body: { __type: 'ResourceNotFoundException' } });
  expect((await list(victim)).body).toMatchObject({ Credentials: [{ CredentialId: credentialId }] });
});

test('twenty passkeys are the maximum, also for concurrent registrations, and are listed in pages', async () => {
  const tokens = await fixture.enter('collector');
  for (let count = 0; count < 18; count++) await fixture.register(tokens, authenticator());
  const begun = [];
  for (let count = 0; count < 4; count++) begun.push(optionsOf(await start(tokens)));
  const replies = await Promise.all(
    begun.map((options) => complete(tokens, authenticator().create(options))),
  );
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 200, 400, 400,
  ]);
  const limit = { status: 400, body: { __type: 'LimitExceededException' } };
  for (const refused of replies.filter(({ status }) => status === 400)) expect(refused).toMatchObject(limit);
  expect(await start(tokens)).toMatchObject(limit);

  const seen: unknown[] = [];
  let NextToken: unknown;
  do {
    const page = await list(tokens, { MaxResults: 7, ...(NextToken === undefined ? {} : { NextToken }) });
    const shown = page.body['Credentials'];
    if (!Array.isArray(shown)) throw new TypeError('no page');
    seen.push(...shown.map((item: { CredentialId: string }) => item.CredentialId));
    NextToken = page.body['NextToken'];
  } while (NextToken !== undefined && seen.length < 100);
  expect(seen).toHaveLength(20);
  expect(new Set(seen).size).toBe(20);
  for (const token of ['nonsense', Buffer.from('1|a b').toString('base64url')])
    expect(await list(tokens, { NextToken: token })).toMatchObject({
      body: { __type: 'InvalidParameterException' },
    });
});

test('a pool without passkeys and one without a relying party report so', async () => {
  const off = await fixture.enter('off', 'nopasskey', 'us-east-1_NoPasskey');
  expect((await start(off)).body).toMatchObject({ __type: 'WebAuthnNotEnabledException' });
  const missing = await fixture.enter('missing', 'noparty', 'us-east-1_NoParty01');
  expect((await start(missing)).body).toMatchObject({ __type: 'WebAuthnConfigurationMissingException' });
});

test('an invalid credential is rejected before any lookup', async () => {
  const tokens = await fixture.enter('nonsense');
  const honest = authenticator().create(optionsOf(await start(tokens)));
  const malformed = [
    {},
    { ...honest, id: 'a b' },
    { ...honest, type: 'password' },
    { ...honest, response: { ...honest.response, clientDataJSON: 'AAAA' } },
    { ...honest, response: { ...honest.response, clientDataJSON: Buffer.from('[]').toString('base64url') } },
    { ...honest, response: { ...honest.response, attestationObject: 'A'.repeat(40_000) } },
  ];
  for (const credential of malformed)
    expect((await complete(tokens, credential)).body).toMatchObject({ __type: 'InvalidParameterException' });
  expect((await complete(tokens, honest)).status).toBe(200);
});

test('bytes that are not an attestation are rejected', async () => {
  const tokens = await fixture.enter('garbage');
  for (const bytes of [
    Buffer.from('a0', 'hex'),
    Buffer.from('bf'.repeat(600), 'hex'),
    Buffer.alloc(9, 0x9b),
  ]) {
    const honest = authenticator().create(optionsOf(await start(tokens)));
    const response = { ...honest.response, attestationObject: bytes.toString('base64url') };
    expect((await complete(tokens, { ...honest, response })).body).toMatchObject({
      __type: 'WebAuthnCredentialNotSupportedException',
    });
  }
});
