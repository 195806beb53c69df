import * as sdk from '@aws-sdk/client-cognito-identity-provider';
import { testDatabase } from '@coffer/testing';
import { Amplify } from 'aws-amplify';
import * as auth from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FRANK_CLIENT_ID, PEOPLE_CLIENT_ID, PEOPLE_POOL_ID, PEOPLE_POOLS } from './testing/people-pools.ts';
import { ADMIN, PASSWORD, type PoolFixture, startPool } from './testing/pool-fixture.ts';
import { formatRecord } from './testing/conformance.ts';

const NEW_PASSWORD = 'bright-Lantern-river-42';
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let client: sdk.CognitoIdentityProviderClient;
let username: string;
let count = 0;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, { pools: PEOPLE_POOLS });
  const { endpoint } = fixture;
  client = new sdk.CognitoIdentityProviderClient({
    endpoint,
    region: 'us-east-1',
    credentials: ADMIN,
    maxAttempts: 1,
  });
  const store = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void store.set(key, value),
    getItem: async (key) => store.get(key) ?? null,
    removeItem: async (key) => void store.delete(key),
    clear: async () => store.clear(),
  });
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: PEOPLE_POOL_ID,
        userPoolClientId: PEOPLE_CLIENT_ID,
        userPoolEndpoint: endpoint,
      },
    },
  });
});

afterAll(async () => {
  client.destroy();
  await fixture.close();
  await database.drop();
});

beforeEach(() => {
  username = `amplifier${++count}@example.org`;
});

async function signUpWithAmplify(): Promise<void> {
  const made = await auth.signUp({
    username,
    password: PASSWORD,
    options: { userAttributes: { name: 'Ada' } },
  });
  expect(made).toMatchObject({
    isSignUpComplete: false,
    nextStep: {
      signUpStep: 'CONFIRM_SIGN_UP',
      codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'a***@e***' },
    },
  });
  const confirmed = await auth.confirmSignUp({
    username,
    confirmationCode: await fixture.lastCode(username),
  });
  expect(confirmed.isSignUpComplete).toBe(true);
}

test('aws-amplify signs up, signs in, changes the address and deletes the user', async () => {
  await signUpWithAmplify();
  expect((await auth.signIn({ username, password: PASSWORD })).isSignedIn).toBe(true);
  expect(await auth.fetchUserAttributes()).toMatchObject({ email: username, name: 'Ada' });

  const moved = `moved-${username}`;
  const asked = await auth.updateUserAttributes({ userAttributes: { email: moved, nickname: 'A' } });
  expect(asked).toMatchObject({
    email: { isUpdated: false, nextStep: { updateAttributeStep: 'CONFIRM_ATTRIBUTE_WITH_CODE' } },
    nickname: { isUpdated: true },
  });
  expect(await auth.fetchUserAttributes()).toMatchObject({ email: username, nickname: 'A' });
  await auth.sendUserAttributeVerificationCode({ userAttributeKey: 'email' });
  await auth.confirmUserAttribute({
    userAttributeKey: 'email',
    confirmationCode: await fixture.lastCode(moved),
  });
  expect(await auth.fetchUserAttributes()).toMatchObject({ email: moved, email_verified: 'true' });
  await auth.deleteUserAttributes({ userAttributeKeys: ['nickname'] });
  await auth.updatePassword({ oldPassword: PASSWORD, newPassword: NEW_PASSWORD });

  await auth.deleteUser();
  await expect(auth.signIn({ username: moved, password: NEW_PASSWORD })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
});

test('aws-amplify resends a code and replaces a forgotten password', async () => {
  await auth.signUp({ username, password: PASSWORD });
  const resent = await auth.resendSignUpCode({ username });
  expect(resent).toMatchObject({ deliveryMedium: 'EMAIL', destination: 'a***@e***' });
  await expect(auth.confirmSignUp({ username, confirmationCode: 'abcdef' })).rejects.toMatchObject({
    name: 'CodeMismatchException',
  });
  await auth.confirmSignUp({ username, confirmationCode: await fixture.lastCode(username) });

  const reset = await auth.resetPassword({ username });
  expect(reset).toMatchObject({
    isPasswordReset: false,
    nextStep: { resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE' },
  });
  const confirmationCode = await fixture.lastCode(username);
  await auth.confirmResetPassword({ username, confirmationCode, newPassword: NEW_PASSWORD });
  expect((await auth.signIn({ username, password: NEW_PASSWORD })).isSignedIn).toBe(true);
  await auth.signOut();
});

test('aws-amplify signs in automatically after a sign-up', async () => {
  await auth.signUp({
    username,
    password: PASSWORD,
    options: { userAttributes: {}, autoSignIn: { authFlowType: 'USER_AUTH' } },
  });
  const confirmed = await auth.confirmSignUp({
    username,
    confirmationCode: await fixture.lastCode(username),
  });
  expect(confirmed.nextStep).toMatchObject({ signUpStep: 'COMPLETE_AUTO_SIGN_IN' });
  expect(await auth.autoSignIn()).toMatchObject({ isSignedIn: true });
  await auth.signOut();
});

test('the AWS SDK parses the responses and the errors of each operation', async () => {
  const ClientId = PEOPLE_CLIENT_ID;
  const made = await client.send(new sdk.SignUpCommand({ ClientId, Username: username, Password: PASSWORD }));
  expect(made.UserConfirmed).toBe(false);
  expect(made.CodeDeliveryDetails).toMatchObject({ AttributeName: 'email' });
  const wrong = new sdk.ConfirmSignUpCommand({ ClientId, Username: username, ConfirmationCode: 'x' });
  await expect(client.send(wrong)).rejects.toBeInstanceOf(sdk.CodeMismatchException);
  await client.send(new sdk.ResendConfirmationCodeCommand({ ClientId, Username: username }));
  await client.send(new sdk.AdminConfirmSignUpCommand({ UserPoolId: PEOPLE_POOL_ID, Username: username }));
  const taken = { ClientId: FRANK_CLIENT_ID, Username: username, Password: PASSWORD };
  await expect(client.send(new sdk.SignUpCommand(taken))).rejects.toBeInstanceOf(sdk.UsernameExistsException);

  const target = { UserPoolId: PEOPLE_POOL_ID, Username: username };
  const UserAttributes = [
    { Name: 'email_verified', Value: 'true' },
    { Name: 'nickname', Value: 'A' },
  ];
  await client.send(new sdk.AdminUpdateUserAttributesCommand({ ...target, UserAttributes }));
  await client.send(
    new sdk.AdminDeleteUserAttributesCommand({ ...target, UserAttributeNames: ['nickname'] }),
  );
  await client.send(new sdk.AdminResetUserPasswordCommand(target));
  const user = await client.send(new sdk.AdminGetUserCommand(target));
  expect(user.UserStatus).toBe('RESET_REQUIRED');
  expect(user.UserAttributes).not.toContainEqual({ Name: 'nickname', Value: 'A' });
  const forgot = await client.send(new sdk.ForgotPasswordCommand({ ClientId, Username: username }));
  expect(forgot.CodeDeliveryDetails?.Destination).toBe('a***@e***');
  await client.send(
    new sdk.ConfirmForgotPasswordCommand({
      ClientId,
      Username: username,
      ConfirmationCode: await fixture.lastCode(username),
      Password: NEW_PASSWORD,
    }),
  );
  const signedIn = await fixture.signIn(username, NEW_PASSWORD, {
    poolId: PEOPLE_POOL_ID,
    clientId: PEOPLE_CLIENT_ID,
  });
  const { AccessToken } = signedIn.body['AuthenticationResult'] as { AccessToken: string };
  const factors = await client.send(new sdk.GetUserAuthFactorsCommand({ AccessToken }));
  expect(factors.ConfiguredUserAuthFactors).toEqual(['PASSWORD']);
  const asked = await client.send(
    new sdk.GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName: 'email' }),
  );
  expect(asked.CodeDeliveryDetails?.DeliveryMedium).toBe('EMAIL');
  const Code = await fixture.lastCode(username);
  await client.send(new sdk.VerifyUserAttributeCommand({ AccessToken, AttributeName: 'email', Code }));
  await client.send(
    new sdk.UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name: 'name', Value: 'A' }] }),
  );
  await client.send(new sdk.DeleteUserAttributesCommand({ AccessToken, UserAttributeNames: ['name'] }));
  await client.send(new sdk.DeleteUserCommand({ AccessToken }));
  await expect(client.send(new sdk.AdminDeleteUserCommand(target))).rejects.toBeInstanceOf(
    sdk.UserNotFoundException,
  );
});

// Must be last, because it records all calls above. `vitest -u` updates it.
test('the record of the calls of these clients is complete', async () => {
  await expect(formatRecord(fixture.seenClients())).toMatchFileSnapshot('testing/conformance/people.txt');
});
