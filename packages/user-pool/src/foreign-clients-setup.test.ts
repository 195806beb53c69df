import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as sdk from '@aws-sdk/client-cognito-identity-provider';
import { testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatRecord } from './testing/conformance.ts';
import { ADMIN, CLIENT_ID, POOL_ID, type PoolFixture, startPool } from './testing/pool-fixture.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let admin: sdk.CognitoIdentityProviderClient;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString);
  admin = new sdk.CognitoIdentityProviderClient({
    endpoint: fixture.endpoint,
    region: 'us-east-1',
    credentials: ADMIN,
    maxAttempts: 1,
  });
});

afterAll(async () => {
  admin.destroy();
  await fixture.close();
  await database.drop();
});

test('the AWS SDK creates, changes and deletes a pool and a client', async () => {
  const made = await admin.send(
    new sdk.CreateUserPoolCommand({
      PoolName: 'by the SDK',
      UsernameAttributes: ['email'],
      Schema: [{ Name: 'team', AttributeDataType: 'String' }],
      UserPoolTags: { made: 'here' },
    }),
  );
  const UserPoolId = made.UserPool?.Id;
  expect(made.UserPool?.CreationDate).toBeInstanceOf(Date);
  await admin.send(new sdk.UpdateUserPoolCommand({ UserPoolId, MfaConfiguration: 'OPTIONAL' }));
  await admin.send(
    new sdk.AddCustomAttributesCommand({
      UserPoolId,
      CustomAttributes: [{ Name: 'desk', AttributeDataType: 'String' }],
    }),
  );
  const { UserPool } = await admin.send(new sdk.DescribeUserPoolCommand({ UserPoolId }));
  expect(UserPool).toMatchObject({
    Name: 'by the SDK',
    MfaConfiguration: 'OPTIONAL',
    UsernameAttributes: ['email'],
  });
  expect(UserPool?.SchemaAttributes?.map(({ Name }) => Name)).toEqual(
    expect.arrayContaining(['custom:team', 'custom:desk']),
  );
  const mfa = await admin.send(
    new sdk.SetUserPoolMfaConfigCommand({
      UserPoolId,
      MfaConfiguration: 'ON',
      SoftwareTokenMfaConfiguration: { Enabled: true },
    }),
  );
  expect(mfa.MfaConfiguration).toBe('ON');
  const config = await admin.send(new sdk.GetUserPoolMfaConfigCommand({ UserPoolId }));
  expect(config.SoftwareTokenMfaConfiguration).toEqual({ Enabled: true });
  await admin.send(
    new sdk.SetUserPoolSessionConfigurationCommand({
      UserPoolId,
      UserSessionTracking: 'ENABLED',
      TokenSession: { MaxPerUser: 5 },
    }),
  );
  const sessions = await admin.send(new sdk.GetUserPoolSessionConfigurationCommand({ UserPoolId }));
  expect(sessions.TokenSession).toEqual({ MaxPerUser: 5 });

  const client = await admin.send(
    new sdk.CreateUserPoolClientCommand({ UserPoolId, ClientName: 'web', GenerateSecret: true }),
  );
  const ClientId = client.UserPoolClient?.ClientId;
  const changed = await admin.send(
    new sdk.UpdateUserPoolClientCommand({ UserPoolId, ClientId, ClientName: 'renamed' }),
  );
  expect(changed.UserPoolClient?.ClientName).toBe('renamed');
  const described = await admin.send(new sdk.DescribeUserPoolClientCommand({ UserPoolId, ClientId }));
  expect(described.UserPoolClient?.ClientSecret).toBe(client.UserPoolClient?.ClientSecret);
  const clients = await admin.send(new sdk.ListUserPoolClientsCommand({ UserPoolId, MaxResults: 10 }));
  expect(clients.UserPoolClients).toHaveLength(1);
  const secret = await admin.send(new sdk.AddUserPoolClientSecretCommand({ UserPoolId, ClientId }));
  const { ClientSecretId } = secret.ClientSecretDescriptor ?? {};
  const secrets = await admin.send(new sdk.ListUserPoolClientSecretsCommand({ UserPoolId, ClientId }));
  expect(secrets.ClientSecrets?.map((each) => each.ClientSecretId)).toContain(ClientSecretId);
  await admin.send(new sdk.DeleteUserPoolClientSecretCommand({ UserPoolId, ClientId, ClientSecretId }));
  await admin.send(new sdk.DeleteUserPoolClientCommand({ UserPoolId, ClientId }));
  await admin.send(new sdk.DeleteUserPoolCommand({ UserPoolId }));
  await expect(admin.send(new sdk.DescribeUserPoolCommand({ UserPoolId }))).rejects.toBeInstanceOf(
    sdk.ResourceNotFoundException,
  );
  const pools = await admin.send(new sdk.ListUserPoolsCommand({ MaxResults: 60 }));
  expect(pools.UserPools?.map(({ Id }) => Id)).toContain(POOL_ID);
});

test('the AWS SDK manages groups and their members', async () => {
  const group = { UserPoolId: POOL_ID, GroupName: 'editors' };
  const Username = await fixture.createUser('group@example.org');
  await admin.send(new sdk.CreateGroupCommand({ ...group, Precedence: 1 }));
  await expect(admin.send(new sdk.CreateGroupCommand(group))).rejects.toBeInstanceOf(
    sdk.GroupExistsException,
  );
  await admin.send(new sdk.UpdateGroupCommand({ ...group, Description: 'may write' }));
  const found = await admin.send(new sdk.GetGroupCommand(group));
  expect(found.Group).toMatchObject({ Description: 'may write', Precedence: 1 });
  await admin.send(new sdk.AdminAddUserToGroupCommand({ ...group, Username }));
  const members = await admin.send(new sdk.ListUsersInGroupCommand(group));
  expect(members.Users?.map((user) => user.Username)).toEqual([Username]);
  const groups = await admin.send(new sdk.AdminListGroupsForUserCommand({ UserPoolId: POOL_ID, Username }));
  expect(groups.Groups?.map(({ GroupName }) => GroupName)).toEqual(['editors']);
  await admin.send(new sdk.AdminRemoveUserFromGroupCommand({ ...group, Username }));
  await admin.send(new sdk.DeleteGroupCommand(group));
  expect((await admin.send(new sdk.ListGroupsCommand({ UserPoolId: POOL_ID }))).Groups).toEqual([]);
});

test('the AWS SDK lists sessions and ends them', async () => {
  const email = 'session@example.org';
  await fixture.createUser(email);
  const { AccessToken } = await fixture.tokens(email);
  await fixture.tokens(email);
  const { Sessions } = await admin.send(new sdk.ListUserSessionsCommand({ AccessToken }));
  expect(Sessions).toHaveLength(2);
  const other = Sessions?.find(({ IsCurrentSession }) => IsCurrentSession === false);
  expect(other).toMatchObject({
    ClientId: CLIENT_ID,
    SessionType: 'TOKEN',
    LastActiveDate: expect.any(Date),
  });
  await admin.send(new sdk.RevokeUserSessionCommand({ AccessToken, SessionId: other?.SessionId }));
  const target = { UserPoolId: POOL_ID, Username: email };
  const left = await admin.send(new sdk.AdminListUserSessionsCommand(target));
  expect(left.Sessions).toHaveLength(1);
  const SessionId = left.Sessions?.[0]?.SessionId;
  await admin.send(new sdk.AdminRevokeUserSessionCommand({ ...target, SessionId }));
  await expect(admin.send(new sdk.GetUserCommand({ AccessToken }))).rejects.toThrow(
    'Access Token has been revoked',
  );
  const factors = await admin.send(new sdk.AdminGetUserAuthFactorsCommand(target));
  expect(factors.ConfiguredUserAuthFactors).toContain('PASSWORD');
  const { AccessToken: another } = await fixture.tokens(email);
  await admin.send(new sdk.AssociateSoftwareTokenCommand({ AccessToken: another }));
  await admin.send(new sdk.AdminDeleteSoftwareTokenCommand(target));
  await expect(admin.send(new sdk.AdminDeleteSoftwareTokenCommand(target))).rejects.toThrow(
    'User has not set up software token mfa',
  );
});

const run = promisify(execFile);
const hasAwsCli = await run('aws', ['--version']).then(
  () => true,
  () => false,
);
const cli = async (...words: readonly string[]): Promise<unknown> => {
  const settings = [
    'HOME=/nonexistent',
    'AWS_DEFAULT_REGION=us-east-1',
    `AWS_ACCESS_KEY_ID=${ADMIN.accessKeyId}`,
    `AWS_SECRET_ACCESS_KEY=${ADMIN.secretAccessKey}`,
  ];
  const options = ['--endpoint-url', fixture.endpoint, '--output', 'json'];
  const { stdout } = await run('env', [...settings, 'aws', 'cognito-idp', ...words, ...options]);
  return stdout === '' ? {} : JSON.parse(stdout);
};

test.skipIf(!hasAwsCli)(
  'the AWS CLI creates a pool, a client and a group',
  { timeout: 600_000 },
  async () => {
    const { UserPool } = (await cli('create-user-pool', '--pool-name', 'cli')) as {
      UserPool: { Id: string };
    };
    const pool = ['--user-pool-id', UserPool.Id];
    await cli('create-user-pool-client', ...pool, '--client-name', 'cli', '--generate-secret');
    await cli('create-group', ...pool, '--group-name', 'readers');
    expect(await cli('list-groups', ...pool)).toMatchObject({ Groups: [{ GroupName: 'readers' }] });
    expect(await cli('list-user-pool-clients', ...pool)).toMatchObject({
      UserPoolClients: [{ ClientName: 'cli' }],
    });
    await cli('delete-user-pool', ...pool);
    await expect(formatRecord(fixture.seenClients(), ['AWS CLI'])).toMatchFileSnapshot(
      'testing/conformance/setup-aws-cli.txt',
    );
  },
);

// Must be last, because it records all calls above. `vitest -u` updates it.
test('the record of the calls of the SDK is complete', async () => {
  await expect(formatRecord(fixture.seenClients())).toMatchFileSnapshot('testing/conformance/setup.txt');
});
