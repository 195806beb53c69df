import { testDatabase } from '@coffer/testing';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { POOL_ID, type PoolFixture, startPool } from '../testing/pool-fixture.ts';
import { roleClaims } from './claims.ts';

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

const ROLE = 'arn:aws:iam::123456789012:role/readers';
const OTHER_ROLE = 'arn:aws:iam::123456789012:role/writers';
const ask = (operation: string, input: object) => fixture.admin(operation, { UserPoolId: POOL_ID, ...input });
const names = (body: Record<string, unknown>) =>
  (body['Groups'] as readonly { GroupName: string }[]).map(({ GroupName }) => GroupName);

test('a group is created, described, changed and deleted', async () => {
  const made = await ask('CreateGroup', { GroupName: 'Readers', Description: 'read', Precedence: 3 });
  expect(made.body).toEqual({
    Group: {
      GroupName: 'Readers',
      UserPoolId: POOL_ID,
      Description: 'read',
      Precedence: 3,
      CreationDate: expect.any(Number),
      LastModifiedDate: expect.any(Number),
    },
  });
  expect((await ask('CreateGroup', { GroupName: 'Readers' })).body['__type']).toBe('GroupExistsException');
  expect((await ask('CreateGroup', { GroupName: 'readers' })).status).toBe(200);
  const changed = await ask('UpdateGroup', { GroupName: 'Readers', RoleArn: ROLE });
  expect(changed.body['Group']).toMatchObject({ Description: 'read', Precedence: 3, RoleArn: ROLE });
  expect((await ask('GetGroup', { GroupName: 'Readers' })).body['Group']).toMatchObject({ RoleArn: ROLE });
  expect((await ask('DeleteGroup', { GroupName: 'Readers' })).body).toEqual({});
  for (const operation of ['GetGroup', 'UpdateGroup', 'DeleteGroup'])
    expect((await ask(operation, { GroupName: 'Readers' })).body).toEqual({
      __type: 'ResourceNotFoundException',
      message: 'Group not found.',
    });
  await ask('DeleteGroup', { GroupName: 'readers' });
});

test.each([
  ['a blank in the name', { GroupName: 'two words' }],
  ['no name', { GroupName: '' }],
  ['a precedence below zero', { GroupName: 'x', Precedence: -1 }],
  ['a role that is none', { GroupName: 'x', RoleArn: 'role/readers-of-the-pool' }],
  ['a long description', { GroupName: 'x', Description: 'x'.repeat(2049) }],
])('%s is rejected', async (_what, input) => {
  expect((await ask('CreateGroup', input)).body['__type']).toBe('InvalidParameterException');
});

test('groups are only for administrators, and belong to one pool', async () => {
  expect((await fixture.call('CreateGroup', { UserPoolId: POOL_ID, GroupName: 'x' })).body['__type']).toBe(
    'MissingAuthenticationTokenException',
  );
  await ask('CreateGroup', { GroupName: 'here' });
  const there = await ask('GetGroup', { GroupName: 'here', UserPoolId: 'us-east-1_Plain0001' });
  expect(there.body['message']).toBe('Group not found.');
  const nowhere = await ask('ListGroups', { UserPoolId: 'us-east-1_Nowhere' });
  expect(nowhere.body['message']).toBe('User pool us-east-1_Nowhere does not exist.');
  await ask('DeleteGroup', { GroupName: 'here' });
});

test('groups and members are paged', async () => {
  for (const GroupName of ['page-b', 'page-a', 'page-c']) await ask('CreateGroup', { GroupName });
  const first = await ask('ListGroups', { Limit: 2 });
  expect(names(first.body)).toEqual(['page-a', 'page-b']);
  const second = await ask('ListGroups', { Limit: 2, NextToken: first.body['NextToken'] });
  expect(names(second.body)).toEqual(['page-c']);
  expect(second.body).not.toHaveProperty('NextToken');
  for (const NextToken of ['nonsense', 'e30', Buffer.from('["a","b"]').toString('base64url')])
    expect((await ask('ListGroups', { NextToken })).body['message']).toBe('Invalid pagination token');

  const people = ['m1@example.org', 'm2@example.org', 'm3@example.org'];
  for (const email of people) {
    await fixture.createUser(email);
    const member = { Username: email, GroupName: 'page-a' };
    expect((await ask('AdminAddUserToGroup', member)).body).toEqual({});
    expect((await ask('AdminAddUserToGroup', member)).status).toBe(200);
  }
  const one = await ask('ListUsersInGroup', { GroupName: 'page-a', Limit: 2 });
  const two = await ask('ListUsersInGroup', {
    GroupName: 'page-a',
    Limit: 2,
    NextToken: one.body['NextToken'],
  });
  const emails = [one, two].flatMap(({ body }) =>
    (body['Users'] as readonly { Attributes: readonly { Name: string; Value: string }[] }[]).map(
      ({ Attributes }) => Attributes.find(({ Name }) => Name === 'email')?.Value,
    ),
  );
  expect(emails).toEqual(people);
  expect(
    (await ask('ListUsersInGroup', { GroupName: 'page-a', NextToken: 'WyJ4IiwieSJd' })).body['message'],
  ).toBe('Invalid pagination token');
});

test('tokens contain the groups by precedence, and the role of the first', async () => {
  const email = 'groups@example.org';
  await fixture.createUser(email);
  const before = decodeJwt((await fixture.tokens(email)).IdToken);
  expect(before).not.toHaveProperty('cognito:groups');
  const groups = [
    { GroupName: 'last' },
    { GroupName: 'first', Precedence: 1, RoleArn: ROLE },
    { GroupName: 'second', Precedence: 5, RoleArn: OTHER_ROLE },
  ];
  for (const group of groups) {
    await ask('CreateGroup', group);
    await ask('AdminAddUserToGroup', { Username: email, GroupName: group.GroupName });
  }
  const { AccessToken, IdToken } = await fixture.tokens(email);
  expect(decodeJwt(IdToken)).toMatchObject({
    'cognito:groups': ['first', 'second', 'last'],
    'cognito:roles': [ROLE, OTHER_ROLE],
    'cognito:preferred_role': ROLE,
  });
  expect(decodeJwt(AccessToken)).toMatchObject({ 'cognito:groups': ['first', 'second', 'last'] });
  expect(decodeJwt(AccessToken)).not.toHaveProperty('cognito:roles');
  const page = await ask('AdminListGroupsForUser', { Username: email, Limit: 2 });
  expect(names(page.body)).toEqual(['first', 'second']);
  const rest = await ask('AdminListGroupsForUser', { Username: email, NextToken: page.body['NextToken'] });
  expect(names(rest.body)).toEqual(['last']);

  await ask('AdminRemoveUserFromGroup', { Username: email, GroupName: 'first' });
  await ask('DeleteGroup', { GroupName: 'second' });
  expect(decodeJwt((await fixture.tokens(email)).IdToken)).toMatchObject({ 'cognito:groups': ['last'] });
});

test('a user is in at most a hundred groups, also with concurrent calls', async () => {
  const email = 'many@example.org';
  await fixture.createUser(email);
  const all = Array.from({ length: 103 }, (_, index) => `many-${index}`);
  for (const GroupName of all) await ask('CreateGroup', { GroupName });
  const replies = await Promise.all(
    all.map((GroupName) => ask('AdminAddUserToGroup', { Username: email, GroupName })),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(100);
  expect(replies.find(({ status }) => status !== 200)?.body['__type']).toBe('LimitExceededException');
  expect((await ask('AdminAddUserToGroup', { Username: email, GroupName: 'nowhere' })).body['message']).toBe(
    'Group not found.',
  );
});

const group = (name: string, precedence: number | null, roleArn: string | null) => ({
  poolId: POOL_ID,
  name,
  description: null,
  roleArn,
  precedence,
  createdAt: new Date(0),
  updatedAt: new Date(0),
});

test('two roles of the same precedence give no preferred role, unless they are equal', () => {
  const two = roleClaims([group('a', 1, ROLE), group('b', 1, OTHER_ROLE)]);
  expect(two).toEqual({ 'cognito:roles': [ROLE, OTHER_ROLE] });
  const same = roleClaims([group('a', 1, ROLE), group('b', 1, ROLE), group('c', 2, OTHER_ROLE)]);
  expect(same).toEqual({ 'cognito:roles': [ROLE, OTHER_ROLE], 'cognito:preferred_role': ROLE });
  expect(roleClaims([group('a', 1, null), group('b', 2, ROLE)])).toEqual({
    'cognito:roles': [ROLE],
    'cognito:preferred_role': ROLE,
  });
  expect(roleClaims([group('a', 1, null)])).toEqual({});
});
