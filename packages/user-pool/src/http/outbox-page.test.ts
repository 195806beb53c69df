import { assert, HOUR_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createUserPool } from '../create-user-pool.ts';
import { noDelivery } from '../delivery/delivery.ts';
import { PEOPLE_CLIENT_ID, PEOPLE_POOL_ID, PEOPLE_POOLS } from '../testing/people-pools.ts';
import { ADMIN, KEY, PASSWORD, type PoolFixture, startPool } from '../testing/pool-fixture.ts';

const NAME = "o'<b>@example.org".replaceAll(/[<>]/g, '');
const clock = manualClock('2030-05-04T08:09:10.000Z');
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, {
    clock,
    pools: PEOPLE_POOLS,
    delivery: noDelivery,
  });
  await fixture.call('SignUp', { ClientId: PEOPLE_CLIENT_ID, Username: NAME, Password: PASSWORD });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

const get = (
  headers: Record<string, string> = {},
  address: string | undefined = '127.0.0.1',
  url = 'http://127.0.0.1:9229/outbox',
) =>
  fixture.pool.fetch(
    new Request(url, { headers: { host: new URL(url).host, ...headers } }),
    address === 'none' ? {} : { address },
  );
const bodySchema = z.object({ messages: z.array(z.object({ to: z.string(), text: z.string() })) });

test.each([
  ['another machine', {}, '203.0.113.9'],
  ['another machine in IPv6', {}, '2001:db8::1'],
  ['another machine in disguise', {}, '::ffff:203.0.113.9'],
  ['nobody knows where', {}, 'none'],
  ['no address', {}, 'localhost'],
])('a connection from %s is rejected', async (_name, headers, address) => {
  const response = await get(headers, address);
  expect(response.status).toBe(403);
  expect(await response.text()).toBe('Forbidden\n');
});

test.each([
  ['a name that leads here', { host: 'rebound.example.org' }],
  ['a name that begins alike', { host: 'localhost.example.org' }],
  ['an address that begins alike', { host: '127.0.0.1.example.org:80' }],
  ['an empty host', { host: '' }],
])('%s is rejected', async (_name, headers) => {
  expect((await get(headers)).status).toBe(403);
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbour', { 'sec-fetch-site': 'same-site' }],
  ['something new', { 'sec-fetch-site': 'whatever' }],
])('a page of %s is rejected', async (_name, headers) => {
  expect((await get(headers)).status).toBe(403);
});

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host'])(
  'a request forwarded with %s is rejected',
  async (name) => {
    expect((await get({ [name]: '203.0.113.9' })).status).toBe(403);
  },
);

test.each([
  ['a public issuer', { baseUrl: 'https://pool.example.org' }],
  ['public pages', { baseUrl: 'http://127.0.0.1:9229', hosted: { publicUrl: 'https://pool.example.org' } }],
])('a pool with %s has no outbox page, because its proxy can look local', async (_name, options) => {
  const started = await createUserPool({
    database: { connectionString: database.connectionString },
    encryptionKey: KEY,
    adminCredentials: [ADMIN],
    pools: [],
    ...options,
  });
  assert(started.ok, 'the pool did not start');
  const request = new Request('http://127.0.0.1:9229/outbox', { headers: { host: '127.0.0.1:9229' } });
  expect((await started.value.fetch(request, { address: '127.0.0.1' })).status).toBe(403);
  await started.value.close();
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:9229/outbox'],
  ['::1', 'http://[::1]:9229/outbox'],
  ['::ffff:127.0.0.1', 'http://localhost/outbox'],
])('a local user sees the messages as a page, from %s', async (address, url) => {
  const response = await get({ 'sec-fetch-site': 'none' }, address, url);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
  });
  expect(response.headers.has('access-control-allow-origin')).toBe(false);
  const html = await response.text();
  expect(html).toContain('o&#39;b@example.org');
  expect(html).toContain('People &amp; &lt;Co&gt;');
});

test('a program gets them as JSON, and the code works', async () => {
  const response = await get({ accept: 'application/json' });
  const { messages } = bodySchema.parse(await response.json());
  const text = messages.find(({ to }) => to === NAME)?.text ?? '';
  const ConfirmationCode = /^\d{6}$/m.exec(text)?.[0];
  const input = { ClientId: PEOPLE_CLIENT_ID, Username: NAME, ConfirmationCode };
  expect((await fixture.call('ConfirmSignUp', input)).status).toBe(200);
});

test('it also works over the network address of this machine', async () => {
  const response = await fetch(`${fixture.endpoint}/outbox`, { headers: { accept: 'application/json' } });
  expect(response.status).toBe(200);
});

test('a decoy message for an unknown name is not shown', async () => {
  await fixture.call('ForgotPassword', { ClientId: PEOPLE_CLIENT_ID, Username: 'nobody@example.org' });
  const text = await (await get({ accept: 'application/json' })).text();
  expect(text).not.toContain('nobody@example.org');
});

test('expired rows are deleted', async () => {
  clock.advance(25 * HOUR_MS);
  const made = { UserPoolId: PEOPLE_POOL_ID, Username: 'late@example.org' };
  await fixture.admin('AdminCreateUser', made);
  const { messages } = bodySchema.parse(await (await get({ accept: 'application/json' })).json());
  expect(messages.map(({ to }) => to)).toEqual(['late@example.org']);
});
