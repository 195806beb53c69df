import { expect, test } from 'vitest';
import { PASSWORD } from '../pool-fixture.ts';
import { ageAt, refused, skipUnknown, textAt, type World } from './client.ts';
import { SCENARIO_CLIENT_ID, SCENARIO_POOL_ID } from './pools.ts';
import { signIn, tokensOf } from './sign-in.ts';

const TEMPORARY_PASSWORD = 'first-Kettle-Parade-7';
const SECOND_PASSWORD = 'bright-Lantern-river-42';
const NO_USER = refused('UserNotFoundException', 'User does not exist.');
const REVOKED = refused('NotAuthorizedException', 'Access Token has been revoked');

export function administrationScenario(world: () => World): void {
  test('an administrator creates a user, whose first password is replaced, and deletes the user', async () => {
    const { tag, client } = world();
    const Username = `made.${tag}@example.org`;
    const target = { UserPoolId: SCENARIO_POOL_ID, Username };
    const made = await client.call('AdminCreateUser', {
      ...target,
      TemporaryPassword: TEMPORARY_PASSWORD,
      MessageAction: 'SUPPRESS',
      UserAttributes: [{ Name: 'nickname', Value: 'M' }],
    });
    expect(made).toMatchObject({ User: { Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD' } });
    expect(ageAt(made, 'User', 'UserCreateDate')).toBeLessThan(60_000);

    const at = { UserPoolId: SCENARIO_POOL_ID, ClientId: SCENARIO_CLIENT_ID };
    const begun = await client.call('AdminInitiateAuth', {
      ...at,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: Username, PASSWORD: TEMPORARY_PASSWORD },
    });
    expect(begun).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED' });
    const done = await client.call('AdminRespondToAuthChallenge', {
      ...at,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: textAt(begun, 'Session'),
      ChallengeResponses: { USERNAME: Username, NEW_PASSWORD: PASSWORD },
    });
    expect(done).toMatchObject({ AuthenticationResult: { TokenType: 'Bearer', ExpiresIn: 3600 } });
    expect(await client.call('AdminGetUser', target)).toMatchObject({ UserStatus: 'CONFIRMED' });

    await client.call('AdminDeleteUser', target);
    await expect(client.call('AdminGetUser', target)).rejects.toMatchObject(NO_USER);
  });

  test('an administrator changes a user, and finds the user', async () => {
    const { tag, client, fixture } = world();
    const Username = `changed.${tag}@example.org`;
    const id = await fixture.createUser(Username, { poolId: SCENARIO_POOL_ID });
    const target = { UserPoolId: SCENARIO_POOL_ID, Username };
    const UserAttributes = [
      { Name: 'nickname', Value: 'C' },
      { Name: 'name', Value: `Ada ${tag}` },
    ];
    await client.call('AdminUpdateUserAttributes', { ...target, UserAttributes });
    await client.call('AdminDeleteUserAttributes', { ...target, UserAttributeNames: ['nickname'] });
    const found = await client.call('ListUsers', {
      UserPoolId: SCENARIO_POOL_ID,
      Filter: `name = "Ada ${tag}"`,
      AttributesToGet: ['name', 'nickname'],
    });
    expect(found['Users']).toMatchObject([{ Username: id, Attributes: [{ Name: 'name' }] }]);

    await client.call('AdminSetUserPassword', { ...target, Password: SECOND_PASSWORD, Permanent: true });
    const { AccessToken } = await tokensOf(world(), { username: Username, password: SECOND_PASSWORD });
    await client.call('AdminDisableUser', target);
    await expect(signIn(world(), { username: Username, password: SECOND_PASSWORD })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    await expect(client.call('GetUser', { AccessToken })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    await client.call('AdminEnableUser', target);
    expect(await client.call('AdminGetUser', target)).toMatchObject({ Enabled: true, Username: id });
    await tokensOf(world(), { username: Username, password: SECOND_PASSWORD });
  });

  test('an administrator confirms a sign-up, and resets a password', async () => {
    const { tag, client, fixture } = world();
    const Username = `helped.${tag}@example.org`;
    const target = { UserPoolId: SCENARIO_POOL_ID, Username };
    await fixture.call('SignUp', { ClientId: SCENARIO_CLIENT_ID, Username, Password: PASSWORD });
    expect(await client.call('AdminGetUser', target)).toMatchObject({ UserStatus: 'UNCONFIRMED' });
    await client.call('AdminConfirmSignUp', target);
    expect(await client.call('AdminGetUser', target)).toMatchObject({ UserStatus: 'CONFIRMED' });
    await expect(client.call('AdminConfirmSignUp', target)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });

    const UserAttributes = [{ Name: 'email_verified', Value: 'true' }];
    await client.call('AdminUpdateUserAttributes', { ...target, UserAttributes });
    await client.call('AdminResetUserPassword', target);
    await expect(signIn(world(), { username: Username })).rejects.toMatchObject({
      name: 'PasswordResetRequiredException',
    });
    expect(await fixture.lastCode(Username)).toMatch(/^\d{6}$/);
  });

  test('an administrator signs a user out', async () => {
    const { tag, client, fixture } = world();
    const Username = `sent-away.${tag}@example.org`;
    await fixture.createUser(Username, { poolId: SCENARIO_POOL_ID });
    const { AccessToken } = await tokensOf(world(), { username: Username });
    await client.call('AdminUserGlobalSignOut', { UserPoolId: SCENARIO_POOL_ID, Username });
    await expect(client.call('GetUser', { AccessToken })).rejects.toMatchObject(REVOKED);
  });

  test('an administrator lists the sessions of a user, and ends one', async (context) => {
    const { tag, client, fixture } = world();
    skipUnknown(world(), context, 'AdminListUserSessions', 'AdminRevokeUserSession');
    const Username = `watched.${tag}@example.org`;
    await fixture.createUser(Username, { poolId: SCENARIO_POOL_ID });
    const target = { UserPoolId: SCENARIO_POOL_ID, Username };
    const { AccessToken } = await tokensOf(world(), { username: Username });
    const listed = await client.call('AdminListUserSessions', target);
    expect(listed['Sessions']).toHaveLength(1);
    const SessionId = textAt(listed, 'Sessions', 0, 'SessionId');
    await client.call('AdminRevokeUserSession', { ...target, SessionId });
    await expect(client.call('GetUser', { AccessToken })).rejects.toMatchObject(REVOKED);
  });

  test('an administrator manages groups and their members', async () => {
    const { tag, client, fixture } = world();
    const email = `member.${tag}@example.org`;
    const Username = await fixture.createUser(email, { poolId: SCENARIO_POOL_ID });
    const UserPoolId = SCENARIO_POOL_ID;
    const GroupName = `editors-${tag}`;
    const group = { UserPoolId, GroupName };
    await client.call('CreateGroup', { ...group, Precedence: 1 });
    await expect(client.call('CreateGroup', group)).rejects.toMatchObject({ name: 'GroupExistsException' });
    await client.call('UpdateGroup', { ...group, Description: 'may write' });
    expect(await client.call('GetGroup', group)).toMatchObject({
      Group: { GroupName, Description: 'may write', Precedence: 1 },
    });
    const listed = await client.call('ListGroups', { UserPoolId });
    expect(listed['Groups']).toContainEqual(expect.objectContaining({ GroupName }));

    await client.call('AdminAddUserToGroup', { ...group, Username });
    const members = await client.call('ListUsersInGroup', group);
    expect(members).toMatchObject({ Users: [{ Username }] });
    const groupsOf = () => client.call('AdminListGroupsForUser', { UserPoolId, Username });
    expect(await groupsOf()).toMatchObject({ Groups: [{ GroupName }] });
    await client.call('AdminRemoveUserFromGroup', { ...group, Username });
    expect((await groupsOf())['Groups']).toEqual([]);
    await client.call('DeleteGroup', group);
    await expect(client.call('GetGroup', group)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
}
