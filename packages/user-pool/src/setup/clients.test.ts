import { testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { computeSecretHash } from '../accounts/clients.ts';
import { PASSWORD, POOL_ID, type PoolFixture, startPool } from '../testing/pool-fixture.ts';
import { isRedirect } from './redirects.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let UserPoolId = '';

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString);
});

beforeEach(async () => {
  const Schema = [{ Name: 'given_name', Required: true }, { Name: 'team' }];
  const { body } = await fixture.admin('CreateUserPool', { PoolName: 'clients', Schema });
  UserPoolId = (body['UserPool'] as { Id: string }).Id;
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

type Body = Record<string, unknown>;
const ask = (operation: string, input: object) => fixture.admin(operation, { UserPoolId, ...input });
const make = async (input: object = {}): Promise<Body> => {
  const { status, body } = await ask('CreateUserPoolClient', { ClientName: 'web', ...input });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body['UserPoolClient'] as Body;
};

const WHOLE = {
  ClientName: 'whole',
  RefreshTokenValidity: 10,
  AccessTokenValidity: 330,
  IdTokenValidity: 2,
  TokenValidityUnits: { AccessToken: 'seconds', IdToken: 'hours', RefreshToken: 'days' },
  ReadAttributes: ['email', 'given_name', 'custom:team', 'email_verified'],
  WriteAttributes: ['given_name', 'custom:team'],
  ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_AUTH'],
  SupportedIdentityProviders: ['COGNITO'],
  CallbackURLs: ['https://app.example.org/callback', 'http://localhost:3000/', 'myapp://signed-in'],
  LogoutURLs: ['https://app.example.org/'],
  DefaultRedirectURI: 'http://localhost:3000/',
  AllowedOAuthFlows: ['code'],
  AllowedOAuthScopes: ['openid', 'email', 'aws.cognito.signin.user.admin'],
  AllowedOAuthFlowsUserPoolClient: true,
  AnalyticsConfiguration: { ApplicationId: 'd70b2ba36a8c4dc5a04a0451a31a1e12' },
  PreventUserExistenceErrors: 'LEGACY',
  EnableTokenRevocation: false,
  EnablePropagateAdditionalUserContextData: true,
  AuthSessionValidity: 7,
  RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 20 },
};

test('a client is described as created, with its secret', async () => {
  const made = await make({ ...WHOLE, GenerateSecret: true });
  expect(made).toMatchObject(WHOLE);
  expect(made['ClientId']).toMatch(/^[a-z0-9]{26}$/);
  expect(made['ClientSecret']).toMatch(/^[a-z0-9]{51}$/);
  const { body } = await ask('DescribeUserPoolClient', { ClientId: made['ClientId'] });
  expect(body['UserPoolClient']).toEqual(made);
});

test('a change replaces all but name and secret', async () => {
  const made = await make({ ...WHOLE, GenerateSecret: true });
  const { ClientId } = made;
  const { body } = await ask('UpdateUserPoolClient', { ClientId, AccessTokenValidity: 1 });
  expect(body['UserPoolClient']).toEqual({
    UserPoolId,
    ClientId,
    ClientName: 'whole',
    ClientSecret: made['ClientSecret'],
    CreationDate: made['CreationDate'],
    LastModifiedDate: expect.any(Number),
    RefreshTokenValidity: 30,
    AccessTokenValidity: 1,
    IdTokenValidity: 1,
    TokenValidityUnits: { AccessToken: 'hours', IdToken: 'hours', RefreshToken: 'days' },
    ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_CUSTOM_AUTH'],
    SupportedIdentityProviders: ['COGNITO'],
    AllowedOAuthFlowsUserPoolClient: false,
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
    EnablePropagateAdditionalUserContextData: false,
  });
});

test.each([
  ['a secret that is made and given', { GenerateSecret: true, ClientSecret: 'x'.repeat(30) }, 'together'],
  [
    'http elsewhere than here',
    { AllowedOAuthFlows: ['code'], CallbackURLs: ['http://app.example.org/'] },
    'redirect URL',
  ],
  ['a fragment', { CallbackURLs: ['https://app.example.org/#x'] }, 'redirect URL'],
  ['a script', { LogoutURLs: ['javascript:alert(1)'] }, 'redirect URL'],
  [
    'a default that is no callback',
    { CallbackURLs: ['https://a.example/'], DefaultRedirectURI: 'https://b.example/' },
    'DefaultRedirectURI',
  ],
  [
    'OAuth without scopes',
    {
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthFlows: ['code'],
      CallbackURLs: ['https://a.example/'],
    },
    'AllowedOAuthScopes are required',
  ],
  [
    'the implicit flow',
    { AllowedOAuthFlows: ['implicit'], CallbackURLs: ['https://a.example/'] },
    'The implicit flow is not supported',
  ],
  [
    'the client_credentials flow',
    { AllowedOAuthFlows: ['client_credentials'], GenerateSecret: true },
    'The client_credentials flow is not supported',
  ],
  ['the code flow without a callback', { AllowedOAuthFlows: ['code'] }, 'CallbackURLs'],
  [
    'an unknown provider',
    { SupportedIdentityProviders: ['Elsewhere'] },
    'The provider Elsewhere does not exist',
  ],
  ['an unknown attribute to read', { ReadAttributes: ['custom:nothing'] }, 'Invalid read attributes'],
  [
    'an unknown attribute to write',
    { WriteAttributes: ['given_name', 'custom:nothing'] },
    'Invalid write attributes',
  ],
  [
    'a proof of an address to write',
    { WriteAttributes: ['given_name', 'email_verified'] },
    'Invalid write attributes',
  ],
  [
    'a required attribute that nobody may write',
    { WriteAttributes: ['custom:team'] },
    'Invalid write attributes',
  ],
  [
    'old and new names of flows',
    { ExplicitAuthFlows: ['USER_PASSWORD_AUTH', 'ALLOW_USER_SRP_AUTH'] },
    'ALLOW_',
  ],
  [
    'a token of four minutes',
    { AccessTokenValidity: 4, TokenValidityUnits: { AccessToken: 'minutes' } },
    'Invalid range',
  ],
  ['a token of two days', { IdTokenValidity: 2, TokenValidityUnits: { IdToken: 'days' } }, 'Invalid range'],
  [
    'a refresh token of 59 minutes',
    { RefreshTokenValidity: 59, TokenValidityUnits: { RefreshToken: 'minutes' } },
    'Invalid range',
  ],
  ['a relay without a secret', { EnablePropagateAdditionalUserContextData: true }, 'client with a secret'],
  [
    'a long grace',
    { RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 61 } },
    'less than or equal to 60',
  ],
])('%s is rejected', async (_what, input, words) => {
  const { body } = await ask('CreateUserPoolClient', { ClientName: 'bad', ...input });
  expect(body['__type']).toBe('InvalidParameterException');
  expect(body['message']).toContain(words);
});

test.each([
  ['InvalidOAuthFlowException', { AllowedOAuthFlows: ['client_credentials', 'code'], GenerateSecret: true }],
  ['InvalidOAuthFlowException', { AllowedOAuthFlows: ['client_credentials'] }],
  ['ScopeDoesNotExistException', { AllowedOAuthScopes: ['openid', 'files/read'] }],
])('%s reports the problem with OAuth', async (type, input) => {
  const { body } = await ask('CreateUserPoolClient', { ClientName: 'bad', ...input });
  expect(body['__type']).toBe(type);
});

test.each([
  ['https://app.example.org/callback?x=1', true],
  ['http://localhost', true],
  ['http://127.0.0.1:8080/x', true],
  ['http://[::1]:8080/x', true],
  ['com.example.app:/callback', true],
  ['http://localhost.example.org/', false],
  ['http://127.0.0.1.example.org/', false],
  ['https://user:secret@example.org/', false],
  ['https:\\\\example.org', false],
  ['/callback', false],
  ['//example.org/', false],
  ['data:text/html,x', false],
  ['JavaScript:alert(1)', false],
  ['file:///etc/passwd', false],
])('%s is a valid redirect address: %s', (url, expected) => {
  expect(isRedirect(url)).toBe(expected);
});

test('legacy names of flows keep their meaning, and are returned', async () => {
  const made = await make({ ExplicitAuthFlows: ['USER_PASSWORD_AUTH'] });
  expect(made['ExplicitAuthFlows']).toEqual(['USER_PASSWORD_AUTH']);
  const only = await make({ ExplicitAuthFlows: ['CUSTOM_AUTH_FLOW_ONLY'] });
  const { body } = await fixture.call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: only['ClientId'],
    AuthParameters: { USERNAME: 'nobody', SRP_A: 'abc' },
  });
  expect(body['message']).toBe('USER_SRP_AUTH is not enabled for the client.');
});

test('both secrets of a client work until one is deleted, and the last one cannot be deleted', async () => {
  const made = await make({
    GenerateSecret: true,
    ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  });
  const ClientId = String(made['ClientId']);
  const first = String(made['ClientSecret']);
  const own = 'ownSecretOwnSecretOwnSecret';
  const added = await ask('AddUserPoolClientSecret', { ClientId, ClientSecret: own });
  expect(added.body['ClientSecretDescriptor']).toEqual({
    ClientSecretId: expect.stringMatching(new RegExp(`^${ClientId}--\\d+$`)),
    ClientSecretCreateDate: expect.any(Number),
  });
  expect((await ask('AddUserPoolClientSecret', { ClientId })).body['__type']).toBe('LimitExceededException');
  const listed = await ask('ListUserPoolClientSecrets', { ClientId });
  const ids = (listed.body['ClientSecrets'] as readonly { ClientSecretId: string }[]).map(
    ({ ClientSecretId }) => ClientSecretId,
  );
  expect(ids).toHaveLength(2);
  expect(JSON.stringify(listed.body)).not.toContain(own);

  const begin = async (secret: string) =>
    (
      await fixture.call('InitiateAuth', {
        AuthFlow: 'USER_SRP_AUTH',
        ClientId,
        AuthParameters: {
          USERNAME: 'someone',
          SRP_A: 'abc',
          SECRET_HASH: computeSecretHash(secret, 'someone', ClientId),
        },
      })
    ).status;
  const renew = async (ClientSecret: string) =>
    (await fixture.call('GetTokensFromRefreshToken', { ClientId, ClientSecret, RefreshToken: 'x' })).body[
      'message'
    ];
  for (const secret of [first, own]) {
    expect(await begin(secret)).toBe(200);
    expect(await renew(secret)).toBe('Invalid Refresh Token');
  }
  expect(await begin('anotherSecretAnotherSecret')).toBe(400);
  const remove = (ClientSecretId: string | undefined) =>
    ask('DeleteUserPoolClientSecret', { ClientId, ClientSecretId });
  expect((await remove(ids[0])).body).toEqual({});
  expect(await begin(first)).toBe(400);
  expect(await renew(first)).toBe(`Unable to verify client secret for client ${ClientId}`);
  expect(await begin(own)).toBe(200);
  expect((await remove(ids[0])).body['__type']).toBe('ResourceNotFoundException');
  expect((await remove(ids[1])).body['message']).toBe('The last secret of a client can not be deleted.');
  const again = await ask('AddUserPoolClientSecret', { ClientId });
  expect(again.body['ClientSecretDescriptor']).toHaveProperty('ClientSecretValue');
});

test('a client has at most two secrets, also with concurrent calls, and a public client none', async () => {
  const { ClientId } = await make({ GenerateSecret: true });
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => ask('AddUserPoolClientSecret', { ClientId })),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const open = await make();
  const refused = await ask('AddUserPoolClientSecret', { ClientId: open['ClientId'] });
  expect(refused.body['__type']).toBe('InvalidParameterException');
});

test('clients are paged, belong to their pool, and can be deleted', async () => {
  for (const ClientName of ['a', 'b', 'c']) await make({ ClientName });
  const first = await ask('ListUserPoolClients', { MaxResults: 2 });
  const second = await ask('ListUserPoolClients', { MaxResults: 2, NextToken: first.body['NextToken'] });
  const clients = [first, second].flatMap(
    ({ body }) => body['UserPoolClients'] as readonly { ClientId: string; ClientName: string }[],
  );
  expect(clients.map(({ ClientName }) => ClientName).toSorted()).toEqual(['a', 'b', 'c']);
  const ClientId = clients[0]?.ClientId;
  for (const operation of [
    'DescribeUserPoolClient',
    'UpdateUserPoolClient',
    'DeleteUserPoolClient',
    'ListUserPoolClientSecrets',
  ]) {
    const foreign = await fixture.admin(operation, { UserPoolId: POOL_ID, ClientId });
    expect(foreign.body['message']).toBe(`User pool client ${ClientId} does not exist.`);
  }
  expect((await ask('DeleteUserPoolClient', { ClientId })).body).toEqual({});
  expect((await ask('DescribeUserPoolClient', { ClientId })).body['__type']).toBe(
    'ResourceNotFoundException',
  );
});

test('a client returns users and tokens with only the readable attributes', async () => {
  const { ClientId } = await make({ ReadAttributes: ['custom:team'] });
  const target = { UserPoolId, Username: 'reader' };
  const UserAttributes = [
    { Name: 'given_name', Value: 'Ada' },
    { Name: 'custom:team', Value: 'red' },
  ];
  await fixture.admin('AdminCreateUser', { ...target, UserAttributes, MessageAction: 'SUPPRESS' });
  await fixture.admin('AdminSetUserPassword', { ...target, Password: PASSWORD, Permanent: true });
  const signedIn = await fixture.signIn('reader', PASSWORD, {
    poolId: UserPoolId,
    clientId: String(ClientId),
  });
  const { AccessToken, IdToken } = signedIn.body['AuthenticationResult'] as {
    AccessToken: string;
    IdToken: string;
  };
  const user = await fixture.call('GetUser', { AccessToken });
  expect(user.body['UserAttributes']).toEqual([
    { Name: 'sub', Value: expect.any(String) },
    { Name: 'custom:team', Value: 'red' },
  ]);
  const claims = Buffer.from(IdToken.split('.')[1] ?? '', 'base64url').toString();
  expect(claims).toContain('"custom:team":"red"');
  expect(claims).not.toContain('given_name');
});
