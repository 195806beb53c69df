import { assert, MINUTE_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { computeCode, stepAt } from '../crypto/totp.ts';
import {
  createAuthenticator,
  type Lies,
  type SoftAuthenticator,
  type SoftAuthenticatorOptions,
} from '../testing/authenticator.ts';
import { decodeBase32 } from '../testing/base32.ts';
import {
  ORIGIN,
  PASSKEY_POOL_ID,
  type PasskeyFixture,
  RELYING_PARTY_ID,
  SINGLE_POOL_ID,
  startPasskeyPool,
  TWOFOLD_POOL_ID,
} from '../testing/passkey-fixture.ts';
import { type Reply, type Tokens, tokensSchema } from '../testing/pool-fixture.ts';

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

const REFUSED = {
  status: 400,
  body: { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' },
};
const USED = {
  status: 400,
  body: { message: 'Invalid session for the user, session can only be used once.' },
};

interface Owner {
  readonly name: string;
  readonly clientId: string;
  readonly tokens: Tokens;
  readonly authenticator: SoftAuthenticator;
}

async function own(
  name: string,
  settings: Partial<SoftAuthenticatorOptions> & { clientId?: string; poolId?: string } = {},
): Promise<Owner> {
  const { clientId = 'passkeys', poolId = PASSKEY_POOL_ID, ...options } = settings;
  const tokens = await fixture.enter(name, clientId, poolId);
  const authenticator = createAuthenticator({ origin: ORIGIN, ...options });
  await fixture.register(tokens, authenticator);
  return { name, clientId, tokens, authenticator };
}

const begin = (name: string, clientId = 'passkeys', parameters: object = {}) =>
  fixture.call('InitiateAuth', {
    AuthFlow: 'USER_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: name, PREFERRED_CHALLENGE: 'WEB_AUTHN', ...parameters },
  });

const respond = (begun: Reply, who: { name: string; clientId: string }, credential: unknown) =>
  fixture.call('RespondToAuthChallenge', {
    ChallengeName: 'WEB_AUTHN',
    ClientId: who.clientId,
    Session: begun.body['Session'],
    ChallengeResponses: { USERNAME: who.name, CREDENTIAL: JSON.stringify(credential) },
  });

const challengeSchema = z.object({ CREDENTIAL_REQUEST_OPTIONS: z.string() });
const optionsOf = (begun: Reply): unknown =>
  JSON.parse(challengeSchema.parse(begun.body['ChallengeParameters']).CREDENTIAL_REQUEST_OPTIONS);

async function signIn(owner: Owner, lies: Lies = {}): Promise<Reply> {
  const begun = await begin(owner.name, owner.clientId);
  assert(begun.status === 200, JSON.stringify(begun.body));
  return await respond(begun, owner, owner.authenticator.get(optionsOf(begun), lies));
}

const hasTokens = (reply: Reply) => tokensSchema.safeParse(reply.body['AuthenticationResult']).success;

async function enableTotp({ tokens: { AccessToken } }: Owner): Promise<void> {
  const { body } = await fixture.call('AssociateSoftwareToken', { AccessToken });
  const secret = decodeBase32(z.object({ SecretCode: z.string() }).parse(body).SecretCode);
  const UserCode = computeCode(secret, stepAt(clock.now()));
  await fixture.call('VerifySoftwareToken', { AccessToken, UserCode });
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  const set = await fixture.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
  assert(set.status === 200, JSON.stringify(set.body));
}

test.each(['ES256', 'RS256'] as const)('a passkey of %s signs in repeatedly', async (algorithm) => {
  const owner = await own(`owner-${algorithm}`, { algorithm, transports: ['usb', 'nfc'] });
  const begun = await begin(owner.name);
  expect(begun).toMatchObject({
    status: 200,
    body: { ChallengeName: 'WEB_AUTHN', Session: expect.any(String) },
  });
  expect(optionsOf(begun)).toMatchObject({
    rpId: RELYING_PARTY_ID,
    challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    userVerification: 'required',
    allowCredentials: [
      { id: owner.authenticator.credentialIds[0], type: 'public-key', transports: ['usb', 'nfc'] },
    ],
  });
  const reply = await respond(begun, owner, owner.authenticator.get(optionsOf(begun)));
  expect(reply.status).toBe(200);
  expect(hasTokens(reply)).toBe(true);
  expect(hasTokens(await signIn(owner))).toBe(true);
});

test('a synchronized passkey without a counter signs in repeatedly', async () => {
  const owner = await own('synchronised', { isSynchronised: true });
  expect(hasTokens(await signIn(owner))).toBe(true);
  expect(hasTokens(await signIn(owner))).toBe(true);
});

test('SELECT_CHALLENGE offers the passkey and starts it', async () => {
  const owner = await own('selector');
  const begun = await fixture.call('InitiateAuth', {
    AuthFlow: 'USER_AUTH',
    ClientId: owner.clientId,
    AuthParameters: { USERNAME: owner.name },
  });
  expect(begun.body).toMatchObject({ ChallengeName: 'SELECT_CHALLENGE' });
  expect(begun.body['AvailableChallenges']).toContain('WEB_AUTHN');
  const chosen = await fixture.call('RespondToAuthChallenge', {
    ChallengeName: 'SELECT_CHALLENGE',
    ClientId: owner.clientId,
    Session: begun.body['Session'],
    ChallengeResponses: { USERNAME: owner.name, ANSWER: 'WEB_AUTHN' },
  });
  expect(chosen.body).toMatchObject({ ChallengeName: 'WEB_AUTHN' });
  expect(hasTokens(await respond(chosen, owner, owner.authenticator.get(optionsOf(chosen))))).toBe(true);
});

test.each<[string, Lies]>([
  ['on another page', { origin: 'https://evil.example.org' }],
  ['on a page without TLS', { origin: 'http://files.example.org' }],
  ['in a frame of a foreign page', { isCrossOrigin: true }],
  ['for another relying party', { relyingPartyId: 'evil.example.org' }],
  ['to a challenge of its own', { challenge: 'A'.repeat(43) }],
  ['by a registration', { type: 'webauthn.create' }],
  ['with nobody present', { isPresent: false }],
  ['without verification of the user, as the only factor', { isVerified: false }],
  ['with the handle of another user', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
  ['by a key that says it can be copied now', { isBackupEligible: true }],
  ['with a counter that stands still', { signCount: 0 }],
  ['for a credential that nobody has', { credentialId: 'AAAAAAAAAAAAAAAAAAAAAA' }],
])('an answer %s is rejected and ends its Session', async (what, lies) => {
  const owner = await own(`victim ${what}`.replaceAll(/[ ,]+/g, '-'));
  expect(hasTokens(await signIn(owner))).toBe(true);
  const begun = await begin(owner.name);
  const lie = owner.authenticator.get(optionsOf(begun), lies);
  expect(await respond(begun, owner, lie)).toMatchObject(REFUSED);
  expect(await respond(begun, owner, owner.authenticator.get(optionsOf(begun)))).toMatchObject(USED);
  expect(hasTokens(await signIn(owner))).toBe(true);
});

test('an assertion works once: neither its own Session nor the next accepts it again', async () => {
  const owner = await own('replayer');
  const begun = await begin(owner.name);
  const assertion = owner.authenticator.get(optionsOf(begun));
  expect(hasTokens(await respond(begun, owner, assertion))).toBe(true);
  expect(await respond(begun, owner, assertion)).toMatchObject(USED);
  expect(await respond(await begin(owner.name), owner, assertion)).toMatchObject(REFUSED);
});

test('of fifty concurrent copies of one assertion one signs in', async () => {
  const owner = await own('parallel');
  const begun = await begin(owner.name);
  const assertion = owner.authenticator.get(optionsOf(begun));
  const replies = await Promise.all(Array.from({ length: 50 }, () => respond(begun, owner, assertion)));
  expect(replies.filter(hasTokens)).toHaveLength(1);
});

test('of two Sessions answered with the same counter value one signs in', async () => {
  const owner = await own('cloned');
  const sessions = [await begin(owner.name), await begin(owner.name)];
  const replies = await Promise.all(
    sessions.map((begun) =>
      respond(begun, owner, owner.authenticator.get(optionsOf(begun), { signCount: 9 })),
    ),
  );
  expect(replies.filter(hasTokens)).toHaveLength(1);
  expect(hasTokens(await signIn(owner, { signCount: 8 }))).toBe(false);
  expect(hasTokens(await signIn(owner, { signCount: 10 }))).toBe(true);
});

test('a challenge is bound to one Session, user and client, and expires after three minutes', async () => {
  const owner = await own('bound');
  const other = await own('other');
  const [first, second] = [await begin(owner.name), await begin(owner.name)];
  expect(await respond(first, owner, owner.authenticator.get(optionsOf(second)))).toMatchObject(REFUSED);

  const theirs = await begin(other.name);
  expect(await respond(theirs, other, owner.authenticator.get(optionsOf(theirs)))).toMatchObject(REFUSED);
  const disguised = await begin(other.name);
  const handle = other.authenticator.get(optionsOf(disguised)).response.userHandle;
  const lie = owner.authenticator.get(optionsOf(disguised), { userHandle: handle });
  expect(await respond(disguised, other, lie)).toMatchObject(REFUSED);
  const named = await begin(other.name);
  expect((await respond(named, owner, owner.authenticator.get(optionsOf(named)))).status).toBe(400);

  const third = await begin(owner.name);
  const elsewhere = { name: owner.name, clientId: 'passkeys2' };
  const assertion = owner.authenticator.get(optionsOf(third));
  expect((await respond(third, elsewhere, assertion)).status).toBe(400);
  expect(hasTokens(await respond(third, owner, assertion))).toBe(true);

  const late = await begin(owner.name);
  clock.advance(3 * MINUTE_MS);
  expect(await respond(late, owner, owner.authenticator.get(optionsOf(late)))).toMatchObject({
    body: { message: 'Invalid session for the user, session is expired.' },
  });
});

test('a deleted passkey, and one of a disabled user, cannot sign in', async () => {
  const owner = await own('leaver');
  const begun = await begin(owner.name);
  await fixture.call('DeleteWebAuthnCredential', {
    AccessToken: owner.tokens.AccessToken,
    CredentialId: owner.authenticator.credentialIds[0],
  });
  expect(await respond(begun, owner, owner.authenticator.get(optionsOf(begun)))).toMatchObject(REFUSED);

  const disabled = await own('disabled');
  await fixture.admin('AdminDisableUser', { UserPoolId: PASSKEY_POOL_ID, Username: 'disabled' });
  const late = await begin(disabled.name);
  const reply = await respond(late, disabled, disabled.authenticator.get(optionsOf(late)));
  expect(hasTokens(reply)).toBe(false);
});

test('a passkey cannot sign in while a temporary password must be changed', async () => {
  const owner = await own('reset');
  const target = { UserPoolId: PASSKEY_POOL_ID, Username: 'reset' };
  const temporary = { Password: 'first-Kettle-Parade-7', Permanent: false };
  await fixture.admin('AdminSetUserPassword', { ...target, ...temporary });
  const begun = await begin(owner.name);
  expect(begun.body).toMatchObject({
    ChallengeName: 'SELECT_CHALLENGE',
    AvailableChallenges: ['PASSWORD', 'PASSWORD_SRP'],
  });
  const chosen = await fixture.call('RespondToAuthChallenge', {
    ChallengeName: 'SELECT_CHALLENGE',
    ClientId: owner.clientId,
    Session: begun.body['Session'],
    ChallengeResponses: { USERNAME: owner.name, ANSWER: 'WEB_AUTHN' },
  });
  expect(chosen).toMatchObject({ status: 400, body: { __type: 'InvalidParameterException' } });
});

test('unknown users, and users without passkeys, get the same challenge each time', async () => {
  await fixture.createUser('without', { poolId: PASSKEY_POOL_ID });
  const real = optionsOf(await begin((await own('with')).name));
  const idsSchema = z.object({ allowCredentials: z.array(z.object({ id: z.string() })) });
  for (const name of ['nobody', 'without']) {
    const begun = await begin(name);
    expect(begun).toMatchObject({ status: 200, body: { ChallengeName: 'WEB_AUTHN' } });
    const first = optionsOf(begun);
    const second = optionsOf(await begin(name));
    expect(Object.keys(z.looseObject({}).parse(first))).toEqual(Object.keys(z.looseObject({}).parse(real)));
    expect(idsSchema.parse(first)).toEqual(idsSchema.parse(second));
    expect(idsSchema.parse(first)).not.toEqual(idsSchema.parse(real));
    const stranger = createAuthenticator({ origin: ORIGIN });
    stranger.create({
      challenge: 'AAAA',
      rp: { id: RELYING_PARTY_ID },
      user: { id: 'AAAA' },
      pubKeyCredParams: [{ alg: -7 }],
    });
    const credentialId = idsSchema.parse(first).allowCredentials[0]?.id ?? '';
    const assertion = stranger.get(first, { credentialId });
    expect(await respond(begun, { name, clientId: 'passkeys' }, assertion)).toMatchObject(REFUSED);
    expect(await respond(begun, { name, clientId: 'passkeys' }, assertion)).toMatchObject(USED);
  }
});

test('an invalid assertion is rejected', async () => {
  const owner = await own('nonsense');
  for (const credential of [
    '',
    [],
    { id: 1 },
    { ...owner.authenticator.get({ challenge: 'AA', rpId: 'x' }), id: 'a b' },
  ]) {
    const begun = await begin(owner.name);
    expect(await respond(begun, owner, credential)).toMatchObject(REFUSED);
  }
});

test('if it counts as two factors, a passkey with verification suffices, and one without is followed by the second', async () => {
  const settings = { clientId: 'twofold', poolId: TWOFOLD_POOL_ID };
  const owner = await own('twofold', settings);
  await enableTotp(owner);
  expect(hasTokens(await signIn(owner))).toBe(true);
  expect((await signIn(owner, { isVerified: false })).body).toMatchObject({
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
  });

  const plain = await own('plain', settings);
  expect(hasTokens(await signIn(plain))).toBe(true);
  expect(await signIn(plain, { isVerified: false })).toMatchObject(REFUSED);
});

test('if it is one factor, the passkey is the only one and must be verified', async () => {
  const owner = await own('single', { clientId: 'single', poolId: SINGLE_POOL_ID });
  expect(hasTokens(await signIn(owner))).toBe(true);
  expect(await signIn(owner, { isVerified: false })).toMatchObject(REFUSED);
});

test('the passkey counts as two factors if the user has one and another factor, until the last passkey is deleted', async () => {
  const settings = { clientId: 'twofold', poolId: TWOFOLD_POOL_ID };
  const tokens = await fixture.enter('chooser', settings.clientId, settings.poolId);
  const { AccessToken } = tokens;
  const prefer = () =>
    fixture.call('SetUserMFAPreference', { AccessToken, WebAuthnMfaSettings: { Enabled: true } });
  const invalid = { status: 400, body: { __type: 'InvalidParameterException' } };
  expect(await prefer()).toMatchObject(invalid);
  const authenticator = createAuthenticator({ origin: ORIGIN });
  await fixture.register(tokens, authenticator);
  expect(await prefer()).toMatchObject(invalid);
  const owner = { name: 'chooser', clientId: 'twofold', tokens, authenticator };
  await enableTotp(owner);
  expect((await prefer()).status).toBe(200);
  expect(hasTokens(await signIn(owner))).toBe(true);
  expect(await signIn(owner, { isVerified: false })).toMatchObject(REFUSED);

  const CredentialId = authenticator.credentialIds[0];
  await fixture.call('DeleteWebAuthnCredential', { AccessToken, CredentialId });
  await fixture.register(tokens, createAuthenticator({ origin: ORIGIN }));
  const user = await fixture.call('GetUser', { AccessToken });
  expect(user.body['UserMFASettingList']).toEqual(['SOFTWARE_TOKEN_MFA']);
});
