import * as sdk from '@aws-sdk/client-cognito-identity-provider';
import { testDatabase } from '@coffer/testing';
import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
} from 'amazon-cognito-identity-js';
import { Amplify } from 'aws-amplify';
import {
  fetchAuthSession,
  fetchDevices,
  forgetDevice,
  rememberDevice,
  signIn,
  signOut,
} from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { computeCode, stepAt } from './crypto/totp.ts';
import { decodeBase32 } from './testing/base32.ts';
import { ADMIN, PASSWORD, type PoolFixture, startPool } from './testing/pool-fixture.ts';
import { formatRecord } from './testing/conformance.ts';

const POOL_ID = 'us-east-1_Devices01';
const PROMPTED_POOL_ID = 'us-east-1_Prompted1';
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let admin: sdk.CognitoIdentityProviderClient;

beforeAll(async () => {
  database = await testDatabase();
  const shared = { name: 'devices', mfaConfiguration: 'OPTIONAL' } as const;
  fixture = await startPool(database.connectionString, {
    pools: [
      {
        ...shared,
        id: POOL_ID,
        deviceConfiguration: { isChallengeRequiredOnNewDevice: true },
        clients: [{ id: 'devices', name: 'devices' }],
      },
      {
        ...shared,
        id: PROMPTED_POOL_ID,
        deviceConfiguration: { isChallengeRequiredOnNewDevice: true, isRememberedOnlyOnUserPrompt: true },
        clients: [{ id: 'prompted', name: 'prompted' }],
      },
    ],
  });
  const { endpoint } = fixture;
  admin = new sdk.CognitoIdentityProviderClient({ endpoint, region: 'us-east-1', credentials: ADMIN });
});

afterAll(async () => {
  admin.destroy();
  await fixture.close();
  await database.drop();
});

function memory(store = new Map<string, string>()) {
  return {
    setItem: (key: string, value: string) => void store.set(key, value),
    getItem: (key: string) => store.get(key) ?? null,
    removeItem: (key: string) => void store.delete(key),
    clear: () => store.clear(),
  };
}

const signInAs = (user: CognitoUser, Username: string) =>
  new Promise<CognitoUserSession | 'totp'>((resolve, reject) =>
    user.authenticateUser(new AuthenticationDetails({ Username, Password: PASSWORD }), {
      onSuccess: resolve,
      onFailure: reject,
      totpRequired: () => resolve('totp'),
    }),
  );

const done = <Value>(
  run: (callbacks: { onSuccess: (value: Value) => void; onFailure: (cause: unknown) => void }) => void,
) => new Promise<Value>((resolve, reject) => run({ onSuccess: resolve, onFailure: reject }));

async function enableTotp(user: CognitoUser): Promise<void> {
  const secret = await new Promise<string>((resolve, reject) =>
    user.associateSoftwareToken({ associateSecretCode: resolve, onFailure: reject }),
  );
  const code = computeCode(decodeBase32(secret), stepAt(new Date()));
  await done((callbacks) => user.verifySoftwareToken(code, 'phone', callbacks));
  await new Promise((resolve, reject) =>
    user.setUserMfaPreference(null, { PreferredMfa: true, Enabled: true }, (error, result) =>
      error === undefined || error === null ? resolve(result) : reject(error),
    ),
  );
}

test('amazon-cognito-identity-js confirms its device, signs in with it, renews, and forgets it', async () => {
  await fixture.createUser('ada', { poolId: POOL_ID });
  const Storage = memory();
  const { endpoint } = fixture;
  const Pool = new CognitoUserPool({ UserPoolId: POOL_ID, ClientId: 'devices', endpoint, Storage });
  const newUser = () => new CognitoUser({ Username: 'ada', Pool, Storage });
  const user = newUser();
  expect(await signInAs(user, 'ada')).not.toBe('totp');
  await enableTotp(user);
  const elsewhere = memory();
  const stranger = new CognitoUser({
    Username: 'ada',
    Pool: new CognitoUserPool({ UserPoolId: POOL_ID, ClientId: 'devices', endpoint, Storage: elsewhere }),
    Storage: elsewhere,
  });
  expect(await signInAs(stranger, 'ada')).toBe('totp');

  const again = newUser();
  const session = await signInAs(again, 'ada');
  if (session === 'totp') throw new Error('the device was not asked');
  const { device_key: DeviceKey } = session.getAccessToken().decodePayload();
  expect(DeviceKey).toMatch(/^us-east-1_/);
  const renewed = await new Promise<CognitoUserSession>((resolve, reject) =>
    again.refreshSession(session.getRefreshToken(), (error, value: CognitoUserSession) =>
      error === null || error === undefined ? resolve(value) : reject(error),
    ),
  );
  expect(renewed.getAccessToken().decodePayload()['device_key']).toBe(DeviceKey);

  await done<string>((callbacks) => again.setDeviceStatusNotRemembered(callbacks));
  expect(await signInAs(newUser(), 'ada')).toBe('totp');
  await done<string>((callbacks) => again.setDeviceStatusRemembered(callbacks));
  expect(await done((callbacks) => again.getDevice(callbacks))).toMatchObject({ Device: { DeviceKey } });
  const listed = await new Promise((resolve, reject) =>
    again.listDevices(10, null, { onSuccess: resolve, onFailure: reject }),
  );
  expect(listed).toMatchObject({ Devices: [{ DeviceKey }] });

  const forgotten = await admin.send(
    new sdk.AdminForgetDeviceCommand({ UserPoolId: POOL_ID, Username: 'ada', DeviceKey }),
  );
  expect(forgotten.$metadata.httpStatusCode).toBe(200);
  expect(await signInAs(newUser(), 'ada')).toBe('totp');
});

test('amazon-cognito-identity-js forgets its device', async () => {
  await fixture.createUser('joan', { poolId: POOL_ID });
  const Storage = memory();
  const { endpoint } = fixture;
  const Pool = new CognitoUserPool({ UserPoolId: POOL_ID, ClientId: 'devices', endpoint, Storage });
  const user = new CognitoUser({ Username: 'joan', Pool, Storage });
  await signInAs(user, 'joan');
  await done<string>((callbacks) => user.forgetDevice(callbacks));
  const target = { UserPoolId: POOL_ID, Username: 'joan' };
  expect((await admin.send(new sdk.AdminListDevicesCommand(target))).Devices).toEqual([]);
});

test('Amplify remembers its device, signs in with it, renews, and forgets it', async () => {
  await fixture.createUser('grace', { poolId: PROMPTED_POOL_ID });
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: PROMPTED_POOL_ID,
        userPoolClientId: 'prompted',
        userPoolEndpoint: fixture.endpoint,
      },
    },
  });
  const storage = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void storage.set(key, value),
    getItem: async (key) => storage.get(key) ?? null,
    removeItem: async (key) => void storage.delete(key),
    clear: async () => storage.clear(),
  });
  const credentials = { username: 'grace', password: PASSWORD };
  expect(await signIn(credentials)).toMatchObject({ isSignedIn: true });
  await rememberDevice();
  const [device] = await fetchDevices();
  expect(device).toMatchObject({
    id: expect.stringMatching(/^us-east-1_/),
    attributes: { 'dev:device_remembered_status': 'remembered' },
  });
  const user = { UserPoolId: PROMPTED_POOL_ID, Username: 'grace' };
  const DeviceKey = device?.id ?? '';
  const shown = await admin.send(new sdk.AdminGetDeviceCommand({ ...user, DeviceKey }));
  expect(Math.abs((shown.Device?.DeviceCreateDate?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  await signOut();

  expect(await signIn(credentials)).toMatchObject({ isSignedIn: true });
  const { tokens } = await fetchAuthSession({ forceRefresh: true });
  expect(tokens?.accessToken.payload['device_key']).toBe(DeviceKey);
  await admin.send(
    new sdk.AdminUpdateDeviceStatusCommand({ ...user, DeviceKey, DeviceRememberedStatus: 'not_remembered' }),
  );
  await forgetDevice();
  expect(await fetchDevices()).toEqual([]);
  await signOut();
});

// Must be last, because it records all calls above. `vitest -u` updates it.
test('the record of the calls of these clients is complete', async () => {
  await expect(formatRecord(fixture.seenClients())).toMatchFileSnapshot('testing/conformance/devices.txt');
});
