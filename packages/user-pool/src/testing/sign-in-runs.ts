import { assert, type Clock } from '@coffer/kit';
import { z } from 'zod';
import type { DeclaredPoolInput } from '../settings.ts';
import { createAuthenticator } from './authenticator.ts';
import { createDeviceClient, newDeviceSchema } from './device-client.ts';
import { createHostedBrowser, type Send } from './hosted-browser.ts';
import { authorizePath, CALLBACK, createPkce, parametersOf as callbackOf } from './hosted-fixture.ts';
import { PASSWORD, type PoolFixture, type Reply, tokensSchema } from './pool-fixture.ts';
import { createDriver, EVERY_FLOW, parametersOf, type SignInDriver, totpCode } from './sign-in-driver.ts';

export interface PoolAccess extends Pick<PoolFixture, 'call' | 'admin' | 'lastCode'> {
  readonly clock: Clock;
  readonly origin: string;
  readonly send: Send;
}

/** A sign-in from user creation to tokens; yields between requests. */
export type SignInRun = AsyncGenerator<undefined, Reply>;
type SignIn = (at: SignInSetup) => SignInRun;
interface SignInSetup {
  readonly access: PoolAccess;
  /** Unique. */
  readonly email: string;
  readonly phone: string;
  readonly driver: SignInDriver;
}

const POOL_ID = 'us-east-1_Walk00001';
const DEMANDING_POOL_ID = 'us-east-1_WalkMfaOn';
const DEVICE_POOL_ID = 'us-east-1_WalkDevic';
const HOST = 'files.example.org';
const TEMPORARY = 'first-Kettle-Parade-7';
const NEW_PASSWORD = 'bright-Lantern-river-42';
const ON = { Enabled: true };
const explicitAuthFlows = [...EVERY_FLOW];

export const SIGN_IN_POOLS: readonly DeclaredPoolInput[] = [
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
  { driver, access }: SignInSetup,
  begin: (srpA: string) => Promise<Reply>,
  password = PASSWORD,
): SignInRun {
  const srp = driver.srp();
  const asked = await begin(srp.publicHex);
  yield;
  const proof = srp.answer(parametersOf(asked), password, access.clock.now());
  return await driver.answer('PASSWORD_VERIFIER', asked, proof);
}

const bySrp = (at: SignInSetup, password?: string) =>
  prove(at, (SRP_A) => at.driver.begin('USER_SRP_AUTH', { USERNAME: at.email, SRP_A }), password);

async function* requestFactor({ driver, access, email, phone }: SignInSetup, factor: object): SignInRun {
  await driver.createUser(email, { phone_number: phone });
  await access.admin('AdminSetUserMFAPreference', { ...inPool(POOL_ID, email), ...factor });
  yield;
  return await driver.password(email);
}

async function* byTotp(at: SignInSetup): SignInRun {
  const { driver, access, email } = at;
  await driver.createUser(email);
  const secret = await driver.setUpTotp(email);
  await access.admin('AdminSetUserMFAPreference', {
    ...inPool(POOL_ID, email),
    SoftwareTokenMfaSettings: ON,
  });
  yield;
  const asked = yield* bySrp(at);
  yield;
  const SOFTWARE_TOKEN_MFA_CODE = totpCode(secret, access.clock);
  return await driver.answer('SOFTWARE_TOKEN_MFA', asked, { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE });
}

async function* byEmailCode({ driver, access, email }: SignInSetup): SignInRun {
  await driver.createUser(email);
  yield;
  const asked = await driver.begin('USER_AUTH', { USERNAME: email });
  yield;
  const sent = await driver.answer('SELECT_CHALLENGE', asked, { USERNAME: email, ANSWER: 'EMAIL_OTP' });
  yield;
  const EMAIL_OTP_CODE = await access.lastCode(email);
  return await driver.answer('EMAIL_OTP', sent, { USERNAME: email, EMAIL_OTP_CODE });
}

const demandingDriver = (access: PoolAccess): SignInDriver =>
  createDriver(access, { poolId: DEMANDING_POOL_ID, clientId: 'demands', clock: access.clock });

/** Covers every challenge and every flow of several requests. */
export const SIGN_INS: Readonly<Record<string, SignIn>> = {
  async *'a password by SRP'(at) {
    await at.driver.createUser(at.email);
    yield;
    return yield* bySrp(at);
  },
  async *'a new password'(at) {
    const { driver, access, email } = at;
    await driver.createUser(email);
    await access.admin('AdminSetUserPassword', { ...inPool(POOL_ID, email), Password: TEMPORARY });
    yield;
    const asked = yield* bySrp(at, TEMPORARY);
    yield;
    return await driver.answer('NEW_PASSWORD_REQUIRED', asked, { USERNAME: email, NEW_PASSWORD });
  },
  async *'a code by SMS'(at) {
    const asked = yield* requestFactor(at, { SMSMfaSettings: ON });
    yield;
    const SMS_MFA_CODE = await at.access.lastCode(at.phone);
    return await at.driver.answer('SMS_MFA', asked, { USERNAME: at.email, SMS_MFA_CODE });
  },
  async *'one of two factors'(at) {
    const { driver, access, email } = at;
    const asked = yield* requestFactor(at, { SMSMfaSettings: ON, EmailMfaSettings: ON });
    yield;
    const chosen = await driver.answer('SELECT_MFA_TYPE', asked, { USERNAME: email, ANSWER: 'EMAIL_OTP' });
    yield;
    const EMAIL_OTP_CODE = await access.lastCode(email);
    return await driver.answer('EMAIL_OTP', chosen, { USERNAME: email, EMAIL_OTP_CODE });
  },
  'a code of an authenticator': byTotp,
  async *'the set-up of an authenticator'({ access, email }) {
    const driver = demandingDriver(access);
    await driver.createUser(email);
    yield;
    const asked = await driver.password(email);
    yield;
    const { Session } = asked.body;
    const associated = await access.call('AssociateSoftwareToken', { Session });
    yield;
    const UserCode = totpCode(String(associated.body['SecretCode']), access.clock);
    const verify = { Session: associated.body['Session'], UserCode };
    const verified = await access.call('VerifySoftwareToken', verify);
    yield;
    return await driver.answer('MFA_SETUP', verified, { USERNAME: email });
  },
  async *'the set-up of codes by e-mail'({ access, email }) {
    const driver = demandingDriver(access);
    await driver.createUser(email);
    yield;
    const asked = await driver.password(email);
    yield;
    const sent = await driver.answer('MFA_SETUP', asked, { USERNAME: email, EMAIL: email });
    yield;
    const EMAIL_OTP_CODE = await access.lastCode(email);
    return await driver.answer('EMAIL_OTP', sent, { USERNAME: email, EMAIL_OTP_CODE });
  },
  async *'a choice, and SRP'(at) {
    const { driver, email } = at;
    await driver.createUser(email);
    yield;
    const asked = await driver.begin('USER_AUTH', { USERNAME: email });
    yield;
    const chosen = await driver.answer('SELECT_CHALLENGE', asked, {
      USERNAME: email,
      ANSWER: 'PASSWORD_SRP',
    });
    yield;
    return yield* prove(at, (SRP_A) => driver.answer('PASSWORD_SRP', chosen, { USERNAME: email, SRP_A }));
  },
  async *'a choice, and the password'({ driver, email }) {
    await driver.createUser(email);
    yield;
    const asked = await driver.begin('USER_AUTH', { USERNAME: email });
    yield;
    const chosen = await driver.answer('SELECT_CHALLENGE', asked, { USERNAME: email, ANSWER: 'PASSWORD' });
    yield;
    return await driver.answer('PASSWORD', chosen, { USERNAME: email, PASSWORD });
  },
  'a choice, and a code by e-mail': byEmailCode,
  async *'a code by SMS as first factor'({ driver, access, email, phone }) {
    await driver.createUser(email, { phone_number: phone });
    yield;
    const asked = await driver.begin('USER_AUTH', { USERNAME: email, PREFERRED_CHALLENGE: 'SMS_OTP' });
    yield;
    const SMS_OTP_CODE = await access.lastCode(phone);
    return await driver.answer('SMS_OTP', asked, { USERNAME: email, SMS_OTP_CODE });
  },
  async *'a passkey'({ driver, access, email }) {
    await driver.createUser(email);
    const AccessToken = await driver.accessToken(email);
    const authenticator = createAuthenticator({ origin: `https://${HOST}` });
    const started = await access.call('StartWebAuthnRegistration', { AccessToken });
    yield;
    const made = authenticator.create(started.body['CredentialCreationOptions']);
    const kept = await access.call('CompleteWebAuthnRegistration', { AccessToken, Credential: made });
    assert(kept.status === 200, JSON.stringify(kept.body));
    yield;
    const asked = await driver.begin('USER_AUTH', { USERNAME: email, PREFERRED_CHALLENGE: 'WEB_AUTHN' });
    yield;
    const options = z
      .object({ CREDENTIAL_REQUEST_OPTIONS: z.string() })
      .parse(asked.body['ChallengeParameters']);
    const CREDENTIAL = JSON.stringify(
      authenticator.get(JSON.parse(options.CREDENTIAL_REQUEST_OPTIONS) as unknown),
    );
    return await driver.answer('WEB_AUTHN', asked, { USERNAME: email, CREDENTIAL });
  },
  async *'a question after the password'(at) {
    const { driver, access, email } = at;
    await driver.createUser(email);
    yield;
    const asked = yield* prove(at, (SRP_A) =>
      driver.begin('CUSTOM_AUTH', { USERNAME: email, CHALLENGE_NAME: 'SRP_A', SRP_A }),
    );
    yield;
    const ANSWER = await access.lastCode(email);
    return await driver.answer('CUSTOM_CHALLENGE', asked, { USERNAME: email, ANSWER });
  },
  async *'a device'({ access, email }) {
    const driver = createDriver(access, {
      poolId: DEVICE_POOL_ID,
      clientId: 'devices',
      clock: access.clock,
    });
    await driver.createUser(email);
    const first = await driver.password(email);
    const metadata = z
      .object({ AccessToken: z.string(), NewDeviceMetadata: newDeviceSchema })
      .parse(first.body['AuthenticationResult']);
    const device = createDeviceClient(metadata.NewDeviceMetadata);
    yield;
    await access.call('ConfirmDevice', {
      AccessToken: metadata.AccessToken,
      DeviceKey: device.key,
      DeviceSecretVerifierConfig: device.verifierConfig,
    });
    yield;
    const named = { USERNAME: email, DEVICE_KEY: device.key };
    const asked = await driver.begin('USER_PASSWORD_AUTH', { ...named, PASSWORD });
    yield;
    const exchange = device.begin();
    const begun = await driver.answer('DEVICE_SRP_AUTH', asked, { ...named, SRP_A: exchange.publicHex });
    yield;
    const proof = exchange.answer(begun.body['ChallengeParameters'], access.clock.now());
    return await driver.answer('DEVICE_PASSWORD_VERIFIER', begun, { ...named, ...proof });
  },
  async *'a sign-up'({ access, driver, email }) {
    const signUp = { ClientId: 'walks', Username: email, Password: PASSWORD };
    const made = await access.call('SignUp', signUp);
    yield;
    const ConfirmationCode = await access.lastCode(email);
    const { Session } = made.body;
    const confirm = { ClientId: 'walks', Username: email, ConfirmationCode, Session };
    const confirmed = await access.call('ConfirmSignUp', confirm);
    yield;
    return await driver.begin('USER_AUTH', { USERNAME: email }, { Session: confirmed.body['Session'] });
  },
  async *'a forgotten password'({ access, driver, email }) {
    await driver.createUser(email);
    const target = { ClientId: 'walks', Username: email };
    await access.call('ForgotPassword', target);
    yield;
    const ConfirmationCode = await access.lastCode(email);
    await access.call('ConfirmForgotPassword', { ...target, ConfirmationCode, Password: NEW_PASSWORD });
    yield;
    return await driver.password(email, NEW_PASSWORD);
  },
  async *'tokens that rotate'({ access, email, driver }) {
    await driver.createUser(email);
    const turning = createDriver(access, { poolId: POOL_ID, clientId: 'turns', clock: access.clock });
    let reply = await turning.password(email);
    for (let count = 0; count < 3; count++) {
      yield;
      const { RefreshToken } = tokensSchema.parse(reply.body['AuthenticationResult']);
      reply = await access.call('GetTokensFromRefreshToken', { ClientId: 'turns', RefreshToken });
    }
    return reply;
  },
  async *'the pages'({ access, driver, email }) {
    await driver.createUser(email);
    const secret = await driver.setUpTotp(email);
    const target = inPool(POOL_ID, email);
    await access.admin('AdminSetUserMFAPreference', { ...target, SoftwareTokenMfaSettings: ON });
    const browser = createHostedBrowser(access.origin, access.send);
    const pkce = createPkce();
    const scope = 'openid aws.cognito.signin.user.admin';
    const login = await browser.visit(authorizePath(pkce, { client_id: 'walks', scope }));
    yield;
    const asked = await browser.submit(login, '/login', { username: email, password: PASSWORD });
    yield;
    const back = await browser.submit(asked, '/challenge', { code: totpCode(secret, access.clock) });
    yield;
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'walks',
      redirect_uri: CALLBACK,
      code: callbackOf(back).get('code') ?? '',
      code_verifier: pkce.verifier,
    });
    const response = await access.send(
      new Request(`${access.origin}/oauth2/token`, {
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
export async function runSignIns(
  access: PoolAccess,
  between: (round: number) => Promise<void>,
  signIns = SIGN_INS,
): Promise<ReadonlyMap<string, Reply>> {
  const driver = createDriver(access, { poolId: POOL_ID, clientId: 'walks', clock: access.clock });
  const running = new Map(
    Object.entries(signIns).map(([name, signIn], index) => {
      const digits = String(index).padStart(3, '0');
      const at = { access, driver, email: `walker${digits}@example.org`, phone: `+491510770${digits}` };
      return [name, signIn(at)];
    }),
  );
  const ended = new Map<string, Reply>();
  for (let round = 0; running.size > 0; round++) {
    assert(round < ROUNDS_MAX, 'a sign-in did not end');
    for (const [name, run] of running) {
      const step = await run.next();
      if (step.done !== true) continue;
      ended.set(name, step.value);
      running.delete(name);
    }
    await between(round);
  }
  return ended;
}
