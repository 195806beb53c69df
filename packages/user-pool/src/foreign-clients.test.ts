import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as sdk from '@aws-sdk/client-cognito-identity-provider';
import { testDatabase } from '@coffer/testing';
import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
} from 'amazon-cognito-identity-js';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { computeCode, stepAt } from './crypto/totp.ts';
import {
  ADMIN,
  CLIENT_ID,
  MFA_POOL_ID,
  PASSWORD,
  type PoolFixture,
  POOL_ID,
  ROTATING_CLIENT_ID,
  startPool,
} from './testing/pool-fixture.ts';
import { decodeBase32 } from './testing/base32.ts';
import { formatRecord } from './testing/conformance.ts';

const NEW_PASSWORD = 'bright-Lantern-river-42';
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let admin: sdk.CognitoIdentityProviderClient;
let anonymous: sdk.CognitoIdentityProviderClient;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString);
  const { endpoint } = fixture;
  admin = new sdk.CognitoIdentityProviderClient({
    endpoint,
    region: 'us-east-1',
    credentials: ADMIN,
    maxAttempts: 1,
  });
  anonymous = new sdk.CognitoIdentityProviderClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'unused', secretAccessKey: 'unused' },
    maxAttempts: 1,
  });
});

afterAll(async () => {
  admin.destroy();
  anonymous.destroy();
  await fixture.close();
  await database.drop();
});

type Outcome =
  | { readonly kind: 'signedIn'; readonly session: CognitoUserSession }
  | { readonly kind: 'newPassword'; readonly attributes: Record<string, string> }
  | { readonly kind: 'totp' | 'mfaSetup' };

function identityUser(name: string, poolId = POOL_ID, clientId = CLIENT_ID): CognitoUser {
  const store = new Map<string, string>();
  const Storage = {
    setItem: (key: string, value: string) => void store.set(key, value),
    getItem: (key: string) => store.get(key) ?? null,
    removeItem: (key: string) => void store.delete(key),
    clear: () => store.clear(),
  };
  const Pool = new CognitoUserPool({
    UserPoolId: poolId,
    ClientId: clientId,
    endpoint: fixture.endpoint,
    Storage,
  });
  return new CognitoUser({ Username: name, Pool, Storage });
}

const callbacks = (resolve: (outcome: Outcome) => void, reject: (cause: unknown) => void) => ({
  onSuccess: (session: CognitoUserSession) => resolve({ kind: 'signedIn', session }),
  onFailure: reject,
  newPasswordRequired: (attributes: Record<string, string>) => resolve({ kind: 'newPassword', attributes }),
  totpRequired: () => resolve({ kind: 'totp' }),
  mfaSetup: () => resolve({ kind: 'mfaSetup' }),
});

const authenticate = (user: CognitoUser, Username: string, Password: string) =>
  new Promise<Outcome>((resolve, reject) =>
    user.authenticateUser(new AuthenticationDetails({ Username, Password }), callbacks(resolve, reject)),
  );

const setNewPassword = (user: CognitoUser, password: string) =>
  new Promise<Outcome>((resolve, reject) =>
    user.completeNewPasswordChallenge(password, {}, callbacks(resolve, reject)),
  );

const sendTotp = (user: CognitoUser, code: string) =>
  new Promise<Outcome>((resolve, reject) =>
    user.sendMFACode(code, callbacks(resolve, reject), 'SOFTWARE_TOKEN_MFA'),
  );

const associate = (user: CognitoUser) =>
  new Promise<string>((resolve, reject) =>
    user.associateSoftwareToken({ associateSecretCode: resolve, onFailure: reject }),
  );

const verifyTotp = (user: CognitoUser, code: string) =>
  new Promise<unknown>((resolve, reject) =>
    user.verifySoftwareToken(code, 'phone', { onSuccess: resolve, onFailure: reject }),
  );

const codeOf = (secret: string, stepsAhead = 0) =>
  computeCode(decodeBase32(secret), stepAt(new Date()) + stepsAhead);

test('amazon-cognito-identity-js replaces a temporary password, sets up TOTP, signs in with it and refreshes', async () => {
  const email = 'grace@example.org';
  await admin.send(
    new sdk.AdminCreateUserCommand({
      UserPoolId: POOL_ID,
      Username: email,
      TemporaryPassword: 'first-Kettle-Parade-7',
      MessageAction: 'SUPPRESS',
    }),
  );
  const user = identityUser(email);
  const first = await authenticate(user, email, 'first-Kettle-Parade-7');
  expect(first).toMatchObject({ kind: 'newPassword', attributes: { email } });
  expect((await setNewPassword(user, NEW_PASSWORD)).kind).toBe('signedIn');

  const secret = await associate(user);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await verifyTotp(user, codeOf(secret, -1));
  await new Promise((resolve, reject) =>
    user.setUserMfaPreference(null, { PreferredMfa: true, Enabled: true }, (error, result) =>
      error === undefined || error === null ? resolve(result) : reject(error),
    ),
  );

  const again = identityUser(email);
  expect((await authenticate(again, email, NEW_PASSWORD)).kind).toBe('totp');
  await expect(sendTotp(again, codeOf(secret, 500))).rejects.toMatchObject({ code: 'CodeMismatchException' });
  const done = await sendTotp(again, codeOf(secret));
  if (done.kind !== 'signedIn') throw new Error('not signed in');
  const renewed = await new Promise<CognitoUserSession>((resolve, reject) =>
    again.refreshSession(done.session.getRefreshToken(), (error, session) =>
      error === null || error === undefined ? resolve(session) : reject(error),
    ),
  );
  expect(renewed.getAccessToken().decodePayload()['origin_jti']).toBe(
    done.session.getAccessToken().decodePayload()['origin_jti'],
  );
});

test('amazon-cognito-identity-js completes MFA_SETUP where the pool requires a second factor', async () => {
  await fixture.createUser('hedy', { poolId: MFA_POOL_ID });
  const user = identityUser('hedy', MFA_POOL_ID, 'mfaclient');
  expect((await authenticate(user, 'hedy', PASSWORD)).kind).toBe('mfaSetup');
  const secret = await associate(user);
  await verifyTotp(user, codeOf(secret, -1));
  const again = identityUser('hedy', MFA_POOL_ID, 'mfaclient');
  expect((await authenticate(again, 'hedy', PASSWORD)).kind).toBe('totp');
  expect((await sendTotp(again, codeOf(secret))).kind).toBe('signedIn');
});

test('amazon-cognito-identity-js gets the wrong-password message that it expects', async () => {
  await fixture.createUser('wrong@example.org');
  for (const name of ['wrong@example.org', 'nobody@example.org'])
    await expect(authenticate(identityUser(name), name, 'not the password')).rejects.toMatchObject({
      code: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
});

test('the AWS SDK administers users', async () => {
  const target = { UserPoolId: POOL_ID, Username: 'sdk@example.org' };
  const made = await admin.send(
    new sdk.AdminCreateUserCommand({
      ...target,
      UserAttributes: [
        { Name: 'name', Value: 'Sophie' },
        { Name: 'custom:team', Value: 'blue' },
      ],
    }),
  );
  expect(made.User).toMatchObject({ Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD' });
  expect(Math.abs((made.User?.UserCreateDate?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  expect(made.User?.Username).toBe(made.User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value);

  await admin.send(
    new sdk.AdminSetUserPasswordCommand({ ...target, Password: NEW_PASSWORD, Permanent: true }),
  );
  await admin.send(new sdk.AdminDisableUserCommand(target));
  const disabled = await admin.send(new sdk.AdminGetUserCommand(target));
  expect(disabled).toMatchObject({ Enabled: false, UserStatus: 'CONFIRMED', Username: made.User?.Username });
  await admin.send(new sdk.AdminEnableUserCommand(target));
  expect((await admin.send(new sdk.AdminGetUserCommand(target))).Enabled).toBe(true);
  await admin.send(new sdk.AdminUserGlobalSignOutCommand(target));

  const byEmail = await admin.send(
    new sdk.ListUsersCommand({ UserPoolId: POOL_ID, Filter: 'email ^= "SDK@"', AttributesToGet: ['name'] }),
  );
  expect(byEmail.Users).toMatchObject([{ Attributes: [{ Name: 'name', Value: 'Sophie' }] }]);
  await expect(
    admin.send(new sdk.AdminGetUserCommand({ UserPoolId: POOL_ID, Username: 'nobody@example.org' })),
  ).rejects.toThrow(sdk.UserNotFoundException);
  await expect(admin.send(new sdk.AdminCreateUserCommand(target))).rejects.toThrow(
    sdk.UsernameExistsException,
  );
  await expect(anonymous.send(new sdk.AdminGetUserCommand(target))).rejects.toMatchObject({
    name: 'UnrecognizedClientException',
  });
});

test('the AWS SDK pages through users without losing or repeating one', async () => {
  for (let index = 0; index < 5; index++) await fixture.createUser(`page${index}@example.org`);
  const seen: (string | undefined)[] = [];
  let PaginationToken: string | undefined;
  do {
    const page: sdk.ListUsersCommandOutput = await admin.send(
      new sdk.ListUsersCommand({ UserPoolId: POOL_ID, Limit: 2, Filter: 'email ^= "page"', PaginationToken }),
    );
    expect(page.Users?.length).toBeLessThanOrEqual(2);
    seen.push(...(page.Users ?? []).map(({ Username }) => Username));
    PaginationToken = page.PaginationToken;
  } while (PaginationToken !== undefined && seen.length < 10);
  expect(seen).toHaveLength(5);
  expect(new Set(seen).size).toBe(5);
});

test('the AWS SDK calls the operations that users authorize with their tokens', async () => {
  await fixture.createUser('tokens@example.org');
  const { AccessToken, RefreshToken } = await fixture.tokens('tokens@example.org');
  const user = await anonymous.send(new sdk.GetUserCommand({ AccessToken }));
  expect(user.UserAttributes).toContainEqual({ Name: 'email', Value: 'tokens@example.org' });

  const classic = await anonymous.send(
    new sdk.InitiateAuthCommand({
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      ClientId: CLIENT_ID,
      AuthParameters: { REFRESH_TOKEN: RefreshToken ?? '' },
    }),
  );
  expect(classic.AuthenticationResult).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 3600 });
  expect(classic.AuthenticationResult?.RefreshToken).toBeUndefined();

  await anonymous.send(
    new sdk.ChangePasswordCommand({
      AccessToken,
      PreviousPassword: PASSWORD,
      ProposedPassword: NEW_PASSWORD,
    }),
  );
  expect((await fixture.signIn('tokens@example.org', NEW_PASSWORD)).status).toBe(200);
  expect((await fixture.signIn('tokens@example.org', PASSWORD)).status).toBe(400);

  const secret = await anonymous.send(new sdk.AssociateSoftwareTokenCommand({ AccessToken }));
  const verified = await anonymous.send(
    new sdk.VerifySoftwareTokenCommand({ AccessToken, UserCode: codeOf(secret.SecretCode ?? '') }),
  );
  expect(verified.Status).toBe('SUCCESS');
  await anonymous.send(
    new sdk.SetUserMFAPreferenceCommand({
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    }),
  );
  expect(await anonymous.send(new sdk.GetUserCommand({ AccessToken }))).toMatchObject({
    PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
  });

  await anonymous.send(new sdk.GlobalSignOutCommand({ AccessToken }));
  await expect(anonymous.send(new sdk.GetUserCommand({ AccessToken }))).rejects.toThrow(
    'Access Token has been revoked',
  );
});

test('the AWS SDK rotates refresh tokens and revokes them', async () => {
  await fixture.createUser('rotate@example.org');
  const first = await fixture.tokens('rotate@example.org', ROTATING_CLIENT_ID);
  const next = await anonymous.send(
    new sdk.GetTokensFromRefreshTokenCommand({
      ClientId: ROTATING_CLIENT_ID,
      RefreshToken: first.RefreshToken,
    }),
  );
  const AccessToken = next.AuthenticationResult?.AccessToken;
  const Token = next.AuthenticationResult?.RefreshToken;
  expect(Token).toBeDefined();
  expect(Token).not.toBe(first.RefreshToken);
  await anonymous.send(new sdk.GetUserCommand({ AccessToken }));
  await anonymous.send(new sdk.RevokeTokenCommand({ ClientId: ROTATING_CLIENT_ID, Token }));
  await expect(anonymous.send(new sdk.GetUserCommand({ AccessToken }))).rejects.toThrow(
    sdk.NotAuthorizedException,
  );
  await expect(
    anonymous.send(new sdk.RevokeTokenCommand({ ClientId: ROTATING_CLIENT_ID, Token: AccessToken })),
  ).rejects.toThrow(sdk.UnsupportedTokenTypeException);
});

test('jose accepts both tokens through the published keys', async () => {
  await fixture.createUser('jwks@example.org');
  const { AccessToken, IdToken } = await fixture.tokens('jwks@example.org');
  const issuer = `${fixture.endpoint}/${POOL_ID}`;
  const discovery = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  expect(discovery).toMatchObject({ issuer, jwks_uri: `${issuer}/.well-known/jwks.json` });
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  for (const token of [AccessToken, IdToken])
    expect((await jwtVerify(token, keys, { issuer, algorithms: ['RS256'] })).payload.iss).toBe(issuer);
  expect((await fetch(`${fixture.endpoint}/us-east-1_Nothing00/.well-known/jwks.json`)).status).toBe(404);
});

const run = promisify(execFile);
const hasAwsCli = await run('aws', ['--version']).then(
  () => true,
  () => false,
);

test.skipIf(!hasAwsCli)(
  'the AWS CLI starts a sign-in unsigned and manages users with signed calls',
  { timeout: 600_000 },
  async () => {
    await fixture.createUser('cli@example.org');
    const settings = [
      'HOME=/nonexistent',
      'AWS_DEFAULT_REGION=us-east-1',
      `AWS_ACCESS_KEY_ID=${ADMIN.accessKeyId}`,
      `AWS_SECRET_ACCESS_KEY=${ADMIN.secretAccessKey}`,
    ];
    const aws = async (...parameters: string[]): Promise<unknown> => {
      const options = ['--endpoint-url', fixture.endpoint, '--output', 'json'];
      const { stdout } = await run('env', [...settings, 'aws', 'cognito-idp', ...parameters, ...options]);
      return JSON.parse(stdout);
    };
    const begun = await aws(
      'initiate-auth',
      '--client-id',
      CLIENT_ID,
      '--auth-flow',
      'USER_SRP_AUTH',
      '--auth-parameters',
      'USERNAME=cli@example.org,SRP_A=abcdef',
    );
    expect(begun).toMatchObject({ ChallengeName: 'PASSWORD_VERIFIER' });
    const user = await aws('admin-get-user', '--user-pool-id', POOL_ID, '--username', 'cli@example.org');
    expect(user).toMatchObject({ UserStatus: 'CONFIRMED', Enabled: true });
    await expect(
      aws('admin-get-user', '--user-pool-id', POOL_ID, '--username', 'nobody@example.org'),
    ).rejects.toThrow('User does not exist.');
    await expect(formatRecord(fixture.seenClients(), ['AWS CLI'])).toMatchFileSnapshot(
      'testing/conformance/aws-cli.txt',
    );
  },
);

// Must be last, because it records all calls above. `vitest -u` updates it.
test('the record of the calls of these clients is complete', async () => {
  await expect(formatRecord(fixture.seenClients())).toMatchFileSnapshot('testing/conformance/clients.txt');
});
