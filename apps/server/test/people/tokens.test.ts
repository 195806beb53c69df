import {
  type CreatedToken,
  type CreateTokenRequest,
  LIMITS,
  SERVER_LIMITS,
  type TokenScope,
} from '@coffer/contracts';
import { DAY_MS, MINUTE_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { listLiveTokens } from '../../src/features/tokens/index.ts';
import { createTokenLimit, findTokenActor } from '../../src/features/tokens/find-token-actor.ts';
import { sweepTokens } from '../../src/features/tokens/delete-all-tokens.ts';
import { listFeed } from '../../src/features/files/details/list-feed.ts';
import { listNotifications } from '../../src/features/notifications/list-notifications.ts';
import {
  changeNotificationSettings,
  getNotificationSettings,
} from '../../src/features/notifications/notification-settings.ts';
import { changeRole } from '../../src/features/people/change-role.ts';
import { disablePerson } from '../../src/features/people/disable-person.ts';
import { enablePerson } from '../../src/features/people/enable-person.ts';
import { hasScope } from '../../src/operation.ts';
import { errorOf, valueOf } from '../../src/live.world.ts';
import { dumpDatabase } from '../database-dump.ts';
import { arrive, email, nextPerson, prepareSignIns, world } from '../sign-in-scene.ts';
import { type Browser, ORIGIN, PASSWORD } from '../sign-in-world.ts';

prepareSignIns();

const READ: CreateTokenRequest = { label: 'Backup', scopes: ['files:read'] };

async function make(browser: Browser, request: CreateTokenRequest = READ): Promise<CreatedToken> {
  const made = await browser.call('createToken', request);
  expect([made.status, made.code]).toEqual([201, undefined]);
  return made.body;
}

async function spaces(secret: string, address = '192.0.2.99'): Promise<Response> {
  const headers = { authorization: `Bearer ${secret}` };
  const from = { incoming: { socket: { remoteAddress: address } } };
  return await world.app.request(`${ORIGIN}/api/v1/spaces`, { headers }, from);
}

const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { readonly code: unknown }).code;

test('a token learns whose it is and what it is for; a session is no token', async () => {
  const browser = await arrive(email);
  const { secret, token } = await make(browser, { label: 'Deploy', scopes: ['shares:write'] });
  const headers = { authorization: `Bearer ${secret}` };
  const from = { incoming: { socket: { remoteAddress: '192.0.2.98' } } };
  const response = await world.app.request(`${ORIGIN}/api/v1/token`, { headers }, from);
  const person = await personOf(browser);
  expect(await response.json()).toMatchObject({
    token: { ...token, lastUsedAt: expect.any(String) },
    person,
  });
  expect(await browser.call('getCurrentToken')).toMatchObject({ status: 404, code: 'token_not_found' });
});

async function personOf(browser: Browser) {
  const { body } = await browser.call('getSession');
  if (body.state !== 'signed_in') throw new Error('nobody is signed in');
  return body.person;
}

async function lastFacts(action: string): Promise<unknown> {
  const rows = await world.db
    .selectFrom('audit')
    .select('facts')
    .where('action', '=', action)
    .orderBy('sequence', 'desc')
    .execute();
  return rows[0]?.facts;
}

test('a token is shown once, kept as a hash, and lists when it was used, to the minute', async () => {
  const browser = await arrive(email);
  const { secret, token } = await make(browser);
  expect(secret).toMatch(/^coffer_[0-9A-Za-z]{38}$/);
  expect(token).toMatchObject({ label: 'Backup', scopes: ['files:read'], lastUsedAt: null });
  expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBe(LIMITS.tokenLifeDays * DAY_MS);
  expect((await spaces(secret)).status).toBe(200);
  const first = world.clock.now().toISOString();
  world.clock.advance(MINUTE_MS - 1);
  await spaces(secret);
  const items = async () => (await browser.call('listTokens')).body.items;
  expect(await items()).toEqual([{ ...token, lastUsedAt: first }]);
  world.clock.advance(1);
  await spaces(secret);
  expect(await items()).toMatchObject([{ lastUsedAt: world.clock.now().toISOString() }]);

  const dump = await dumpDatabase(world.connectionString);
  expect(dump).toContain('Backup');
  expect(dump).not.toContain(secret.slice(7));
  expect(world.lines.join('')).not.toContain(secret.slice(7));
  expect(await lastFacts('token_created')).toEqual({ label: 'Backup', scopes: ['files:read'] });
});

test('making one asks for a recent sign-in, and takes no more than the role, the limits and the schema allow', async () => {
  const browser = await arrive(email);
  const refused = async (request: object) => (await browser.call('createToken', request)).problem;
  expect(await refused({ ...READ, scopes: ['admin:read'] })).toMatchObject({
    code: 'not_allowed',
    needed_role: 'auditor',
  });
  expect(await refused({ ...READ, scopes: ['admin:write'] })).toMatchObject({ needed_role: 'administrator' });
  for (const wrong of [
    { scopes: [] },
    { scopes: ['files:read', 'files:read'] },
    { scopes: ['files'] },
    { lifeDays: 0 },
    { lifeDays: 366 },
    { label: ' ' },
    { label: 'x'.repeat(81) },
  ]) {
    expect(await refused({ ...READ, ...wrong })).toMatchObject({ code: 'invalid_request' });
  }
  const results = await Promise.all(
    Array.from(
      { length: SERVER_LIMITS.tokensPerPersonMax + 3 },
      async () => await browser.call('createToken', READ),
    ),
  );
  const made = results.filter(({ status }) => status === 201);
  expect(made).toHaveLength(SERVER_LIMITS.tokensPerPersonMax);
  expect(results.find(({ status }) => status !== 201)?.code).toBe('limit_reached');
  world.clock.advance(11 * MINUTE_MS);
  expect(await refused(READ)).toMatchObject({ code: 'confirmation_needed' });
});

test('deleted, expired, unknown and mistyped tokens get one answer, and are counted by network', async () => {
  const browser = await arrive(email);
  const { secret, token } = await make(browser, { ...READ, lifeDays: 1 });
  const deleted = await make(browser);
  const params = { tokenId: deleted.token.id };
  expect((await browser.call('deleteToken', undefined, { params })).status).toBe(204);
  expect((await browser.call('deleteToken', undefined, { params })).code).toBe('token_not_found');
  expect(await lastFacts('token_deleted')).toEqual({ label: 'Backup' });
  const typo = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`;
  for (const wrong of [deleted.secret, typo, PASSWORD, '', `${secret}x`]) {
    const response = await spaces(wrong, '203.0.113.5');
    expect([response.status, await codeOf(response)]).toEqual([401, 'token_refused']);
  }
  world.clock.advance(DAY_MS);
  expect(await codeOf(await spaces(secret, '203.0.113.5'))).toBe('token_refused');
  const again = Array.from({ length: 30 }, async () => await codeOf(await spaces('coffer_x', '203.0.113.5')));
  expect((await Promise.all(again)).at(-1)).toBe('too_many_tries');
  expect(await codeOf(await spaces('coffer_x', '203.0.113.6'))).toBe('token_refused');

  const signedIn = await arriveAgain();
  const right = await make(signedIn);
  expect((await spaces(right.secret, '203.0.113.5')).status).toBe(200);
  const listed = async () => (await signedIn.call('listTokens')).body.items.map(({ id }) => id);
  expect(await listed()).toEqual([right.token.id, token.id]);
  world.clock.advance(SERVER_LIMITS.tokenKeptMs);
  await sweepTokens(world.services);
  const left = await world.db.selectFrom('api_token').select('id').where('id', '=', token.id).execute();
  expect(left).toEqual([]);
});

async function arriveAgain(): Promise<Browser> {
  const browser = world.browser();
  expect((await browser.prove(email, PASSWORD)).body).toEqual({ step: 'signed_in' });
  return browser;
}

test('its owner is told of a new token, and of those that an administrator deletes', async () => {
  const browser = await arrive(email);
  const person = await personOf(browser);
  const told = async () =>
    valueOf(await listNotifications(world.services, person, { limit: 10 })).items.map(
      ({ subject }) => subject,
    );
  const mailed = async () =>
    await world.db.selectFrom('mail').select(['kind', 'subject']).where('user_id', '=', person.id).execute();
  const { token } = await make(browser);
  const subject = { kind: 'token_created', name: 'Backup' };
  expect([await told(), await mailed()]).toEqual([[subject], [{ kind: 'account', subject }]]);
  await browser.call('deleteToken', undefined, { params: { tokenId: token.id } });
  expect(await told()).toHaveLength(1);

  const { choices, language } = valueOf(await getNotificationSettings(world.services, person));
  const chosen = { ...choices, account: { bell: true, mail: false } };
  await changeNotificationSettings(world.services, person, { choices: chosen, language });
  for (const label of ['One', 'Two']) await make(browser, { ...READ, label });
  const admin = await arrive(`admin-${email}`);
  await changeRole(world.services, { userId: (await personOf(admin)).id, role: 'administrator' });
  await admin.call('revokeTokens', undefined, { params: { personId: person.id } });
  expect((await told())[0]).toEqual({
    kind: 'tokens_deleted',
    name: expect.stringMatching(/^(One, Two|Two, One)$/),
    count: 2,
  });
  expect(await mailed()).toHaveLength(1);
});

test('what a token did is told with its name in the audit trail and in the activity', async () => {
  const browser = await arrive(email);
  const person = await personOf(browser);
  const { secret } = await make(browser, { label: 'viewer', scopes: ['files:write'] });
  const made = await world.app.request(
    `${ORIGIN}/api/v1/spaces`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'idempotency-key': 'a-space-by-a-script',
      },
      body: JSON.stringify({ name: 'By a script', color: 'teal' }),
    },
    { incoming: { socket: { remoteAddress: '192.0.2.99' } } },
  );
  expect(made.status).toBe(201);
  expect(await lastFacts('space_created')).toMatchObject({ token: 'viewer' });
  const { items } = valueOf(await listFeed(world.services, person, { limit: 10 }));
  expect(items).toMatchObject([{ author: { kind: 'you' }, name: 'By a script', token: 'viewer' }]);
});

test('a token of one person is nothing to another', async () => {
  const { token } = await make(await arrive(email));
  nextPerson();
  const other = await arrive(email);
  expect((await other.call('deleteToken', undefined, { params: { tokenId: token.id } })).code).toBe(
    'token_not_found',
  );
  expect((await other.call('listTokens')).body.items).toEqual([]);
});

test('an app password goes with the name or the address of its owner, and with no other', async () => {
  const { secret } = await make(await arrive(email), {
    label: 'Drive',
    scopes: ['files:read', 'files:write'],
  });
  const services = { ...world.services, wrongTokens: createTokenLimit(world.services) };
  const find = async (username: string) =>
    await findTokenActor(services, { secret, username, address: '192.0.2.1' });
  for (const name of [email, ` ${email.toUpperCase()}`, '']) {
    const actor = valueOf(await find(name));
    expect([actor.person.email, actor.scopes]).toEqual([email, ['files:read', 'files:write']]);
    expect([hasScope(actor, 'files:write'), hasScope(actor, 'shares:write')]).toEqual([true, false]);
    expect(await listLiveTokens(services, [actor.sessionId])).toEqual(new Set([actor.sessionId]));
  }
  expect(errorOf(await find('someone@example.org'))).toEqual({ code: 'token_refused' });
});

test('an administrator acts as a member without a scope of administration, and loses what the role loses', async () => {
  const browser = await arrive(email);
  const { id } = await personOf(browser);
  await changeRole(world.services, { userId: id, role: 'administrator' });
  const other = await arrive(`second-${email}`);
  await changeRole(world.services, { userId: (await personOf(other)).id, role: 'administrator' });
  const roleBy = async (scopes: TokenScope[]) => {
    const { secret } = await make(browser, { label: 'x', scopes });
    const services = { ...world.services, wrongTokens: createTokenLimit(world.services) };
    const find = async () =>
      valueOf(await findTokenActor(services, { secret, address: '192.0.2.1' })).person.role;
    return { now: await find(), find };
  };
  expect((await roleBy(['files:read', 'files:write', 'shares:write'])).now).toBe('member');
  const admin = await roleBy(['admin:read', 'admin:write']);
  expect(admin.now).toBe('administrator');
  await changeRole(world.services, { userId: id, role: 'member' });
  expect(await admin.find()).toBe('member');
});

test('disabling deletes tokens, and so does an administrator; sign-outs of the person do not', async () => {
  const browser = await arrive(email);
  const { id } = await personOf(browser);
  const { secret } = await make(browser);
  await browser.call('endOtherSessions');
  await browser.call('signOut');
  expect((await spaces(secret)).status).toBe(200);
  await disablePerson(world.services, id);
  expect(await codeOf(await spaces(secret))).toBe('token_refused');
  await enablePerson(world.services, id);
  expect(await codeOf(await spaces(secret))).toBe('token_refused');
  expect(await lastFacts('tokens_deleted')).toEqual({ count: 1 });

  const again = await arriveAgain();
  const [one, two, three] = [await make(again), await make(again), await make(again)];
  const admin = await arrive(`admin-${email}`);
  const params = { personId: id };
  expect((await admin.call('listPersonTokens', undefined, { params })).code).toBe('not_allowed');
  expect((await admin.call('revokeTokens', undefined, { params })).code).toBe('not_allowed');
  const { id: adminId } = await personOf(admin);
  await changeRole(world.services, { userId: adminId, role: 'administrator' });
  const listed = await admin.call('listPersonTokens', undefined, { params });
  expect(listed.body.items).toHaveLength(3);
  expect(listed.text).not.toContain('coffer_');
  const first = { personId: id, tokenId: one.token.id };
  expect((await admin.call('revokeToken', undefined, { params: first })).status).toBe(204);
  expect([(await spaces(one.secret)).status, (await spaces(two.secret)).status]).toEqual([401, 200]);
  expect((await admin.call('revokeTokens', undefined, { params })).body).toEqual({ revoked: 2 });
  expect((await spaces(three.secret)).status).toBe(401);
  const own = { personId: adminId };
  expect((await admin.call('revokeTokens', undefined, { params: own })).code).toBe('own_account');
  const last = await make(again);
  await admin.call('signPersonOut', undefined, { params });
  expect((await spaces(last.secret)).status).toBe(401);
});
