import { DAY_MS, HOUR_MS, MINUTE_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { decodeJwt } from 'jose';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  OTHER_CLIENT_ID,
  PASSWORD,
  POOL_ID,
  type PoolFixture,
  ROTATING_CLIENT_ID,
  SECRET_CLIENT_ID,
  startPool,
} from '../testing/pool-fixture.ts';
import { sessionIdOf } from './sessions.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
const clock = manualClock();

beforeEach(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, { clock });
});

afterEach(async () => {
  await fixture.close();
  await database.drop();
});

interface Session {
  readonly SessionId: string;
  readonly ClientId: string;
  readonly IsCurrentSession: boolean;
  readonly LastActiveDate: number;
  readonly LastIPAddress?: string;
}
const EMAIL = 'sessions@example.org';
const list = async (AccessToken: string) =>
  (await fixture.call('ListUserSessions', { AccessToken })).body['Sessions'] as readonly Session[];
const getUser = async (AccessToken: string) => (await fixture.call('GetUser', { AccessToken })).body;
const seconds = () => clock.now().getTime() / 1000;

test('a user lists sessions with client, address and start time, and ends one', async () => {
  await fixture.createUser(EMAIL);
  const one = await fixture.tokens(EMAIL);
  clock.advance(MINUTE_MS);
  const signedIn = await fixture.signIn(EMAIL, PASSWORD, {
    clientId: OTHER_CLIENT_ID,
    address: '203.0.113.5',
  });
  const two = signedIn.body['AuthenticationResult'] as { AccessToken: string };
  const sessions = await list(one.AccessToken);
  expect(sessions).toEqual([
    {
      SessionId: sessionIdOf(String(decodeJwt(two.AccessToken)['origin_jti'])),
      SessionType: 'TOKEN',
      ClientId: OTHER_CLIENT_ID,
      CreateDate: seconds(),
      LastActiveDate: seconds(),
      DeviceType: expect.any(String),
      LastIPAddress: '203.0.113.5',
      IsCurrentSession: false,
    },
    expect.objectContaining({ ClientId: CLIENT_ID, IsCurrentSession: true, CreateDate: seconds() - 60 }),
  ]);
  const end = async (AccessToken: string, SessionId: string | undefined) =>
    (await fixture.call('RevokeUserSession', { AccessToken, SessionId })).body;
  expect(await end(one.AccessToken, sessions[1]?.SessionId)).toMatchObject({
    __type: 'InvalidParameterException',
  });
  expect(await end(one.AccessToken, sessions[0]?.SessionId)).toEqual({});
  expect(await getUser(two.AccessToken)).toMatchObject({ message: 'Access Token has been revoked' });
  expect(await end(one.AccessToken, sessions[0]?.SessionId)).toMatchObject({
    __type: 'ResourceNotFoundException',
  });
  expect(await list(one.AccessToken)).toHaveLength(1);
});

test('a session of another user is not found', async () => {
  await fixture.createUser(EMAIL);
  await fixture.createUser('other@example.org');
  const { AccessToken } = await fixture.tokens(EMAIL);
  const other = await fixture.tokens('other@example.org');
  const [theirs] = await list(other.AccessToken);
  for (const SessionId of [
    theirs?.SessionId,
    'tkn0000000000000000000000000',
    'tknzzzzzzzzzzzzzzzzzzzzzzzzz',
    'x',
  ])
    expect((await fixture.call('RevokeUserSession', { AccessToken, SessionId })).body['__type']).toBe(
      'ResourceNotFoundException',
    );
  expect(await getUser(other.AccessToken)).toHaveProperty('Username');
  const wrongOwner = { UserPoolId: POOL_ID, Username: EMAIL, SessionId: theirs?.SessionId };
  expect((await fixture.admin('AdminRevokeUserSession', wrongOwner)).body['__type']).toBe(
    'ResourceNotFoundException',
  );
});

test('an administrator lists and ends the sessions of a user', async () => {
  await fixture.createUser(EMAIL);
  const { AccessToken } = await fixture.tokens(EMAIL);
  const target = { UserPoolId: POOL_ID, Username: EMAIL };
  const listed = await fixture.admin('AdminListUserSessions', target);
  const [session] = listed.body['Sessions'] as readonly Session[];
  expect(session?.IsCurrentSession).toBe(false);
  expect((await fixture.call('AdminListUserSessions', target)).body['__type']).toBe(
    'MissingAuthenticationTokenException',
  );
  const ended = await fixture.admin('AdminRevokeUserSession', { ...target, SessionId: session?.SessionId });
  expect(ended.body).toEqual({});
  expect(await getUser(AccessToken)).toMatchObject({ message: 'Access Token has been revoked' });
});

test.each([CLIENT_ID, ROTATING_CLIENT_ID])(
  'a refresh at %s updates when and where a session was last used',
  async (clientId) => {
    await fixture.createUser(EMAIL);
    const { RefreshToken } = await fixture.tokens(EMAIL, clientId);
    clock.advance(HOUR_MS);
    const input = { ClientId: clientId, RefreshToken };
    const renewed = await fixture.call('GetTokensFromRefreshToken', input, { address: '2001:db8::7' });
    const { AccessToken } = renewed.body['AuthenticationResult'] as { AccessToken: string };
    expect(await list(AccessToken)).toMatchObject([
      { CreateDate: seconds() - 3600, LastActiveDate: seconds(), LastIPAddress: '2001:db8::7' },
    ]);
  },
);

test("requests through a relay do not change the user's address", async () => {
  await fixture.createUser(EMAIL);
  const signedIn = await fixture.signIn(EMAIL, PASSWORD, {
    clientId: SECRET_CLIENT_ID,
    address: '203.0.113.5',
  });
  const { RefreshToken } = signedIn.body['AuthenticationResult'] as { RefreshToken: string };
  const input = { ClientId: SECRET_CLIENT_ID, ClientSecret: CLIENT_SECRET, RefreshToken };
  const renewed = await fixture.call('GetTokensFromRefreshToken', input, { address: '198.51.100.1' });
  const { AccessToken } = renewed.body['AuthenticationResult'] as { AccessToken: string };
  expect(await list(AccessToken)).toMatchObject([{ LastIPAddress: '203.0.113.5', DeviceType: 'unknown' }]);
});

test('over the session limit of a pool the least recently used session ends', async () => {
  await fixture.createUser(EMAIL);
  const wanted = { UserPoolId: POOL_ID, UserSessionTracking: 'ENABLED', TokenSession: { MaxPerUser: 2 } };
  await fixture.admin('SetUserPoolSessionConfiguration', wanted);
  const first = await fixture.tokens(EMAIL);
  clock.advance(MINUTE_MS);
  const second = await fixture.tokens(EMAIL);
  clock.advance(MINUTE_MS);
  await fixture.call('GetTokensFromRefreshToken', { ClientId: CLIENT_ID, RefreshToken: first.RefreshToken });
  clock.advance(MINUTE_MS);
  const third = await fixture.tokens(EMAIL);
  expect(await getUser(second.AccessToken)).toMatchObject({ message: 'Access Token has been revoked' });
  expect(await list(third.AccessToken)).toHaveLength(2);

  clock.advance(MINUTE_MS);
  const many = await Promise.all(Array.from({ length: 6 }, () => fixture.tokens(EMAIL)));
  const replies = await Promise.all(many.map(({ AccessToken }) => getUser(AccessToken)));
  expect(replies.filter((body) => 'Username' in body)).toHaveLength(2);
});

test('without tracking no sessions are listed', async () => {
  await fixture.createUser(EMAIL);
  const off = { UserPoolId: POOL_ID, UserSessionTracking: 'DISABLED', TokenSession: { MaxPerUser: 1 } };
  await fixture.admin('SetUserPoolSessionConfiguration', off);
  const { AccessToken } = await fixture.tokens(EMAIL);
  await fixture.tokens(EMAIL);
  const reply = await fixture.call('ListUserSessions', { AccessToken });
  expect(reply.body['__type']).toBe('OperationNotEnabledException');
  expect(await getUser(AccessToken)).toHaveProperty('Username');
});

test('sessions are paged, without expired ones', async () => {
  await fixture.createUser(EMAIL);
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query(
    `insert into user_pool.token_family
       (origin_jti, pool_id, client_id, account_id, authenticated_at, expires_at)
     select gen_random_uuid(), pool_id, $1, id, $2, $2::timestamptz + interval '30 days'
     from user_pool.account, generate_series(1, 62)`,
    [CLIENT_ID, clock.now()],
  );
  await client.end();
  const { AccessToken } = await fixture.tokens(EMAIL);
  const first = await fixture.call('ListUserSessions', { AccessToken });
  expect(first.body['Sessions']).toHaveLength(60);
  const rest = await fixture.call('ListUserSessions', { AccessToken, NextToken: first.body['NextToken'] });
  expect(rest.body['Sessions']).toHaveLength(3);
  expect(rest.body).not.toHaveProperty('NextToken');
  clock.advance(31 * DAY_MS);
  const later = await fixture.tokens(EMAIL);
  expect(await list(later.AccessToken)).toHaveLength(1);
  const bad = await fixture.call('ListUserSessions', { AccessToken: later.AccessToken, NextToken: 'bad' });
  expect(bad.body['message']).toBe('Invalid pagination token');
});

test('an administrator removes a lost authenticator', async () => {
  await fixture.createUser(EMAIL);
  const target = { UserPoolId: POOL_ID, Username: EMAIL };
  const remove = async () => (await fixture.admin('AdminDeleteSoftwareToken', target)).body;
  expect(await remove()).toMatchObject({ message: 'User has not set up software token mfa' });
  const { AccessToken } = await fixture.tokens(EMAIL);
  await fixture.call('AssociateSoftwareToken', { AccessToken });
  expect(await remove()).toEqual({});
  expect((await fixture.admin('AdminGetUserAuthFactors', target)).body).toMatchObject({
    ConfiguredUserAuthFactors: ['PASSWORD'],
  });
});
