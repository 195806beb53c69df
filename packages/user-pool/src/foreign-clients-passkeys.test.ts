import * as sdk from '@aws-sdk/client-cognito-identity-provider';
import { systemClock } from '@coffer/kit';
import { testDatabase } from '@coffer/testing';
import { Amplify } from 'aws-amplify';
import {
  associateWebAuthnCredential,
  confirmSignIn,
  deleteWebAuthnCredential,
  listWebAuthnCredentials,
  signIn,
  signOut,
} from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createAuthenticator } from './testing/authenticator.ts';
import { browserGlobals } from './testing/browser-credentials.ts';
import {
  ORIGIN,
  PASSKEY_POOL_ID,
  type PasskeyFixture,
  RELYING_PARTY_ID,
  startPasskeyPool,
} from './testing/passkey-fixture.ts';
import { PASSWORD } from './testing/pool-fixture.ts';
import { formatRecord } from './testing/conformance.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PasskeyFixture;
let anonymous: sdk.CognitoIdentityProviderClient;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPasskeyPool(database.connectionString, systemClock);
  anonymous = new sdk.CognitoIdentityProviderClient({
    endpoint: fixture.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'unused', secretAccessKey: 'unused' },
  });
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: PASSKEY_POOL_ID,
        userPoolClientId: 'passkeys',
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
});

afterEach(() => {
  vi.unstubAllGlobals();
});

afterAll(async () => {
  anonymous.destroy();
  await fixture.close();
  await database.drop();
});

test('Amplify registers a passkey, signs in with it in both ways, and deletes it', async () => {
  await fixture.createUser('ada', { poolId: PASSKEY_POOL_ID });
  const authenticator = createAuthenticator({ origin: ORIGIN });
  for (const [name, value] of Object.entries(browserGlobals(authenticator))) vi.stubGlobal(name, value);
  expect(await signIn({ username: 'ada', password: PASSWORD })).toMatchObject({ isSignedIn: true });
  await associateWebAuthnCredential();
  await signOut();

  const options = { authFlowType: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN' } as const;
  expect(await signIn({ username: 'ada', options })).toMatchObject({ isSignedIn: true });
  await signOut();

  const chosen = await signIn({ username: 'ada', options: { authFlowType: 'USER_AUTH' } });
  expect(chosen.nextStep).toMatchObject({
    signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
    availableChallenges: expect.arrayContaining(['WEB_AUTHN']),
  });
  expect(await confirmSignIn({ challengeResponse: 'WEB_AUTHN' })).toMatchObject({ isSignedIn: true });

  const { credentials } = await listWebAuthnCredentials();
  const [credentialId = ''] = authenticator.credentialIds;
  expect(credentials).toMatchObject([
    { credentialId, relyingPartyId: RELYING_PARTY_ID, authenticatorAttachment: 'platform' },
  ]);
  expect(Math.abs((credentials[0]?.createdAt?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  await deleteWebAuthnCredential({ credentialId });
  expect((await listWebAuthnCredentials()).credentials).toEqual([]);
  await signOut();
});

test('the AWS SDK registers a passkey, signs in with it, and gets typed errors', async () => {
  const { AccessToken } = await fixture.enter('grace');
  const authenticator = createAuthenticator({ origin: ORIGIN, algorithm: 'RS256' });
  const start = async () =>
    (await anonymous.send(new sdk.StartWebAuthnRegistrationCommand({ AccessToken })))
      .CredentialCreationOptions;
  const complete = async (credential: ReturnType<typeof authenticator.create>) =>
    await anonymous.send(
      new sdk.CompleteWebAuthnRegistrationCommand({
        AccessToken,
        Credential: z.record(z.string(), z.json()).parse(JSON.parse(JSON.stringify(credential))),
      }),
    );
  const credential = authenticator.create(await start());
  await complete(credential);
  await expect(complete(credential)).rejects.toThrow(sdk.WebAuthnChallengeNotFoundException);
  const stranger = createAuthenticator({ origin: 'https://evil.example.org' });
  await expect(complete(stranger.create(await start()))).rejects.toThrow(
    sdk.WebAuthnOriginNotAllowedException,
  );

  const begun = await anonymous.send(
    new sdk.InitiateAuthCommand({
      AuthFlow: 'USER_AUTH',
      ClientId: 'passkeys',
      AuthParameters: { USERNAME: 'grace', PREFERRED_CHALLENGE: 'WEB_AUTHN' },
    }),
  );
  const options: unknown = JSON.parse(begun.ChallengeParameters?.['CREDENTIAL_REQUEST_OPTIONS'] ?? '');
  const signedIn = await anonymous.send(
    new sdk.RespondToAuthChallengeCommand({
      ChallengeName: 'WEB_AUTHN',
      ClientId: 'passkeys',
      Session: begun.Session,
      ChallengeResponses: { USERNAME: 'grace', CREDENTIAL: JSON.stringify(authenticator.get(options)) },
    }),
  );
  expect(signedIn.AuthenticationResult?.TokenType).toBe('Bearer');
  const listed = await anonymous.send(new sdk.ListWebAuthnCredentialsCommand({ AccessToken, MaxResults: 1 }));
  expect(listed.Credentials?.[0]?.CreatedAt).toBeInstanceOf(Date);
  const { CredentialId } = listed.Credentials?.[0] ?? {};
  await anonymous.send(new sdk.DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId }));
  await expect(
    anonymous.send(new sdk.DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId })),
  ).rejects.toThrow(sdk.ResourceNotFoundException);
});

// Must be last, because it records all calls above. `vitest -u` updates it.
test('the record of the calls of these clients is complete', async () => {
  await expect(formatRecord(fixture.seenClients())).toMatchFileSnapshot('testing/conformance/passkeys.txt');
});
