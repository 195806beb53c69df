// Clients such as pycognito and warrant send no Session with the device proof.
import { assert } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeviceClient, type DeviceClient, newDeviceSchema } from '../testing/device-client.ts';
import { PASSWORD, type PoolFixture, type Reply, startPool, tokensSchema } from '../testing/pool-fixture.ts';

const POOL_ID = 'us-east-1_Devices01';
const HOME = '198.51.100.7';
const ELSEWHERE = '203.0.113.9';
const clock = manualClock('2030-05-04T08:09:10.000Z');
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, {
    clock,
    pools: [
      {
        id: POOL_ID,
        name: 'devices',
        deviceConfiguration: { isChallengeRequiredOnNewDevice: true },
        clients: [
          { id: 'devices', name: 'devices' },
          { id: 'devices2', name: 'devices2' },
        ],
      },
    ],
  });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

const signIn = (name: string, deviceKey?: string) =>
  fixture.signIn(name, PASSWORD, {
    clientId: 'devices',
    poolId: POOL_ID,
    address: HOME,
    ...(deviceKey === undefined ? {} : { answer: { DEVICE_KEY: deviceKey } }),
  });

const resultSchema = tokensSchema.extend({ NewDeviceMetadata: newDeviceSchema.optional() });
const resultOf = (reply: Reply) => resultSchema.parse(reply.body['AuthenticationResult']);

async function createDevice(name: string): Promise<DeviceClient> {
  const result = resultOf(await signIn(name));
  assert(result.NewDeviceMetadata !== undefined, 'no new device was returned');
  const device = createDeviceClient(result.NewDeviceMetadata);
  await fixture.call('ConfirmDevice', {
    AccessToken: result.AccessToken,
    DeviceKey: device.key,
    DeviceSecretVerifierConfig: device.verifierConfig,
  });
  return device;
}

interface Place {
  readonly address?: string;
  readonly clientId?: string;
}

const respond = (ChallengeName: string, ChallengeResponses: object, place: Place = {}) =>
  fixture.call(
    'RespondToAuthChallenge',
    { ChallengeName, ClientId: place.clientId ?? 'devices', ChallengeResponses },
    { address: place.address ?? HOME },
  );

async function begin(name: string, device: DeviceClient, place?: Place) {
  const exchange = device.begin();
  const first = { USERNAME: name, DEVICE_KEY: device.key, SRP_A: exchange.publicHex };
  const begun = await respond('DEVICE_SRP_AUTH', first, place);
  return {
    begun,
    finish: (at = place) => {
      const proof = exchange.answer(begun.body['ChallengeParameters'], clock.now());
      return respond('DEVICE_PASSWORD_VERIFIER', { USERNAME: name, ...proof }, at);
    },
  };
}

const INVALID = {
  status: 400,
  body: { __type: 'NotAuthorizedException', message: 'Invalid session for the user.' },
};
const USED = { body: { message: 'Invalid session for the user, session can only be used once.' } };

test('a device is proved without a Session', async () => {
  await fixture.createUser('ada', { poolId: POOL_ID });
  const device = await createDevice('ada');
  expect((await signIn('ada', device.key)).body).toMatchObject({ ChallengeName: 'DEVICE_SRP_AUTH' });
  const { begun, finish } = await begin('ada', device);
  expect(begun.body).toMatchObject({ ChallengeName: 'DEVICE_PASSWORD_VERIFIER' });
  const finished = await finish();
  expect(decodeJwt(resultOf(finished).AccessToken)['device_key']).toBe(device.key);
  expect(await finish()).toMatchObject(USED);
});

test('without a Session, a device proof requires an earlier password proof', async () => {
  await fixture.createUser('grace', { poolId: POOL_ID });
  const device = await createDevice('grace');
  expect((await begin('grace', device)).begun).toMatchObject(INVALID);
  expect((await begin('nobody', device)).begun).toMatchObject(INVALID);

  await signIn('grace', device.key);
  await (await begin('grace', device)).finish();
  expect((await begin('grace', device)).begun).toMatchObject(INVALID);
});

test('without a Session, only the client and the address of the password proof can continue, for a short time', async () => {
  await fixture.createUser('mary', { poolId: POOL_ID });
  const device = await createDevice('mary');
  await signIn('mary', device.key);
  expect((await begin('mary', device, { address: ELSEWHERE })).begun).toMatchObject(INVALID);
  expect((await begin('mary', device, { clientId: 'devices2' })).begun).toMatchObject(INVALID);
  clock.advance(2 * 60_000 + 1);
  expect((await begin('mary', device)).begun).toMatchObject(INVALID);
});

test('without a Session, an exchange is completed only by the client and user that started it', async () => {
  for (const name of ['joan', 'jean']) await fixture.createUser(name, { poolId: POOL_ID });
  const device = await createDevice('joan');
  await signIn('joan', device.key);
  const { begun, finish } = await begin('joan', device);
  expect(await finish({ clientId: 'devices2' })).toMatchObject(INVALID);
  const stranger = { ...device.begin().answer(begun.body['ChallengeParameters'], clock.now()) };
  expect(await respond('DEVICE_PASSWORD_VERIFIER', { USERNAME: 'jean', ...stranger })).toMatchObject(INVALID);
  expect(resultOf(await finish()).AccessToken).toBeDefined();
});
