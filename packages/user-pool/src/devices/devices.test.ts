import { assert } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { PRIME } from '@coffer/srp';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { computeCode, stepAt } from '../crypto/totp.ts';
import { pad } from '../srp/group.ts';
import { decodeBase32 } from '../testing/base32.ts';
import { createDeviceClient, type DeviceClient, newDeviceSchema } from '../testing/device-client.ts';
import { PASSWORD, type PoolFixture, type Reply, startPool, tokensSchema } from '../testing/pool-fixture.ts';

const POOL_ID = 'us-east-1_Devices01';
const client = (id: string) => ({ id, name: id });
const clock = manualClock('2030-05-04T08:09:10.000Z');
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;

beforeAll(async () => {
  database = await testDatabase();
  const tracking = { isChallengeRequiredOnNewDevice: true, isRememberedOnlyOnUserPrompt: false };
  fixture = await startPool(database.connectionString, {
    clock,
    pools: [
      {
        id: POOL_ID,
        name: 'devices',
        mfaConfiguration: 'OPTIONAL',
        deviceConfiguration: tracking,
        clients: [
          client('devices'),
          client('devices2'),
          { ...client('turning'), rotation: { retryGracePeriodSeconds: 0 } },
        ],
      },
      {
        id: 'us-east-1_Prompted1',
        name: 'prompted',
        mfaConfiguration: 'OPTIONAL',
        deviceConfiguration: { ...tracking, isRememberedOnlyOnUserPrompt: true },
        clients: [client('prompted')],
      },
      {
        id: 'us-east-1_Followed1',
        name: 'followed',
        mfaConfiguration: 'OPTIONAL',
        deviceConfiguration: { ...tracking, isChallengeRequiredOnNewDevice: false },
        clients: [client('followed')],
      },
      { id: 'us-east-1_Untracked', name: 'untracked', clients: [client('untracked')] },
    ],
  });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

interface Place {
  readonly clientId?: string;
  readonly poolId?: string;
}

const signIn = (name: string, deviceKey?: string, { clientId = 'devices', poolId = POOL_ID }: Place = {}) =>
  fixture.signIn(name, PASSWORD, {
    clientId,
    poolId,
    ...(deviceKey === undefined ? {} : { answer: { DEVICE_KEY: deviceKey } }),
  });

const resultSchema = tokensSchema.extend({ NewDeviceMetadata: newDeviceSchema.optional() });
const resultOf = (reply: Reply) => resultSchema.parse(reply.body['AuthenticationResult']);

async function enter(name: string, place: Place = {}) {
  await fixture.createUser(name, { poolId: place.poolId ?? POOL_ID });
  return await confirm(name, place);
}

async function confirm(name: string, place: Place = {}) {
  const result = resultOf(await signIn(name, undefined, place));
  assert(result.NewDeviceMetadata !== undefined, 'no new device was returned');
  const device = createDeviceClient(result.NewDeviceMetadata);
  const confirmed = await fixture.call('ConfirmDevice', {
    AccessToken: result.AccessToken,
    DeviceKey: device.key,
    DeviceSecretVerifierConfig: device.verifierConfig,
    DeviceName: 'kitchen',
  });
  return { device, confirmed, AccessToken: result.AccessToken, RefreshToken: result.RefreshToken };
}

const respond = (ChallengeName: string, previous: Reply, answer: Answer) =>
  fixture.call('RespondToAuthChallenge', {
    ChallengeName,
    ClientId: answer.clientId ?? 'devices',
    Session: previous.body['Session'],
    ChallengeResponses: answer.responses,
  });

interface Answer {
  readonly responses: object;
  readonly clientId?: string | undefined;
}

interface Prover extends Place {
  readonly name: string;
  readonly device: DeviceClient;
}

async function prove(prover: Prover, previous: Reply): Promise<Reply> {
  const { name, device, clientId } = prover;
  const exchange = device.begin();
  const begin = { USERNAME: name, DEVICE_KEY: device.key, SRP_A: exchange.publicHex };
  const begun = await respond('DEVICE_SRP_AUTH', previous, { responses: begin, clientId });
  if (begun.status !== 200) return begun;
  const responses = { USERNAME: name, ...exchange.answer(begun.body['ChallengeParameters'], clock.now()) };
  return await respond('DEVICE_PASSWORD_VERIFIER', begun, { responses, clientId });
}

async function enableTotp(AccessToken: string): Promise<Buffer> {
  const { body } = await fixture.call('AssociateSoftwareToken', { AccessToken });
  const secret = decodeBase32(z.object({ SecretCode: z.string() }).parse(body).SecretCode);
  await fixture.call('VerifySoftwareToken', {
    AccessToken,
    UserCode: computeCode(secret, stepAt(clock.now())),
  });
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  const set = await fixture.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
  assert(set.status === 200, JSON.stringify(set.body));
  return secret;
}

const hasTokens = (reply: Reply) => resultSchema.safeParse(reply.body['AuthenticationResult']).success;
const refused = (__type: string, message: string) => ({ status: 400, body: { __type, message } });
const NO_DEVICE = refused('ResourceNotFoundException', 'Device does not exist.');
const INVALID_REFRESH = refused('NotAuthorizedException', 'Invalid Refresh Token');

test('a sign-in issues a device, which can be confirmed, read and forgotten', async () => {
  const { device, confirmed, AccessToken } = await enter('ada');
  expect(device.key).toMatch(/^us-east-1_[0-9a-f-]{36}$/);
  expect(confirmed).toMatchObject({ status: 200, body: { UserConfirmationNecessary: false } });
  expect(decodeJwt(AccessToken)['device_key']).toBe(device.key);
  const now = clock.now().getTime() / 1000;
  const shown = {
    DeviceKey: device.key,
    DeviceAttributes: [
      { Name: 'device_status', Value: 'valid' },
      { Name: 'device_name', Value: 'kitchen' },
      { Name: 'dev:device_remembered_status', Value: 'remembered' },
    ],
    DeviceCreateDate: now,
    DeviceLastModifiedDate: now,
    DeviceLastAuthenticatedDate: now,
  };
  const target = { UserPoolId: POOL_ID, Username: 'ada', DeviceKey: device.key };
  const own = { AccessToken, DeviceKey: device.key };
  expect((await fixture.call('ListDevices', { AccessToken })).body).toEqual({ Devices: [shown] });
  expect((await fixture.call('GetDevice', own)).body).toEqual({ Device: shown });
  expect((await fixture.admin('AdminGetDevice', target)).body).toEqual({ Device: shown });
  const remember = { ...target, DeviceRememberedStatus: 'not_remembered' };
  expect((await fixture.admin('AdminUpdateDeviceStatus', remember)).status).toBe(200);
  expect((await fixture.call('GetDevice', own)).body).toMatchObject({
    Device: {
      DeviceAttributes: expect.arrayContaining([
        { Name: 'dev:device_remembered_status', Value: 'not_remembered' },
      ]),
    },
  });
  expect((await fixture.call('ForgetDevice', own)).status).toBe(200);
  for (const gone of [
    await fixture.call('GetDevice', own),
    await fixture.call('ForgetDevice', own),
    await fixture.call('UpdateDeviceStatus', { ...own, DeviceRememberedStatus: 'remembered' }),
    await fixture.admin('AdminGetDevice', target),
    await fixture.admin('AdminForgetDevice', target),
    await fixture.admin('AdminUpdateDeviceStatus', remember),
  ])
    expect(gone).toMatchObject(NO_DEVICE);
});

test('a remembered device replaces the second factor, and an unknown one does not', async () => {
  const { device, AccessToken } = await enter('grace');
  await enableTotp(AccessToken);
  expect((await signIn('grace')).body).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });

  const asked = await signIn('grace', device.key);
  expect(asked.body).toMatchObject({
    ChallengeName: 'DEVICE_SRP_AUTH',
    ChallengeParameters: { DEVICE_KEY: device.key, USERNAME: 'grace' },
  });
  const result = resultOf(await prove({ name: 'grace', device }, asked));
  expect(result.NewDeviceMetadata).toBeUndefined();
  expect(decodeJwt(result.AccessToken)['device_key']).toBe(device.key);
});

test('a device that is not remembered is tracked, and the second factor is required', async () => {
  const place = { poolId: 'us-east-1_Prompted1', clientId: 'prompted' };
  const { device, confirmed, AccessToken } = await enter('alan', place);
  expect(confirmed.body).toEqual({ UserConfirmationNecessary: true });
  const secret = await enableTotp(AccessToken);
  const asked = await signIn('alan', device.key, place);
  expect(asked.body).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
  const SOFTWARE_TOKEN_MFA_CODE = computeCode(secret, stepAt(clock.now()) + 1);
  const code = { USERNAME: 'alan', SOFTWARE_TOKEN_MFA_CODE };
  const next = await respond('SOFTWARE_TOKEN_MFA', asked, { responses: code, clientId: 'prompted' });
  expect(next.body).toMatchObject({ ChallengeName: 'DEVICE_SRP_AUTH' });
  expect(hasTokens(await prove({ name: 'alan', device, ...place }, next))).toBe(true);

  const own = { AccessToken, DeviceKey: device.key };
  await fixture.call('UpdateDeviceStatus', { ...own, DeviceRememberedStatus: 'remembered' });
  const remembered = await signIn('alan', device.key, place);
  expect(remembered.body).toMatchObject({ ChallengeName: 'DEVICE_SRP_AUTH' });
  await fixture.call('UpdateDeviceStatus', { ...own, DeviceRememberedStatus: 'not_remembered' });
  expect(hasTokens(await prove({ name: 'alan', device, ...place }, remembered))).toBe(false);
});

test('where devices are only tracked, a remembered one is asked for after the second factor', async () => {
  const place = { poolId: 'us-east-1_Followed1', clientId: 'followed' };
  const { device, AccessToken } = await enter('hedy', place);
  expect((await signIn('hedy', device.key, place)).body).toMatchObject({ ChallengeName: 'DEVICE_SRP_AUTH' });
  await enableTotp(AccessToken);
  expect((await signIn('hedy', device.key, place)).body).toMatchObject({
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
  });
});

test('a device is proved by its secret alone, once, in its own Session', async () => {
  const { device } = await enter('mary');
  const { device: other } = await confirm('mary');
  const asked = await signIn('mary', device.key);
  expect(await prove({ name: 'mary', device: other }, asked)).toMatchObject(NO_DEVICE);
  const exchange = other.begin();
  const begun = await respond('DEVICE_SRP_AUTH', asked, {
    responses: { USERNAME: 'mary', DEVICE_KEY: device.key, SRP_A: exchange.publicHex },
  });
  const proof = exchange.answer(begun.body['ChallengeParameters'], clock.now());
  const wrong = { responses: { USERNAME: 'mary', ...proof, DEVICE_KEY: device.key } };
  expect(await respond('DEVICE_PASSWORD_VERIFIER', begun, wrong)).toMatchObject(
    refused('NotAuthorizedException', 'Incorrect username or password.'),
  );
  expect(await respond('DEVICE_PASSWORD_VERIFIER', begun, wrong)).toMatchObject({
    body: { message: 'Invalid session for the user, session can only be used once.' },
  });
  expect(await prove({ name: 'mary', device }, asked)).toMatchObject({
    body: { message: 'Invalid session for the user, session can only be used once.' },
  });
  const again = await signIn('mary', device.key);
  expect(await prove({ name: 'mary', device, clientId: 'devices2' }, again)).toMatchObject({ status: 400 });
  for (const SRP_A of ['0', PRIME.toString(16), (PRIME * 2n).toString(16), 'zz']) {
    const responses = { USERNAME: 'mary', DEVICE_KEY: device.key, SRP_A };
    expect(await respond('DEVICE_SRP_AUTH', again, { responses })).toMatchObject({
      body: { __type: 'InvalidParameterException' },
    });
  }
  expect(hasTokens(await prove({ name: 'mary', device }, again))).toBe(true);
});

test('a forgotten device is reported as unknown, and the same password proof stays valid', async () => {
  const { AccessToken, device } = await enter('joan');
  await fixture.call('ForgetDevice', { AccessToken, DeviceKey: device.key });
  expect(await signIn('joan', device.key)).toMatchObject(NO_DEVICE);
  expect(await signIn('nobody', device.key)).toMatchObject(NO_DEVICE);
  const stranger = (await enter('jean')).device;
  expect(await signIn('joan', stranger.key)).toMatchObject(NO_DEVICE);
  expect(resultOf(await signIn('joan')).NewDeviceMetadata).toBeDefined();
});

test('tokens of a device are refreshed only for it, from its confirmation until it is forgotten', async () => {
  await fixture.createUser('ida', { poolId: POOL_ID });
  const fresh = resultOf(await signIn('ida'));
  const DeviceKey = fresh.NewDeviceMetadata?.DeviceKey ?? '';
  const renew = (RefreshToken: string | undefined, key: string | undefined) =>
    fixture.call('GetTokensFromRefreshToken', {
      ClientId: 'devices',
      RefreshToken,
      ...(key === undefined ? {} : { DeviceKey: key }),
    });
  expect(await renew(fresh.RefreshToken, DeviceKey)).toMatchObject(INVALID_REFRESH);

  const { device, AccessToken, RefreshToken } = await confirm('ida');
  expect(await renew(RefreshToken, undefined)).toMatchObject(INVALID_REFRESH);
  const { device: other } = await confirm('ida');
  expect(await renew(RefreshToken, other.key)).toMatchObject(INVALID_REFRESH);
  const renewed = await renew(RefreshToken, device.key);
  expect(decodeJwt(resultOf(renewed).AccessToken)['device_key']).toBe(device.key);
  const classic = (AuthParameters: object) =>
    fixture.call('InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', ClientId: 'devices', AuthParameters });
  expect(await classic({ REFRESH_TOKEN: RefreshToken })).toMatchObject(INVALID_REFRESH);
  expect((await classic({ REFRESH_TOKEN: RefreshToken, DEVICE_KEY: device.key })).status).toBe(200);

  await fixture.call('ForgetDevice', { AccessToken, DeviceKey: device.key });
  expect(await renew(RefreshToken, device.key)).toMatchObject(INVALID_REFRESH);
});

test('a rejected refresh does not rotate the token', async () => {
  const place = { clientId: 'turning' };
  const { device, RefreshToken } = await enter('turner', place);
  const use = { ClientId: 'turning', RefreshToken };
  expect(await fixture.call('GetTokensFromRefreshToken', use)).toMatchObject(INVALID_REFRESH);
  const renewed = await fixture.call('GetTokensFromRefreshToken', { ...use, DeviceKey: device.key });
  expect(resultOf(renewed).RefreshToken).toBeDefined();
});

test('a device is confirmed once, by its user, with a verifier that is a padded number of the group', async () => {
  await fixture.createUser('kay', { poolId: POOL_ID });
  const result = resultOf(await signIn('kay'));
  assert(result.NewDeviceMetadata !== undefined, 'no device was returned');
  const device = createDeviceClient(result.NewDeviceMetadata);
  const { Salt, PasswordVerifier } = device.verifierConfig;
  const call = (DeviceSecretVerifierConfig: object | undefined, AccessToken = result.AccessToken) =>
    fixture.call('ConfirmDevice', { AccessToken, DeviceKey: device.key, DeviceSecretVerifierConfig });
  const negative = refused('InvalidParameterException', 'Negate value passed for salt and password verifier');
  expect(await call({ Salt: Buffer.alloc(16, 0xff).toString('base64'), PasswordVerifier })).toMatchObject(
    negative,
  );
  expect(await call({ Salt, PasswordVerifier: Buffer.alloc(384, 0xff).toString('base64') })).toMatchObject(
    negative,
  );
  const malformed = { body: { __type: 'InvalidParameterException' } };
  for (const number of [0n, 1n, PRIME - 1n, PRIME, PRIME * 256n])
    expect(await call({ Salt, PasswordVerifier: pad(number).toString('base64') })).toMatchObject(malformed);
  for (const config of [
    undefined,
    {},
    { Salt },
    { Salt: '', PasswordVerifier },
    { Salt: '*', PasswordVerifier },
  ])
    expect(await call(config)).toMatchObject(malformed);

  const { AccessToken: foreign } = await enter('eve');
  expect(await call(device.verifierConfig, foreign)).toMatchObject(NO_DEVICE);
  const both = await Promise.all([call(device.verifierConfig), call(device.verifierConfig)]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
  expect(both.find(({ status }) => status === 400)).toMatchObject({
    body: { __type: 'DeviceKeyExistsException' },
  });
});

test('devices are listed in pages, without unconfirmed ones', async () => {
  const { AccessToken } = await enter('list');
  for (let count = 0; count < 4; count++) await confirm('list');
  await signIn('list');
  const pages: unknown[] = [];
  let PaginationToken: unknown;
  do {
    const input = { UserPoolId: POOL_ID, Username: 'list', Limit: 2 };
    const page = await fixture.admin(
      'AdminListDevices',
      PaginationToken === undefined ? input : { ...input, PaginationToken },
    );
    pages.push(
      ...z
        .array(z.looseObject({ DeviceKey: z.string() }))
        .parse(page.body['Devices'])
        .map((one) => one.DeviceKey),
    );
    PaginationToken = page.body['PaginationToken'];
  } while (PaginationToken !== undefined && pages.length < 50);
  expect(new Set(pages).size).toBe(5);
  expect(pages).toHaveLength(5);
  expect(await fixture.call('ListDevices', { AccessToken, PaginationToken: 'bm9uc2Vuc2U' })).toMatchObject({
    body: { __type: 'InvalidParameterException' },
  });
});

test('a pool without device tracking reports so, issues no devices, and ignores device keys', async () => {
  const place = { poolId: 'us-east-1_Untracked', clientId: 'untracked' };
  await fixture.createUser('plain', { poolId: place.poolId });
  const result = resultOf(await signIn('plain', 'us-east-1_00000000-0000-0000-0000-000000000000', place));
  expect(result.NewDeviceMetadata).toBeUndefined();
  const { AccessToken } = result;
  const DeviceKey = 'us-east-1_00000000-0000-0000-0000-000000000000';
  const untracked = { status: 400, body: { __type: 'InvalidUserPoolConfigurationException' } };
  for (const [operation, input] of [
    ['ConfirmDevice', { AccessToken, DeviceKey }],
    ['ListDevices', { AccessToken }],
    ['GetDevice', { AccessToken, DeviceKey }],
    ['ForgetDevice', { AccessToken, DeviceKey }],
    ['UpdateDeviceStatus', { AccessToken, DeviceKey }],
  ] as const)
    expect(await fixture.call(operation, input)).toMatchObject(untracked);
  expect(
    await fixture.admin('AdminListDevices', { UserPoolId: place.poolId, Username: 'plain' }),
  ).toMatchObject(untracked);
  expect(
    (await fixture.call('AdminListDevices', { UserPoolId: place.poolId, Username: 'plain' })).body,
  ).toMatchObject({
    __type: 'MissingAuthenticationTokenException',
  });
});
