import { assert, type Clock } from '@coffer/kit';
import { z } from 'zod';
import type { DeclaredPoolInput } from '../settings.ts';
import { createAuthenticator } from './authenticator.ts';
import { createDeviceClient, newDeviceSchema } from './device-client.ts';
import { createHostedBrowser, type Send } from './hosted-browser.ts';
import { authorizePath, CALLBACK, createPkce, parametersOf as callbackOf } from './hosted-fixture.ts';
import { PASSWORD, type PoolFixture, type Reply, tokensSchema } from './pool-fixture.ts';
import { createDriver, EVERY_FLOW, parametersOf, type SignInDriver, totpCode } from './sign-in-driver.ts';

export interface Ground extends Pick<PoolFixture, 'call' | 'admin' | 'lastCode'> {
  readonly clock: Clock;
  readonly origin: string;
  readonly send: Send;
}

/** A sign-in from user creation to tokens; yields between requests. */
export type Walk = AsyncGenerator<undefined, Reply>;
type Way = (at: Camp) => Walk;
interface Camp {
  readonly ground: Ground;
  /** Unique. */
  readonly email: string;
  readonly phone: string;
  readonly walker: SignInDriver;
}

const POOL_ID = 'us-east-1_Walk00001';
const DEMANDING_POOL_ID = 'us-east-1_WalkMfaOn';
const DEVICE_POOL_ID = 'us-east-1_WalkDevic';
const HOST = 'files.example.org';
const TEMPORARY = 'first-Kettle-Parade-7';
const NEW_PASSWORD = 'bright-Lantern-river-42';
const ON = { Enabled: true };
const explicitAuthFlows = [...EVERY_FLOW];

export const WALK_POOLS: readonly DeclaredPoolInput[] = [
  {
    id: POOL_ID,
    name: 'walks',
    usernameAttributes: ['email'],
    mfaConfiguration: 'OPTIONAL',
    smsMfa: { isEnabled: true },
    emailMfa: { isEnabled: true },
    webAuthn: { relyingPartyId: HOST },
    firstFactors: ['PASSWORD', 'EMAIL_OTP', 'SMS_OTP', 'WEB_AUTHN'],
    customAuth: { kind: 'email_code' },
    isSelfSignUpAllowed: true,
    autoVerifiedAttributes: ['email'],
    clients: [
      {
        id: 'walks',
        name: 'walks',
        explicitAuthFlows,
        isOAuthAllowed: true,
        oauthFlows: ['code'],
        oauthScopes: ['openid', 'aws.cognito.signin.user.admin'],
        callbackUrls: [CALLBACK],
      },
      { id: 'turns', name: 'turns', explicitAuthFlows, rotation: { retryGracePeriodSeconds: 0 } },
    ],
  },
  {
    id: DEMANDING_POOL_ID,
    name: 'demanding',
    usernameAttributes: ['email'],
    mfaConfiguration: 'ON',
    emailMfa: { isEnabled: true },
    clients: [{ id: 'demands', name: 'demands', explicitAuthFlows }],
  },
  {
    id: DEVICE_POOL_ID,
    name: 'devices',
    usernameAttributes: ['email'],
    deviceConfiguration: { isChallengeRequiredOnNewDevice: false },
    clients: [{ id: 'devices', name: 'devices', explicitAuthFlows }],
  },
];

const inPool = (poolId: string, Username: string) => ({ UserPoolId: poolId, Username });

async function* prove(
  { walker, ground }: Camp,
  begin: (srpA: string) => Promise<Reply>,
  password = PASSWORD,
): Walk {
  const srp = walker.srp();
  const asked = await begin(srp.publicHex);
  yield;
  const proof = srp.answer(parametersOf(asked), password, ground.clock.now());
  return await walker.answer('PASSWORD_VERIFIER', asked, proof);
}

const bySrp = (at: Camp, password?: string) =>
  prove(at, (SRP_A) => at.walker.begin('USER_SRP_AUTH', { USERNAME: at.email, SRP_A }), password);

async function* askedFor({ walker, ground, email, phone }: Camp, factor: object): Walk {
  await walker.createUser(email, { phone_number: phone });
  await ground.admin('AdminSetUserMFAPreference', { ...inPool(POOL_ID, email), ...factor });
  yield;
  return await walker.password(email);
}

async function* byTotp(at: Camp): Walk {
  const { walker, ground, email } = at;
  await walker.createUser(email);
  const secret = await walker.setUpTotp(email);
  await ground.admin('AdminSetUserMFAPreference', {
    ...inPool(POOL_ID, email),
    SoftwareTokenMfaSettings: ON,
  });
  yield;
  const asked = yield* bySrp(at);
  yield;
  const SOFTWARE_TOKEN_MFA_CODE = totpCode(secret, ground.clock);
  return await walker.answer('SOFTWARE_TOKEN_MFA', asked, { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE });
}

async function* byEmailCode({ walker, ground, email }: Camp): Walk {
  await walker.createUser(email);
  yield;
  const asked = await walker.begin('USER_AUTH', { USERNAME: email });
  yield;
  const sent = await walker.answer('SELECT_CHALLENGE', asked, { USERNAME: email, ANSWER: 'EMAIL_OTP' });
  yield;
  const EMAIL_OTP_CODE = await ground.lastCode(email);
  return await walker.answer('EMAIL_OTP', sent, { USERNAME: email, EMAIL_OTP_CODE });
}

const demandingDriver = (ground: Ground): SignInDriver =>
  createDriver(ground, { poolId: DEMANDING_POOL_ID, clientId: 'demands', clock: ground.clock });

/** Covers every challenge and every flow of several requests. */
export const WAYS: Readonly<Record<string, Way>> = {
  async *'a password by SRP'(at) {
    await at.walker.createUser(at.email);
    yield;
    return yield* bySrp(at);
  },
  async *'a new password'(at) {
    const { walker, ground, email } = at;
    await walker.createUser(email);
    await ground.admin('AdminSetUserPassword', { ...inPool(POOL_ID, email), Password: TEMPORARY });
    yield;
    const asked = yield* bySrp(at, TEMPORARY);
    yield;
    return await walker.answer('NEW_PASSWORD_REQUIRED', asked, { USERNAME: email, NEW_PASSWORD });
  },
  async *'a code by SMS'(at) {
    const asked = yield* askedFor(at, { SMSMfaSettings: ON });
    yield;
    const SMS_MFA_CODE = await at.ground.lastCode(at.phone);
    return await at.walker.answer('SMS_MFA', asked, { USERNAME: at.email, SMS_MFA_CODE });
  },
  async *'one of two factors'(at) {
    const { walker, ground, email } = at;
    const asked = yield* askedFor(at, { SMSMfaSettings: ON, EmailMfaSettings: ON });
    yield;
    const chosen = await walker.answer('SELECT_MFA_TYPE', asked, { USERNAME: email, ANSWER: 'EMAIL_OTP' });
    yield;
    const EMAIL_OTP_CODE = await ground.lastCode(email);
    return await walker.answer('EMAIL_OTP', chosen, { USERNAME: email, EMAIL_OTP_CODE });
  },
  'a code of an authenticator': byTotp,
  async *'the set-up of an authenticator'({ ground, email }) {
    const walker = demandingDriver(ground);
    await walker.createUser(email);
    yield;
    const asked = await walker.password(email);
    yield;
    const { Session } = asked.body;
    const associated = await ground.call('AssociateSoftwareToken', { Session });
    yield;
    const UserCode = totpCode(String(associated.body['SecretCode']), ground.clock);
    const verify = { Session: associated.body['Session'], UserCode };
    const verified = await ground.call('VerifySoftwareToken', verify);
    yield;
    return await walker.answer('MFA_SETUP', verified, { USERNAME: email });
  },
  async *'the set-up of codes by e-mail'({ ground, email }) {
    const walker = demandingDriver(ground);
    await walker.createUser(email);
    yield;
    const asked = await walker.password(email);
    yield;
    const sent = await walker.answer('MFA_SETUP', asked, { USERNAME: email, EMAIL: email });
    yield;
    const EMAIL_OTP_CODE = await ground.lastCode(email);
    return await walker.answer('EMAIL_OTP', sent, { USERNAME: email, EMAIL_OTP_CODE });
  },
  async *'a choice, and SRP'(at) {
    const { walker, email } = at;
    await walker.createUser(email);
    yield;
    const asked = await walker.begin('USER_AUTH', { USERNAME: email });
    yield;
    const chosen = await walker.answer('SELECT_CHALLENGE', asked, {
      USERNAME: email,
      ANSWER: 'PASSWORD_SRP',
    });
    yield;
    return yield* prove(at, (SRP_A) => walker.answer('PASSWORD_SRP', chosen, { USERNAME: email, SRP_A }));
  },
  async *'a choice, and the password'({ walker, email }) {
    await walker.createUser(email);
    yield;
    const asked = await walker.begin('USER_AUTH', { USERNAME: email });
    yield;
    const chosen = await walker.answer('SELECT_CHALLENGE', asked, { USERNAME: email, ANSWER: 'PASSWORD' });
    yield;
    return await walker.answer('PASSWORD', chosen, { USERNAME: email, PASSWORD });
  },
  'a choice, and a code by e-mail': byEmailCode,
  async *'a code by SMS as first factor'({ walker, ground, email, phone }) {
    await walker.createUser(email, { phone_number: phone });
    yield;
    const asked = await walker.begin('USER_AUTH', { USERNAME: email, PREFERRED_CHALLENGE: 'SMS_OTP' });
    yield;
    const SMS_OTP_CODE = await ground.lastCode(phone);
    return await walker.answer('SMS_OTP', asked, { USERNAME: email, SMS_OTP_CODE });
  },
  async *'a passkey'({ walker, ground, email }) {
    await walker.createUser(email);
    const AccessToken = await walker.accessToken(email);
    const authenticator = createAuthenticator({ origin: `https://${HOST}` });
    const started = await ground.call('StartWebAuthnRegistration', { AccessToken });
    yield;
    const made = authenticator.create(started.body['CredentialCreationOptions']);
    const kept = await ground.call('CompleteWebAuthnRegistration', { AccessToken, Credential: made });
    assert(kept.status === 200, JSON.stringify(kept.body));
    yield;
    const asked = await walker.begin('USER_AUTH', { USERNAME: email, PREFERRED_CHALLENGE: 'WEB_AUTHN' });
    yield;
    const options = z
      .object({ CREDENTIAL_REQUEST_OPTIONS: z.string() })
      .parse(asked.body['ChallengeParameters']);
    const CREDENTIAL = JSON.stringify(
      authenticator.get(JSON.parse(options.CREDENTIAL_REQUEST_OPTIONS) as unknown),
    );
    return await walker.answer('WEB_AUTHN', asked, { USERNAME: email, CREDENTIAL });
  },
  async *'a question after the password'(at) {
    const { walker, ground, email } = at;
    await walker.createUser(email);
    yield;
    const asked = yield* prove(at, (SRP_A) =>
      walker.begin('CUSTOM_AUTH', { USERNAME: email, CHALLENGE_NAME: 'SRP_A', SRP_A }),
    );
    yield;
    const ANSWER = await ground.lastCode(email);
    return await walker.answer('CUSTOM_CHALLENGE', asked, { USERNAME: email, ANSWER });
  },
  async *'a device'({ ground, email }) {
    const walker = createDriver(ground, {
      poolId: DEVICE_POOL_ID,
      clientId: 'devices',
      clock: ground.clock,
    });
    await walker.createUser(email);
    const first = await walker.password(email);
    const metadata = z
      .object({ AccessToken: z.string(), NewDeviceMetadata: newDeviceSchema })
      .parse(first.body['AuthenticationResult']);
    const device = createDeviceClient(metadata.NewDeviceMetadata);
    yield;
    await ground.call('ConfirmDevice', {
      AccessToken: metadata.AccessToken,
      DeviceKey: device.key,
      DeviceSecretVerifierConfig: device.verifierConfig,
    });
    yield;
    const named = { USERNAME: email, DEVICE_KEY: device.key };
    const asked = await walker.begin('USER_PASSWORD_AUTH', { ...named, PASSWORD });
    yield;
    const exchange = device.begin();
    const begun = await walker.answer('DEVICE_SRP_AUTH', asked, { ...named, SRP_A: exchange.publicHex });
    yield;
    const proof = exchange.answer(begun.body['ChallengeParameters'], ground.clock.now());
    return await walker.answer('DEVICE_PASSWORD_VERIFIER', begun, { ...named, ...proof });
  },
  async *'a sign-up'({ ground, walker, email }) {
    const signUp = { ClientId: 'walks', Username: email, Password: PASSWORD };
    const made = await ground.call('SignUp', signUp);
    yield;
    const ConfirmationCode = await ground.lastCode(email);
    const { Session } = made.body;
    const confirm = { ClientId: 'walks', Username: email, ConfirmationCode, Session };
    const confirmed = await ground.call('ConfirmSignUp', confirm);
    yield;
    return await walker.begin('USER_AUTH', { USERNAME: email }, { Session: confirmed.body['Session'] });
  },
  async *'a forgotten password'({ ground, walker, email }) {
    await walker.createUser(email);
    const target = { ClientId: 'walks', Username: email };
    await ground.call('ForgotPassword', target);
    yield;
    const ConfirmationCode = await ground.lastCode(email);
    await ground.call('ConfirmForgotPassword', { ...target, ConfirmationCode, Password: NEW_PASSWORD });
    yield;
    return await walker.password(email, NEW_PASSWORD);
  },
  async *'tokens that rotate'({ ground, email, walker }) {
    await walker.createUser(email);
    const turning = createDriver(ground, { poolId: POOL_ID, clientId: 'turns', clock: ground.clock });
    let reply = await turning.password(email);
    for (let count = 0; count < 3; count++) {
      yield;
      const { RefreshToken } = tokensSchema.parse(reply.body['AuthenticationResult']);
      reply = await ground.call('GetTokensFromRefreshToken', { ClientId: 'turns', RefreshToken });
    }
    return reply;
  },
  async *'the pages'({ ground, walker, email }) {
    await walker.createUser(email);
    const secret = await walker.setUpTotp(email);
    const target = inPool(POOL_ID, email);
    await ground.admin('AdminSetUserMFAPreference', { ...target, SoftwareTokenMfaSettings: ON });
    const browser = createHostedBrowser(ground.origin, ground.send);
    const pkce = createPkce();
    const scope = 'openid aws.cognito.signin.user.admin';
    const login = await browser.visit(authorizePath(pkce, { client_id: 'walks', scope }));
    yield;
    const asked = await browser.submit(login, '/login', { username: email, password: PASSWORD });
    yield;
    const back = await browser.submit(asked, '/challenge', { code: totpCode(secret, ground.clock) });
    yield;
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'walks',
      redirect_uri: CALLBACK,
      code: callbackOf(back).get('code') ?? '',
      code_verifier: pkce.verifier,
    });
    const response = await ground.send(
      new Request(`${ground.origin}/oauth2/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      }),
    );
    const body = z.record(z.string(), z.unknown()).parse(await response.json());
    const AuthenticationResult = { AccessToken: body['access_token'] };
    return { status: response.status, headers: response.headers, body: { AuthenticationResult } };
  },
};

const ROUNDS_MAX = 20;

/** Runs all flows interleaved; calls `between` between steps. */
export async function walkAll(
  ground: Ground,
  between: (round: number) => Promise<void>,
  ways = WAYS,
): Promise<ReadonlyMap<string, Reply>> {
  const walker = createDriver(ground, { poolId: POOL_ID, clientId: 'walks', clock: ground.clock });
  const underWay = new Map(
    Object.entries(ways).map(([name, way], index) => {
      const digits = String(index).padStart(3, '0');
      const at = { ground, walker, email: `walker${digits}@example.org`, phone: `+491510770${digits}` };
      return [name, way(at)];
    }),
  );
  const ended = new Map<string, Reply>();
  for (let round = 0; underWay.size > 0; round++) {
    assert(round < ROUNDS_MAX, 'every way ends');
    for (const [name, walk] of underWay) {
      const step = await walk.next();
      if (step.done !== true) continue;
      ended.set(name, step.value);
      underWay.delete(name);
    }
    await between(round);
  }
  return ended;
}
