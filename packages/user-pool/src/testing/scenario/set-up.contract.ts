import { expect, test } from 'vitest';
import { ageAt, refused, skipUnknown, textAt, type World } from './client.ts';
import { SCENARIO_POOL_ID } from './pools.ts';

const MINUTE_MS = 60_000;

export function setUpScenario(world: () => World): void {
  test('a pool is created, changed and deleted', async () => {
    const { tag, client } = world();
    const made = await client.call('CreateUserPool', {
      PoolName: `made by ${tag}`,
      UsernameAttributes: ['email'],
      Schema: [{ Name: 'team', AttributeDataType: 'String' }],
      UserPoolTags: { made: 'here' },
    });
    const UserPoolId = textAt(made, 'UserPool', 'Id');
    expect(ageAt(made, 'UserPool', 'CreationDate')).toBeLessThan(MINUTE_MS);
    const listed = await client.call('ListUserPools', { MaxResults: 60 });
    expect(listed['UserPools']).toContainEqual(
      expect.objectContaining({ Id: UserPoolId, Name: `made by ${tag}` }),
    );

    await client.call('UpdateUserPool', { UserPoolId, MfaConfiguration: 'OPTIONAL' });
    const added = { Name: 'desk', AttributeDataType: 'Number' };
    await client.call('AddCustomAttributes', { UserPoolId, CustomAttributes: [added] });
    expect(await client.call('DescribeUserPool', { UserPoolId })).toMatchObject({
      UserPool: {
        MfaConfiguration: 'OPTIONAL',
        UsernameAttributes: ['email'],
        SchemaAttributes: expect.arrayContaining([
          expect.objectContaining({ Name: 'custom:team', AttributeDataType: 'String' }),
          expect.objectContaining({ Name: 'custom:desk', AttributeDataType: 'Number' }),
        ]),
      },
    });

    const factors = { MfaConfiguration: 'ON', SoftwareTokenMfaConfiguration: { Enabled: true } };
    expect(await client.call('SetUserPoolMfaConfig', { UserPoolId, ...factors })).toMatchObject(factors);
    expect(await client.call('GetUserPoolMfaConfig', { UserPoolId })).toMatchObject(factors);
    await client.call('DeleteUserPool', { UserPoolId });
    await expect(client.call('DescribeUserPool', { UserPoolId })).rejects.toMatchObject(
      refused('ResourceNotFoundException', `User pool ${UserPoolId} does not exist.`),
    );
  });

  test('a pool stores how many sessions a user may have', async (context) => {
    const { client } = world();
    skipUnknown(world(), context, 'SetUserPoolSessionConfiguration', 'GetUserPoolSessionConfiguration');
    const UserPoolId = SCENARIO_POOL_ID;
    const sessions = { UserSessionTracking: 'ENABLED', TokenSession: { MaxPerUser: 5 } };
    await client.call('SetUserPoolSessionConfiguration', { UserPoolId, ...sessions });
    const kept = await client.call('GetUserPoolSessionConfiguration', { UserPoolId });
    expect(kept).toMatchObject({ TokenSession: { MaxPerUser: 5 } });
  });

  test('a client is created, changed, given another secret, and deleted', async () => {
    const { tag, client } = world();
    const target = { UserPoolId: SCENARIO_POOL_ID };
    const made = await client.call('CreateUserPoolClient', {
      ...target,
      ClientName: `client of ${tag}`,
      GenerateSecret: true,
    });
    const ClientId = textAt(made, 'UserPoolClient', 'ClientId');
    const ClientSecret = textAt(made, 'UserPoolClient', 'ClientSecret');
    const its = { ...target, ClientId };
    const ClientName = `changed by ${tag}`;
    await client.call('UpdateUserPoolClient', { ...its, ClientName, RefreshTokenValidity: 7 });
    expect(await client.call('DescribeUserPoolClient', its)).toMatchObject({
      UserPoolClient: { ClientId, ClientSecret, ClientName, RefreshTokenValidity: 7 },
    });
    const listed = await client.call('ListUserPoolClients', { ...target, MaxResults: 60 });
    expect(listed['UserPoolClients']).toContainEqual(expect.objectContaining({ ClientId, ClientName }));

    const second = await client.call('AddUserPoolClientSecret', its);
    const ClientSecretId = textAt(second, 'ClientSecretDescriptor', 'ClientSecretId');
    const both = await client.call('ListUserPoolClientSecrets', its);
    expect(both['ClientSecrets']).toHaveLength(2);
    expect(both['ClientSecrets']).toContainEqual(expect.objectContaining({ ClientSecretId }));
    await client.call('DeleteUserPoolClientSecret', { ...its, ClientSecretId });
    expect((await client.call('ListUserPoolClientSecrets', its))['ClientSecrets']).toHaveLength(1);

    await client.call('DeleteUserPoolClient', its);
    await expect(client.call('DescribeUserPoolClient', its)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  test('a provider is created, linked to a user, and deleted', async () => {
    const { tag, client, fixture } = world();
    const target = { UserPoolId: SCENARIO_POOL_ID };
    const ProviderName = `Out${tag}`;
    const its = { ...target, ProviderName };
    const ProviderDetails = {
      client_id: 'coffer',
      client_secret: 'a secret between the two',
      authorize_scopes: 'openid email',
      oidc_issuer: 'https://issuer.example.org',
    };
    await client.call('CreateIdentityProvider', { ...its, ProviderType: 'OIDC', ProviderDetails });
    await client.call('UpdateIdentityProvider', { ...its, AttributeMapping: { email: 'email' } });
    const described = await client.call('DescribeIdentityProvider', its);
    expect(described).toMatchObject({
      IdentityProvider: {
        ProviderName,
        ProviderType: 'OIDC',
        AttributeMapping: { email: 'email' },
        ProviderDetails: { client_id: 'coffer', oidc_issuer: 'https://issuer.example.org' },
      },
    });
    const listed = await client.call('ListIdentityProviders', target);
    expect(listed['Providers']).toContainEqual(
      expect.objectContaining({ ProviderName, ProviderType: 'OIDC' }),
    );

    const email = `linked.${tag}@example.org`;
    await fixture.createUser(email, { poolId: SCENARIO_POOL_ID });
    const User = {
      ProviderName,
      ProviderAttributeName: 'Cognito_Subject',
      ProviderAttributeValue: `subject of ${tag}`,
    };
    const link = {
      ...target,
      DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: email },
      SourceUser: User,
    };
    await client.call('AdminLinkProviderForUser', link);
    await expect(client.call('AdminLinkProviderForUser', link)).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
    await client.call('AdminDisableProviderForUser', { ...target, User });
    await expect(client.call('AdminDisableProviderForUser', { ...target, User })).rejects.toMatchObject(
      refused('UserNotFoundException', 'User does not exist.'),
    );

    await client.call('DeleteIdentityProvider', its);
    await expect(client.call('DescribeIdentityProvider', its)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
}
