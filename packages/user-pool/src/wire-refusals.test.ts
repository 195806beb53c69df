import { testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declaredPoolSchema } from './settings.ts';
import {
  CLIENT_ID,
  PASSWORD,
  PLAIN_POOL_ID,
  type PoolFixture,
  POOL_ID,
  startPool,
} from './testing/pool-fixture.ts';

const LEGACY_POOL_ID = 'us-east-1_Legacy001';
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let legacy: PoolFixture;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString);
  legacy = await startPool(database.connectionString, {
    pools: [
      declaredPoolSchema.parse({
        id: LEGACY_POOL_ID,
        name: 'legacy',
        isUsernameCaseSensitive: false,
        clients: [
          {
            id: 'legacyclient',
            name: 'legacy',
            preventUserExistenceErrors: 'LEGACY',
            enableTokenRevocation: false,
          },
          { id: 'nosrpclient', name: 'nothing', explicitAuthFlows: [] },
        ],
      }),
    ],
  });
});

afterAll(async () => {
  await legacy.close();
  await fixture.close();
  await database.drop();
});

const flow = (AuthFlow: string, parameters: object, clientId = CLIENT_ID) => ({
  AuthFlow,
  ClientId: clientId,
  AuthParameters: parameters,
});
const challenge = (ChallengeName: string, responses: object) => ({
  ChallengeName,
  ClientId: CLIENT_ID,
  ChallengeResponses: responses,
});

test.each([
  [
    'InitiateAuth',
    flow('USER_SRP_AUTH', {}),
    'InvalidParameterException',
    'Missing required parameter USERNAME',
  ],
  [
    'InitiateAuth',
    flow('USER_SRP_AUTH', { USERNAME: 'x' }),
    'InvalidParameterException',
    'Missing required parameter SRP_A',
  ],
  [
    'InitiateAuth',
    flow('USER_PASSWORD_AUTH', { USERNAME: 'x', PASSWORD: 'y' }),
    'InvalidParameterException',
    'USER_PASSWORD_AUTH flow not enabled for this client',
  ],
  [
    'InitiateAuth',
    flow('CUSTOM_AUTH', { USERNAME: 'x' }),
    'InvalidParameterException',
    'CUSTOM_AUTH flow not enabled for this client',
  ],
  [
    'InitiateAuth',
    flow('USER_SRP_AUTH', { USERNAME: 'x', SRP_A: '5' }, 'nosrpclient'),
    'InvalidParameterException',
    'USER_SRP_AUTH is not enabled for the client.',
  ],
  [
    'InitiateAuth',
    flow('REFRESH_TOKEN_AUTH', {}),
    'InvalidParameterException',
    'Missing required parameter REFRESH_TOKEN',
  ],
  [
    'InitiateAuth',
    flow('REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: 'garbage' }),
    'NotAuthorizedException',
    'Invalid Refresh Token',
  ],
  [
    'InitiateAuth',
    flow('REFRESH_TOKEN', { REFRESH_TOKEN: 'garbage' }),
    'NotAuthorizedException',
    'Invalid Refresh Token',
  ],
  [
    'InitiateAuth',
    flow('USER_SRP_AUTH', { USERNAME: 'nobody', SRP_A: '5' }, 'legacyclient'),
    'UserNotFoundException',
    'User does not exist.',
  ],
  [
    'RespondToAuthChallenge',
    challenge('NEW_PASSWORD_REQUIRED', {}),
    'InvalidParameterException',
    'Missing required parameter USERNAME',
  ],
  [
    'RespondToAuthChallenge',
    challenge('NEW_PASSWORD_REQUIRED', { USERNAME: 'x', NEW_PASSWORD: 'y' }),
    'InvalidParameterException',
    'Missing required parameter Session',
  ],
  [
    'RespondToAuthChallenge',
    challenge('SOFTWARE_TOKEN_MFA', { USERNAME: 'x' }),
    'InvalidParameterException',
    'Missing required parameter SOFTWARE_TOKEN_MFA_CODE',
  ],
  [
    'RespondToAuthChallenge',
    challenge('PASSWORD_VERIFIER', { USERNAME: 'x' }),
    'InvalidParameterException',
    'Missing required parameter PASSWORD_CLAIM_SIGNATURE',
  ],
  [
    'RespondToAuthChallenge',
    challenge('ADMIN_NO_SRP_AUTH', { USERNAME: 'x' }),
    'InvalidParameterException',
    'Challenge not supported.',
  ],
  ['GetUser', { AccessToken: 'garbage' }, 'NotAuthorizedException', 'Invalid Access Token'],
  [
    'RevokeToken',
    { Token: 'x', ClientId: 'legacyclient' },
    'UnsupportedOperationException',
    'Token revocation is not enabled for this client.',
  ],
  [
    'RevokeToken',
    { Token: 'a.b.c', ClientId: CLIENT_ID },
    'UnsupportedTokenTypeException',
    'Unsupported token type',
  ],
  [
    'AssociateSoftwareToken',
    {},
    'InvalidParameterException',
    'Either AccessToken or Session must be given, and not both',
  ],
])('%s %j is rejected with %s: %s', async (...row) => {
  const [operation, input, type, message] = row;
  expect((await fixture.call(operation, input)).body).toEqual({ __type: type, message });
});

const inPool = (Username: string, more: object = {}) => ({ UserPoolId: POOL_ID, Username, ...more });

test.each([
  ['AdminGetUser', inPool('nobody@example.org'), 'UserNotFoundException', 'User does not exist.'],
  [
    'AdminGetUser',
    { UserPoolId: 'us-east-1_Nothing00', Username: 'x' },
    'ResourceNotFoundException',
    'User pool us-east-1_Nothing00 does not exist.',
  ],
  ['AdminCreateUser', inPool('no-address'), 'InvalidParameterException', 'Username should be an email.'],
  [
    'AdminCreateUser',
    inPool('a@b.c', { TemporaryPassword: 'abcdef' }),
    'InvalidPasswordException',
    'Password did not conform with password policy: Password not long enough',
  ],
  [
    'AdminCreateUser',
    inPool('a@b.c', { UserAttributes: [{ Name: 'shoe_size', Value: '43' }] }),
    'InvalidParameterException',
    'Attributes did not conform to the schema: shoe_size: Attribute does not exist in the schema.',
  ],
  [
    'AdminCreateUser',
    inPool('a@b.c', { UserAttributes: [{ Name: 'sub', Value: 'x' }] }),
    'InvalidParameterException',
    'Attributes did not conform to the schema: sub: Attribute does not exist in the schema.',
  ],
  [
    'AdminCreateUser',
    inPool('a@b.c', { UserAttributes: [{ Name: 'email', Value: 'd@e.f' }] }),
    'InvalidParameterException',
    'Attributes did not conform to the schema: email: Value must be the same as Username.',
  ],
  [
    'AdminCreateUser',
    inPool('nobody@example.org', { MessageAction: 'RESEND' }),
    'UserNotFoundException',
    'User does not exist.',
  ],
  [
    'AdminSetUserPassword',
    inPool('nobody@example.org', { Password: PASSWORD }),
    'UserNotFoundException',
    'User does not exist.',
  ],
  [
    'ListUsers',
    { UserPoolId: POOL_ID, Filter: 'email = 1 or 1 = 1' },
    'InvalidParameterException',
    'Error while parsing filter',
  ],
  [
    'ListUsers',
    { UserPoolId: POOL_ID, Filter: 'constructor = "x"' },
    'InvalidParameterException',
    'Error while parsing filter',
  ],
  [
    'ListUsers',
    { UserPoolId: POOL_ID, PaginationToken: 'garbage' },
    'InvalidParameterException',
    'Invalid pagination token',
  ],
  [
    'ListUsers',
    { UserPoolId: POOL_ID, Limit: 61 },
    'InvalidParameterException',
    "1 validation error detected: Value at 'limit' failed to satisfy constraint: Member must have value less than or equal to 60",
  ],
  [
    'AdminCreateUser',
    inPool('a@b.c', { UserAttributes: [{ Name: 'name', Value: 'x'.repeat(2049) }] }),
    'InvalidParameterException',
    "1 validation error detected: Value at 'userAttributes.1.member.value' failed to satisfy constraint: Member must have length less than or equal to 2048",
  ],
])('%s %j is rejected with %s: %s', async (...row) => {
  const [operation, input, type, message] = row;
  expect((await fixture.admin(operation, input)).body).toEqual({ __type: type, message });
});

test('the error for a taken name depends on how users of the pool sign in', async () => {
  await fixture.createUser('twice@example.org');
  expect((await fixture.admin('AdminCreateUser', inPool('Twice@Example.org'))).body).toEqual({
    __type: 'UsernameExistsException',
    message: 'An account with the given email already exists.',
  });
  await fixture.createUser('plain', { poolId: PLAIN_POOL_ID });
  expect(
    (await fixture.admin('AdminCreateUser', { UserPoolId: PLAIN_POOL_ID, Username: 'plain' })).body,
  ).toEqual({
    __type: 'UsernameExistsException',
    message: 'User already exists',
  });
  await fixture.createUser('Plain', { poolId: PLAIN_POOL_ID });
  await legacy.createUser('Fold', { poolId: LEGACY_POOL_ID });
  const folded = { UserPoolId: LEGACY_POOL_ID, Username: 'FOLD' };
  expect((await legacy.admin('AdminCreateUser', folded)).body).toMatchObject({
    message: 'User already exists',
  });
  const signedIn = await legacy.signIn('fOLD', PASSWORD, {
    poolId: LEGACY_POOL_ID,
    clientId: 'legacyclient',
  });
  expect(signedIn.status).toBe(200);
});

test('a second factor is set up in order, and only if the pool allows it', async () => {
  const plain = await fixture.signIn('Plain', PASSWORD, { poolId: PLAIN_POOL_ID, clientId: 'plainclient' });
  const outside = (plain.body['AuthenticationResult'] as { AccessToken: string }).AccessToken;
  expect((await fixture.call('AssociateSoftwareToken', { AccessToken: outside })).body).toEqual({
    __type: 'SoftwareTokenMFANotFoundException',
    message: 'Software Token MFA has not been enabled by the userPool',
  });
  await fixture.createUser('steps@example.org');
  const { AccessToken } = await fixture.tokens('steps@example.org');
  const prefer = () =>
    fixture.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
  expect((await prefer()).body['message']).toBe('User has not set up software token mfa');
  const verify = () => fixture.call('VerifySoftwareToken', { AccessToken, UserCode: '000000' });
  expect((await verify()).body['message']).toBe('User has not set up software token mfa');
  await fixture.call('AssociateSoftwareToken', { AccessToken });
  expect((await prefer()).body['message']).toBe('User has not verified software token mfa');
  expect((await verify()).body).toEqual({
    __type: 'EnableSoftwareTokenMFAException',
    message: 'Code mismatch',
  });
  const sms = await fixture.call('SetUserMFAPreference', { AccessToken, SMSMfaSettings: { Enabled: true } });
  expect(sms.body['message']).toBe('User does not have delivery config set to turn on SMS_MFA');
});

test('an invitation can be resent until it is used', async () => {
  const target = inPool('again@example.org');
  await fixture.admin('AdminCreateUser', target);
  expect((await fixture.admin('AdminCreateUser', { ...target, MessageAction: 'RESEND' })).status).toBe(200);
  await fixture.admin('AdminSetUserPassword', { ...target, Password: PASSWORD, Permanent: true });
  expect((await fixture.admin('AdminCreateUser', { ...target, MessageAction: 'RESEND' })).body).toMatchObject(
    {
      __type: 'UnsupportedUserStateException',
    },
  );
});
