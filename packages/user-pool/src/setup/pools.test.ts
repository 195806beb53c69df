import { testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type PoolFixture, startPool } from '../testing/pool-fixture.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString);
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

type Body = Record<string, unknown>;
const make = async (input: object): Promise<Body> => {
  const { status, body } = await fixture.admin('CreateUserPool', { PoolName: 'made', ...input });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body['UserPool'] as Body;
};
const describeIt = async (UserPoolId: unknown): Promise<Body> =>
  (await fixture.admin('DescribeUserPool', { UserPoolId })).body['UserPool'] as Body;
const refusal = async (operation: string, input: object) => (await fixture.admin(operation, input)).body;

const WHOLE = {
  PoolName: 'whole pool',
  Policies: {
    PasswordPolicy: {
      MinimumLength: 8,
      RequireUppercase: true,
      RequireLowercase: true,
      RequireNumbers: true,
      RequireSymbols: true,
      PasswordHistorySize: 5,
      TemporaryPasswordValidityDays: 3,
    },
    SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP'] },
  },
  DeletionProtection: 'ACTIVE',
  LambdaConfig: {},
  AutoVerifiedAttributes: ['email'],
  AliasAttributes: ['email', 'preferred_username'],
  VerificationMessageTemplate: {
    EmailMessage: 'Your code: {####}',
    EmailSubject: 'A code',
    SmsMessage: 'Code {####}',
    EmailMessageByLink: 'Press {##here##}',
    DefaultEmailOption: 'CONFIRM_WITH_CODE',
  },
  SmsAuthenticationMessage: 'Sign in with {####}',
  MfaConfiguration: 'OPTIONAL',
  UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
  DeviceConfiguration: { ChallengeRequiredOnNewDevice: true, DeviceOnlyRememberedOnUserPrompt: true },
  EmailConfiguration: { EmailSendingAccount: 'DEVELOPER', ReplyToEmailAddress: 'help@example.org' },
  SmsConfiguration: { SnsCallerArn: 'arn:aws:iam::123456789012:role/sms', ExternalId: 'x' },
  UserPoolTags: { stage: 'test' },
  AdminCreateUserConfig: {
    AllowAdminCreateUserOnly: true,
    InviteMessageTemplate: { EmailMessage: 'Hello {username}: {####}', EmailSubject: 'Welcome' },
  },
  UsernameConfiguration: { CaseSensitive: false },
  AccountRecoverySetting: {
    RecoveryMechanisms: [
      { Priority: 2, Name: 'verified_phone_number' },
      { Priority: 1, Name: 'verified_email' },
    ],
  },
  UserPoolTier: 'PLUS',
  UserPoolAddOns: { AdvancedSecurityMode: 'AUDIT' },
};

test('a pool is described as created', async () => {
  const made = await make({
    ...WHOLE,
    Schema: [
      { Name: 'given_name', Required: true },
      { Name: 'team', AttributeDataType: 'String', StringAttributeConstraints: { MaxLength: '20' } },
      {
        Name: 'level',
        AttributeDataType: 'Number',
        Mutable: false,
        NumberAttributeConstraints: { MinValue: '1' },
      },
    ],
  });
  expect(made['Id']).toMatch(/^us-east-1_[A-Za-z0-9]{9}$/);
  const found = await describeIt(made['Id']);
  expect(found).toEqual(made);
  const { PoolName: _name, ...rest } = WHOLE;
  expect(found).toMatchObject({
    ...rest,
    Name: 'whole pool',
    Arn: `arn:aws:cognito-idp:us-east-1:000000000000:userpool/${String(made['Id'])}`,
    EstimatedNumberOfUsers: 0,
    AccountRecoverySetting: {
      RecoveryMechanisms: [
        { Priority: 1, Name: 'verified_email' },
        { Priority: 2, Name: 'verified_phone_number' },
      ],
    },
    EmailVerificationMessage: 'Your code: {####}',
    SchemaAttributes: expect.arrayContaining([
      expect.objectContaining({ Name: 'sub', Mutable: false, Required: true }),
      expect.objectContaining({ Name: 'given_name', Required: true }),
      expect.objectContaining({ Name: 'custom:team', StringAttributeConstraints: { MaxLength: '20' } }),
      expect.objectContaining({ Name: 'custom:level', Mutable: false, AttributeDataType: 'Number' }),
    ]),
  });
});

test('members missing in a change are reset to the default, and immutable ones stay', async () => {
  const made = await make(WHOLE);
  const UserPoolId = made['Id'];
  expect((await fixture.admin('UpdateUserPool', { UserPoolId, PoolName: 'renamed' })).body).toEqual({});
  const found = await describeIt(UserPoolId);
  expect(found).toMatchObject({
    Name: 'renamed',
    DeletionProtection: 'INACTIVE',
    MfaConfiguration: 'OFF',
    AliasAttributes: ['email', 'preferred_username'],
    UsernameConfiguration: { CaseSensitive: false },
    Policies: {
      PasswordPolicy: { MinimumLength: 12, RequireSymbols: false, TemporaryPasswordValidityDays: 7 },
      SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD'] },
    },
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
    UserPoolTags: {},
    LambdaConfig: {},
    UserPoolTier: 'ESSENTIALS',
  });
  for (const gone of ['AutoVerifiedAttributes', 'DeviceConfiguration', 'SmsConfiguration', 'UserPoolAddOns'])
    expect(found).not.toHaveProperty(gone);
  expect(found['LastModifiedDate']).toBeGreaterThan(Number(found['CreationDate']));
});

test('users can sign in to a created pool', async () => {
  const made = await make({ UsernameAttributes: ['email'] });
  const UserPoolId = String(made['Id']);
  const client = await fixture.admin('CreateUserPoolClient', { UserPoolId, ClientName: 'web' });
  const { ClientId: clientId } = client.body['UserPoolClient'] as { ClientId: string };
  await fixture.createUser('made@example.org', { poolId: UserPoolId });
  const signedIn = await fixture.signIn('made@example.org', PASSWORD, { poolId: UserPoolId, clientId });
  expect(signedIn.body).toHaveProperty('AuthenticationResult');
  expect(await describeIt(UserPoolId)).toMatchObject({ EstimatedNumberOfUsers: 1 });

  expect((await fixture.admin('DeleteUserPool', { UserPoolId })).body).toEqual({});
  const { AccessToken } = signedIn.body['AuthenticationResult'] as { AccessToken: string };
  expect((await fixture.call('GetUser', { AccessToken })).body['__type']).toBe('NotAuthorizedException');
  expect(await refusal('DescribeUserPool', { UserPoolId })).toMatchObject({
    __type: 'ResourceNotFoundException',
    message: `User pool ${UserPoolId} does not exist.`,
  });
});

test('a pool with deletion protection is not deleted', async () => {
  const made = await make({ DeletionProtection: 'ACTIVE' });
  const UserPoolId = made['Id'];
  expect((await refusal('DeleteUserPool', { UserPoolId }))['message']).toBe(
    'The user pool cannot be deleted because deletion protection is activated. Deletion protection must be inactivated first.',
  );
  await fixture.admin('UpdateUserPool', { UserPoolId, DeletionProtection: 'INACTIVE' });
  expect((await fixture.admin('DeleteUserPool', { UserPoolId })).status).toBe(200);
});

test('pools are paged', async () => {
  for (const PoolName of ['a', 'b', 'c']) await make({ PoolName });
  const seen: string[] = [];
  let NextToken: unknown;
  for (let page = 0; page < 50; page++) {
    const { body } = await fixture.admin('ListUserPools', {
      MaxResults: 2,
      ...(NextToken === undefined ? {} : { NextToken }),
    });
    for (const { Id } of body['UserPools'] as readonly { Id: string }[]) seen.push(Id);
    NextToken = body['NextToken'];
    if (NextToken === undefined) break;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThanOrEqual(6);
  expect((await refusal('ListUserPools', {}))['message']).toContain("Value at 'maxResults'");
  expect((await refusal('ListUserPools', { MaxResults: 1, NextToken: 'bad' }))['message']).toBe(
    'Invalid pagination token',
  );
});

test.each([
  ['both kinds of names', { UsernameAttributes: ['email'], AliasAttributes: ['email'] }, 'Only one of'],
  [
    'a required custom attribute',
    { Schema: [{ Name: 'team', Required: true }] },
    'Required custom attributes',
  ],
  [
    'a Lambda trigger',
    { LambdaConfig: { PreSignUp: 'arn:aws:lambda:us-east-1:123456789012:function:check' } },
    'LambdaConfig is not supported',
  ],
  ['sub in the schema', { Schema: [{ Name: 'sub' }] }, 'sub'],
  [
    'another type of a standard attribute',
    { Schema: [{ Name: 'email', AttributeDataType: 'Number' }] },
    'email',
  ],
  ['an attribute twice', { Schema: [{ Name: 'team' }, { Name: 'team' }] }, 'already has name'],
  [
    'bounds upside down',
    { Schema: [{ Name: 'x', StringAttributeConstraints: { MinLength: '9', MaxLength: '2' } }] },
    'constraints',
  ],
  ['a message without a code', { EmailVerificationMessage: 'no code here' }, 'regular expression pattern'],
  [
    'an invitation without a name',
    { AdminCreateUserConfig: { InviteMessageTemplate: { EmailMessage: 'x {####} y' } } },
    '{username}',
  ],
  [
    'a link instead of a code',
    { VerificationMessageTemplate: { DefaultEmailOption: 'CONFIRM_WITH_LINK' } },
    'CONFIRM_WITH_LINK',
  ],
  [
    'pending addresses that are never proved',
    { UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] } },
    'subset',
  ],
  [
    'one priority twice',
    {
      AccountRecoverySetting: {
        RecoveryMechanisms: [
          { Priority: 1, Name: 'verified_email' },
          { Priority: 1, Name: 'verified_phone_number' },
        ],
      },
    },
    'priority',
  ],
  [
    'admin_only beside another',
    {
      AccountRecoverySetting: {
        RecoveryMechanisms: [
          { Priority: 1, Name: 'verified_email' },
          { Priority: 2, Name: 'admin_only' },
        ],
      },
    },
    'admin_only',
  ],
  [
    'no password at all',
    { Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['EMAIL_OTP'] } } },
    'PASSWORD',
  ],
  ['a short password', { Policies: { PasswordPolicy: { MinimumLength: 5 } } }, 'greater than or equal to 6'],
  ['a name with a line of its own', { PoolName: 'a/b' }, 'regular expression pattern'],
])('%s is rejected', async (_what, input, words) => {
  const body = await refusal('CreateUserPool', { PoolName: 'bad', ...input });
  expect(body['__type']).toBe('InvalidParameterException');
  expect(body['message']).toContain(words);
});

const many = (prefix: string) => Array.from({ length: 24 }, (_, index) => ({ Name: `${prefix}${index}` }));

test('attributes are added once, up to fifty', async () => {
  const made = await make({ Schema: [{ Name: 'team' }] });
  const UserPoolId = made['Id'];
  const add = (CustomAttributes: readonly object[]) =>
    fixture.admin('AddCustomAttributes', { UserPoolId, CustomAttributes });
  expect((await add([{ Name: 'desk', AttributeDataType: 'String' }])).status).toBe(200);
  expect((await add([{ Name: 'desk' }])).body['__type']).toBe('InvalidParameterException');
  expect((await add(many('a'))).status).toBe(200);
  expect((await add(many('b'))).status).toBe(200);
  expect((await add([{ Name: 'onemore' }])).body['__type']).toBe('LimitExceededException');
  const names = ((await describeIt(UserPoolId))['SchemaAttributes'] as readonly { Name: string }[]).map(
    ({ Name }) => Name,
  );
  expect(names).toEqual(expect.arrayContaining(['custom:team', 'custom:desk', 'custom:b23']));
});

test('second factors are set and returned', async () => {
  const made = await make({});
  const UserPoolId = made['Id'];
  const set = async (input: object) =>
    (await fixture.admin('SetUserPoolMfaConfig', { UserPoolId, ...input })).body;
  const whole = {
    MfaConfiguration: 'OPTIONAL',
    SoftwareTokenMfaConfiguration: { Enabled: true },
    EmailMfaConfiguration: { Message: 'Code {####}', Subject: 'Sign in' },
    SmsMfaConfiguration: {
      SmsAuthenticationMessage: 'Code {####}',
      SmsConfiguration: { SnsRegion: 'us-east-1' },
    },
    WebAuthnConfiguration: {
      RelyingPartyId: 'example.org',
      UserVerification: 'required',
      FactorConfiguration: 'SINGLE_FACTOR',
    },
  };
  expect(await set(whole)).toEqual(whole);
  const { body } = await fixture.admin('GetUserPoolMfaConfig', { UserPoolId });
  expect(body).toEqual(whole);
  expect(await set({ MfaConfiguration: 'ON', SoftwareTokenMfaConfiguration: { Enabled: true } })).toEqual({
    MfaConfiguration: 'ON',
    SoftwareTokenMfaConfiguration: { Enabled: true },
    WebAuthnConfiguration: whole.WebAuthnConfiguration,
  });
  expect(await set({ WebAuthnConfiguration: { RelyingPartyId: 'example.net' } })).toMatchObject({
    MfaConfiguration: 'ON',
    SoftwareTokenMfaConfiguration: { Enabled: true },
    WebAuthnConfiguration: { RelyingPartyId: 'example.net', UserVerification: 'preferred' },
  });
  expect((await set({ MfaConfiguration: 'ON' }))['message']).toContain('there is no factor');
  expect(
    (await set({ MfaConfiguration: 'OFF', SoftwareTokenMfaConfiguration: { Enabled: true } }))['message'],
  ).toBe("Invalid MFA configuration given, can't turn off MFA and configure an MFA together.");
  expect((await set({ MfaConfiguration: 'OFF', EmailMfaConfiguration: {} }))['message']).toContain(
    "can't turn off MFA",
  );
  expect(await set({ MfaConfiguration: 'OFF' })).toMatchObject({ MfaConfiguration: 'OFF' });
});

test('sessions are tracked as configured', async () => {
  const UserPoolId = (await make({}))['Id'];
  const get = async () => (await fixture.admin('GetUserPoolSessionConfiguration', { UserPoolId })).body;
  expect(await get()).toEqual({
    UserPoolId,
    UserSessionTracking: 'ENABLED',
    TokenSession: { MaxPerUser: 100 },
  });
  const wanted = { UserPoolId, UserSessionTracking: 'DISABLED', TokenSession: { MaxPerUser: 3 } };
  expect((await fixture.admin('SetUserPoolSessionConfiguration', wanted)).body).toEqual(wanted);
  expect(await get()).toEqual(wanted);
});

test('every setup call requires an administrator', async () => {
  const UserPoolId = (await make({}))['Id'];
  for (const operation of ['DescribeUserPool', 'UpdateUserPool', 'DeleteUserPool', 'SetUserPoolMfaConfig'])
    expect((await fixture.call(operation, { UserPoolId })).body['__type']).toBe(
      'MissingAuthenticationTokenException',
    );
  expect((await fixture.call('CreateUserPool', { PoolName: 'x' })).status).toBe(400);
});
