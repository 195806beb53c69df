import { systemClock } from '@coffer/kit';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createAuthenticator } from '../authenticator.ts';
import { createDeviceClient, newDeviceSchema } from '../device-client.ts';
import { totpCode } from '../sign-in-driver.ts';
import { refused, skipUnknown, textAt, type World } from './client.ts';
import {
  DEVICES_CLIENT_ID,
  DEVICES_POOL_ID,
  RELYING_PARTY_ID,
  SCENARIO_CLIENT_ID,
  SCENARIO_POOL_ID,
} from './pools.ts';
import { signIn, tokensOf } from './sign-in.ts';

const ORIGIN = `https://${RELYING_PARTY_ID}`;
const resultSchema = z.object({ AccessToken: z.string(), NewDeviceMetadata: newDeviceSchema });

export function factorsScenario(world: () => World): void {
  test('an authenticator is set up, requested, and disabled by an administrator', async () => {
    const { tag, client, fixture } = world();
    const Username = `careful.${tag}@example.org`;
    await fixture.createUser(Username, { poolId: SCENARIO_POOL_ID });
    const target = { UserPoolId: SCENARIO_POOL_ID, Username };
    const { AccessToken } = await tokensOf(world(), { username: Username });
    const associated = await client.call('AssociateSoftwareToken', { AccessToken });
    const secret = textAt(associated, 'SecretCode');
    const verify = (UserCode: string) => client.call('VerifySoftwareToken', { AccessToken, UserCode });
    await expect(verify(totpCode(secret, systemClock, 500))).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
    });
    expect(await verify(totpCode(secret, systemClock, -1))).toMatchObject({ Status: 'SUCCESS' });
    const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
    await client.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
    expect(await client.call('GetUser', { AccessToken })).toMatchObject({
      PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    });
    const asked = await signIn(world(), { username: Username });
    expect(asked).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
    const done = await client.call('RespondToAuthChallenge', {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ClientId: SCENARIO_CLIENT_ID,
      Session: textAt(asked, 'Session'),
      ChallengeResponses: { USERNAME: Username, SOFTWARE_TOKEN_MFA_CODE: totpCode(secret, systemClock) },
    });
    expect(done).toMatchObject({ AuthenticationResult: { TokenType: 'Bearer' } });

    expect(await client.call('AdminGetUserAuthFactors', target)).toMatchObject({
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    });
    const Enabled = false;
    await client.call('AdminSetUserMFAPreference', { ...target, SoftwareTokenMfaSettings: { Enabled } });
    await tokensOf(world(), { username: Username });
  });

  test('an administrator removes an authenticator', async (context) => {
    const { tag, client, fixture } = world();
    skipUnknown(world(), context, 'AdminDeleteSoftwareToken');
    const Username = `careless.${tag}@example.org`;
    await fixture.createUser(Username, { poolId: SCENARIO_POOL_ID });
    const target = { UserPoolId: SCENARIO_POOL_ID, Username };
    const { AccessToken } = await tokensOf(world(), { username: Username });
    await fixture.call('AssociateSoftwareToken', { AccessToken });
    await client.call('AdminDeleteSoftwareToken', target);
    await expect(client.call('AdminDeleteSoftwareToken', target)).rejects.toMatchObject({
      message: 'User has not set up software token mfa',
    });
  });

  test('a passkey is registered, signs in, and is deleted', async () => {
    const { tag, client, fixture } = world();
    const username = `passkey.${tag}@example.org`;
    await fixture.createUser(username, { poolId: SCENARIO_POOL_ID });
    const { AccessToken } = await tokensOf(world(), { username });
    const authenticator = createAuthenticator({ origin: ORIGIN });
    const started = await client.call('StartWebAuthnRegistration', { AccessToken });
    const Credential = authenticator.create(started['CredentialCreationOptions']);
    await client.call('CompleteWebAuthnRegistration', { AccessToken, Credential });
    const [CredentialId = ''] = authenticator.credentialIds;
    expect(await client.call('ListWebAuthnCredentials', { AccessToken })).toMatchObject({
      Credentials: [{ CredentialId, RelyingPartyId: RELYING_PARTY_ID }],
    });

    const begun = await client.call('InitiateAuth', {
      AuthFlow: 'USER_AUTH',
      ClientId: SCENARIO_CLIENT_ID,
      AuthParameters: { USERNAME: username, PREFERRED_CHALLENGE: 'WEB_AUTHN' },
    });
    const options: unknown = JSON.parse(textAt(begun, 'ChallengeParameters', 'CREDENTIAL_REQUEST_OPTIONS'));
    const done = await client.call('RespondToAuthChallenge', {
      ChallengeName: 'WEB_AUTHN',
      ClientId: SCENARIO_CLIENT_ID,
      Session: textAt(begun, 'Session'),
      ChallengeResponses: { USERNAME: username, CREDENTIAL: JSON.stringify(authenticator.get(options)) },
    });
    expect(done).toMatchObject({ AuthenticationResult: { TokenType: 'Bearer' } });

    await client.call('DeleteWebAuthnCredential', { AccessToken, CredentialId });
    expect((await client.call('ListWebAuthnCredentials', { AccessToken }))['Credentials']).toEqual([]);
  });

  test('a user remembers a device, and forgets it', async () => {
    const { client } = world();
    const { AccessToken, DeviceKey } = await confirmNewDevice(world(), 'owner');
    const target = { AccessToken, DeviceKey };
    const status = (DeviceRememberedStatus: string) =>
      client.call('UpdateDeviceStatus', { ...target, DeviceRememberedStatus });
    await status('not_remembered');
    expect(await client.call('ListDevices', { AccessToken, Limit: 10 })).toMatchObject({
      Devices: [{ DeviceKey, ...remembered('not_remembered') }],
    });
    await status('remembered');
    expect(await client.call('GetDevice', target)).toMatchObject({
      Device: { DeviceKey, ...remembered('remembered') },
    });
    await client.call('ForgetDevice', target);
    await expect(client.call('GetDevice', target)).rejects.toMatchObject(
      refused('ResourceNotFoundException', 'Device does not exist.'),
    );
  });

  test('an administrator reads the device of a user, and forgets it', async () => {
    const { client } = world();
    const { DeviceKey, Username } = await confirmNewDevice(world(), 'loser');
    const user = { UserPoolId: DEVICES_POOL_ID, Username };
    const target = { ...user, DeviceKey };
    expect(await client.call('AdminListDevices', user)).toMatchObject({ Devices: [{ DeviceKey }] });
    const DeviceRememberedStatus = 'not_remembered';
    await client.call('AdminUpdateDeviceStatus', { ...target, DeviceRememberedStatus });
    expect(await client.call('AdminGetDevice', target)).toMatchObject({
      Device: {
        DeviceKey,
        DeviceAttributes: expect.arrayContaining([
          { Name: 'dev:device_remembered_status', Value: 'not_remembered' },
        ]),
      },
    });
    await client.call('AdminForgetDevice', target);
    expect((await client.call('AdminListDevices', user))['Devices']).toEqual([]);
  });
}

const remembered = (Value: string) => ({
  DeviceAttributes: expect.arrayContaining([{ Name: 'dev:device_remembered_status', Value }]),
});

async function confirmNewDevice(world: World, name: string) {
  const { tag, client, fixture } = world;
  const poolId = DEVICES_POOL_ID;
  const Username = `${name}.${tag}@example.org`;
  // Addresses are unverified here, which no step needs.
  await fixture.createUser(Username, { poolId });
  const done = await signIn(world, { username: Username, poolId, clientId: DEVICES_CLIENT_ID });
  const { AccessToken, NewDeviceMetadata } = resultSchema.parse(done['AuthenticationResult']);
  const device = createDeviceClient(NewDeviceMetadata);
  const confirmed = await client.call('ConfirmDevice', {
    AccessToken,
    DeviceKey: device.key,
    DeviceName: 'the laptop',
    DeviceSecretVerifierConfig: device.verifierConfig,
  });
  expect(confirmed).toMatchObject({ UserConfirmationNecessary: false });
  return { AccessToken, DeviceKey: device.key, Username };
}
