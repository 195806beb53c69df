import { expect, test } from 'vitest';
import { PASSWORD } from '../pool-fixture.ts';
import { refused, skipUnknown, textAt, type World } from './client.ts';
import { ROTATING_CLIENT_ID, SCENARIO_CLIENT_ID, SCENARIO_POOL_ID } from './pools.ts';
import { signIn, tokensOf } from './sign-in.ts';

const SECOND_PASSWORD = 'bright-Lantern-river-42';
const THIRD_PASSWORD = 'quiet-Harbour-stone-17';
const ClientId = SCENARIO_CLIENT_ID;
const WRONG_PASSWORD = refused('NotAuthorizedException', 'Incorrect username or password.');
const REVOKED = refused('NotAuthorizedException', 'Access Token has been revoked');

export function peopleScenario(world: () => World): void {
  test('a user signs up, confirms by the newest code, and deletes the account', async () => {
    const { tag, client, fixture } = world();
    const Username = `new.${tag}@example.org`;
    const made = await client.call('SignUp', { ClientId, Username, Password: PASSWORD });
    expect(made).toMatchObject({
      UserConfirmed: false,
      CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'n***@e***' },
    });
    await expect(signIn(world(), { username: Username })).rejects.toMatchObject({
      name: 'UserNotConfirmedException',
    });
    const before = fixture.messages.length;
    const again = await client.call('ResendConfirmationCode', { ClientId, Username });
    expect(again).toMatchObject({ CodeDeliveryDetails: { Destination: 'n***@e***' } });
    const ConfirmationCode = await fixture.lastCode(Username);
    expect(fixture.messages.length).toBeGreaterThan(before);
    const confirm = (code: string) =>
      client.call('ConfirmSignUp', { ClientId, Username, ConfirmationCode: code });
    await expect(confirm('none')).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await confirm(ConfirmationCode);
    const { AccessToken } = await tokensOf(world(), { username: Username });
    await client.call('DeleteUser', { AccessToken });
    await expect(signIn(world(), { username: Username })).rejects.toMatchObject(WRONG_PASSWORD);
  });

  test('a user reads and changes attributes, and verifies a new address', async () => {
    const { tag, client, fixture } = world();
    const email = `mover.${tag}@example.org`;
    const moved = `moved.${tag}@example.org`;
    await fixture.createUser(email, { poolId: SCENARIO_POOL_ID });
    const { AccessToken } = await tokensOf(world(), { username: email });
    const attributes = async () => (await client.call('GetUser', { AccessToken }))['UserAttributes'];
    const UserAttributes = [
      { Name: 'nickname', Value: 'Mo' },
      { Name: 'email', Value: moved },
    ];
    expect(await client.call('UpdateUserAttributes', { AccessToken, UserAttributes })).toMatchObject({
      CodeDeliveryDetailsList: [{ AttributeName: 'email', Destination: 'm***@e***' }],
    });
    expect(await attributes()).toEqual(
      expect.arrayContaining([
        { Name: 'nickname', Value: 'Mo' },
        { Name: 'email', Value: email },
      ]),
    );
    const AttributeName = 'email';
    const asked = await client.call('GetUserAttributeVerificationCode', { AccessToken, AttributeName });
    expect(asked).toMatchObject({ CodeDeliveryDetails: { AttributeName, DeliveryMedium: 'EMAIL' } });
    const Code = await fixture.lastCode(moved);
    await client.call('VerifyUserAttribute', { AccessToken, AttributeName, Code });
    await client.call('DeleteUserAttributes', { AccessToken, UserAttributeNames: ['nickname'] });
    const left = await attributes();
    expect(left).toContainEqual({ Name: 'email', Value: moved });
    expect(left).toContainEqual({ Name: 'email_verified', Value: 'true' });
    expect(left).not.toContainEqual(expect.objectContaining({ Name: 'nickname' }));
  });

  test('a password is changed, and a forgotten one replaced', async () => {
    const { tag, client, fixture } = world();
    const Username = `forgetful.${tag}@example.org`;
    await fixture.createUser(Username, { poolId: SCENARIO_POOL_ID });
    const { AccessToken } = await tokensOf(world(), { username: Username });
    const change = (PreviousPassword: string) =>
      client.call('ChangePassword', { AccessToken, PreviousPassword, ProposedPassword: SECOND_PASSWORD });
    await expect(change('not the password')).rejects.toMatchObject(WRONG_PASSWORD);
    await change(PASSWORD);
    await expect(signIn(world(), { username: Username })).rejects.toMatchObject(WRONG_PASSWORD);
    await tokensOf(world(), { username: Username, password: SECOND_PASSWORD });

    await fixture.admin('AdminUpdateUserAttributes', {
      UserPoolId: SCENARIO_POOL_ID,
      Username,
      UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
    });
    expect(await client.call('ForgotPassword', { ClientId, Username })).toMatchObject({
      CodeDeliveryDetails: { AttributeName: 'email', Destination: 'f***@e***' },
    });
    const ConfirmationCode = await fixture.lastCode(Username);
    const renewal = { ClientId, Username, ConfirmationCode, Password: THIRD_PASSWORD };
    await client.call('ConfirmForgotPassword', renewal);
    await expect(client.call('ConfirmForgotPassword', renewal)).rejects.toMatchObject({
      name: 'ExpiredCodeException',
    });
    await tokensOf(world(), { username: Username, password: THIRD_PASSWORD });
  });

  test('refresh tokens are replaced and revoked', async () => {
    const { tag, client, fixture } = world();
    const username = `renewer.${tag}@example.org`;
    await fixture.createUser(username, { poolId: SCENARIO_POOL_ID });
    const first = await tokensOf(world(), { username, clientId: ROTATING_CLIENT_ID });
    const renew = (RefreshToken: string) =>
      client.call('GetTokensFromRefreshToken', { ClientId: ROTATING_CLIENT_ID, RefreshToken });
    const next = await renew(first.RefreshToken);
    const AccessToken = textAt(next, 'AuthenticationResult', 'AccessToken');
    const Token = textAt(next, 'AuthenticationResult', 'RefreshToken');
    expect(Token).not.toBe(first.RefreshToken);
    expect(await client.call('GetUser', { AccessToken })).toMatchObject({ Username: expect.any(String) });
    await client.call('RevokeToken', { ClientId: ROTATING_CLIENT_ID, Token });
    await expect(client.call('GetUser', { AccessToken })).rejects.toMatchObject(REVOKED);
    await expect(renew(Token)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  test('a user reads the sign-in methods, and ends all sessions', async () => {
    const { tag, client, fixture } = world();
    const username = `leaver.${tag}@example.org`;
    await fixture.createUser(username, { poolId: SCENARIO_POOL_ID });
    const { AccessToken } = await tokensOf(world(), { username });
    const factors = await client.call('GetUserAuthFactors', { AccessToken });
    expect(factors).toMatchObject({ ConfiguredUserAuthFactors: ['PASSWORD'] });
    await client.call('GlobalSignOut', { AccessToken });
    await expect(client.call('GetUser', { AccessToken })).rejects.toMatchObject(REVOKED);
  });

  test('a user lists the sessions, and ends one', async (context) => {
    const { tag, client, fixture } = world();
    skipUnknown(world(), context, 'ListUserSessions', 'RevokeUserSession');
    const username = `watcher.${tag}@example.org`;
    await fixture.createUser(username, { poolId: SCENARIO_POOL_ID });
    const { AccessToken: other } = await tokensOf(world(), { username });
    const { AccessToken } = await tokensOf(world(), { username });
    const sessions = await client.call('ListUserSessions', { AccessToken });
    expect(sessions['Sessions']).toHaveLength(2);
    const list: unknown[] = Object.values(Object(sessions['Sessions']));
    const stranger = list.find((each) => Reflect.get(Object(each), 'IsCurrentSession') === false);
    const SessionId = textAt(stranger, 'SessionId');
    await client.call('RevokeUserSession', { AccessToken, SessionId });
    await expect(client.call('GetUser', { AccessToken: other })).rejects.toMatchObject(REVOKED);
    expect((await client.call('ListUserSessions', { AccessToken }))['Sessions']).toHaveLength(1);
  });
}
