// Guest calls over HTTP: cookies, logs, hostile tokens and ids.
import { randomUUID } from 'node:crypto';
import { defined } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type App, createApp } from '../../../http/app.ts';
import type { Owner } from '../../../live.world.ts';
import { createLog } from '../../../platform/log/create-log.ts';
import { createMetrics } from '../../../platform/metrics/metrics.ts';
import { linksRoutes } from '../routes.ts';
import { type LinksWorld, startLinksWorld } from '../links.world.ts';

const PASSWORD = 'nine ladies dancing';
const OWN_PAGE = { 'x-coffer': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

let here: LinksWorld;
let owner: Owner;
let app: App;
let logged = '';
beforeAll(async () => {
  here = await startLinksWorld();
  owner = await here.world.addOwner();
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
});
beforeEach(() => {
  logged = '';
  const log = createLog({
    level: 'debug',
    destination: { write: (line: string) => ((logged += line), true) },
  });
  const services = { ...here.services, log };
  app = createApp(services, linksRoutes(services), {
    authenticate: async () => await Promise.resolve(undefined),
    metrics: createMetrics(),
    readiness: async () => await Promise.resolve({ isReady: true, checks: {} }),
    pages: async () => await Promise.resolve(new Response('page')),
    checkResponses: true,
  });
});

const get = async (path: string, cookie?: string): Promise<Response> =>
  await app.request(`http://localhost:8420/api/v1/public/${path}`, {
    headers: { host: 'localhost:8420', ...(cookie === undefined ? {} : { cookie }) },
  });
const post = async (
  path: string,
  body: unknown,
  headers: Record<string, string> = OWN_PAGE,
): Promise<Response> =>
  await app.request(`http://localhost:8420/api/v1/public/${path}`, {
    method: 'POST',
    headers: { host: 'localhost:8420', ...headers },
    body: JSON.stringify(body),
  });
const codeOf = async (answer: Response): Promise<unknown> => {
  const body: unknown = await answer.json();
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : 'ok';
};

test('unlocking a link with its password sets an HttpOnly cookie that opens it', async () => {
  const file = await here.upload(owner, 'cookie.txt');
  const { token } = await here.share(owner.person, file, { password: PASSWORD });
  expect(await codeOf(await get(token))).toBe('link_password_required');
  const wrong = await post(`${token}/unlock`, { password: 'ten lords' });
  expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([401, null]);
  const unlocked = await post(`${token}/unlock`, { password: PASSWORD });
  expect(unlocked.status).toBe(204);
  const cookie = defined(unlocked.headers.get('set-cookie') ?? undefined, 'the response sets no cookie');
  expect(cookie).toMatch(/^coffer-links=[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
  const opened = await get(token, cookie.split(';')[0]);
  expect([opened.status, opened.headers.get('cache-control'), opened.headers.get('referrer-policy')]).toEqual(
    [200, 'no-store', 'no-referrer'],
  );
});

test('the log holds no token, password or address, even when a call fails', async () => {
  const file = await here.upload(owner, 'private name.txt');
  const { token } = await here.share(owner.person, file, { password: PASSWORD });
  const unlocked = await post(`${token}/unlock`, { password: PASSWORD });
  const cookie = defined(unlocked.headers.get('set-cookie')?.split(';')[0], 'the response sets no cookie');
  const signed = await post(`${token}/nodes/${file.id}/content`, {}, { ...OWN_PAGE, cookie });
  expect(signed.status).toBe(200);
  const { url } = (await signed.json()) as { url: string };
  await get(`${token}x`);
  await post(`${token}/unlock`, { password: 7 });
  expect(logged).toContain('signGuestContent');
  for (const secret of [
    token,
    PASSWORD,
    cookie.slice(20),
    new URL(url).search,
    'private name',
    '203.0.113',
  ]) {
    expect(logged).not.toContain(secret);
  }
});

test.each([
  '',
  'x',
  'A'.repeat(21),
  'A'.repeat(23),
  '%00',
  '..%2F..',
  "'or'1'='1",
  '%F0%9F%92%A9',
  'A'.repeat(5_000),
])('the token %s opens no link', async (token) => {
  for (const path of [
    token,
    `${token}/nodes/${randomUUID()}/children`,
    `${token}/nodes/${randomUUID()}/path`,
  ]) {
    expect([400, 404]).toContain((await get(path)).status);
  }
  expect([400, 404]).toContain((await post(`${token}/unlock`, { password: PASSWORD })).status);
});

test.each(['', 'x', '%00', '../x', randomUUID().toUpperCase(), `${randomUUID()}0`, '*'])(
  'the id %s is not an item of the link',
  async (id) => {
    const folder = await here.makeFolder(owner, `folder ${randomUUID()}`);
    const { token } = await here.share(owner.person, folder);
    expect([400, 404]).toContain((await get(`${token}/nodes/${id}/children`)).status);
    expect([400, 404]).toContain((await post(`${token}/nodes/${id}/content`, {})).status);
    expect([400, 404]).toContain((await post(`${token}/children`, { ids: [id] })).status);
  },
);

test('all unknown tokens get the same answer', async () => {
  const answers = await Promise.all(['B'.repeat(22), 'C'.repeat(22)].map(async (token) => await get(token)));
  const bodies = await Promise.all(answers.map(async (answer): Promise<unknown> => await answer.json()));
  expect(bodies).toEqual(
    bodies.map(() => expect.objectContaining({ status: 404, code: 'link_unknown' }) as unknown),
  );
});

test('calls with side effects require a page of Coffer and have a rate limit per network', async () => {
  const file = await here.upload(owner, 'limited.txt');
  const { token } = await here.share(owner.person, file);
  const path = `${token}/nodes/${file.id}/content`;
  expect(await codeOf(await post(path, {}, { 'content-type': 'application/json' }))).toBe('cross_site');
  const codes: unknown[] = [];
  for (let call = 0; call < 61; call += 1)
    codes.push((await post(`${token}/unlock`, { password: 'x' })).status);
  expect(new Set(codes.slice(0, 59))).toEqual(new Set([204]));
  expect(codes[60]).toBe(429);
  // Downloads have a higher limit, because an office may share one address.
  expect(await codeOf(await post(path, {}))).toBe('ok');
});

test.each(['../x', 'a/b', '', '.', '..', 'a\u0000b', 'x'.repeat(300), 'evil\u202Etxt'])(
  'an edit link cannot rename an item to %j',
  async (name) => {
    const folder = await here.makeFolder(owner, `editable ${randomUUID()}`);
    const file = await here.upload(owner, 'named.txt', { parentId: folder.id });
    const { token } = await here.share(owner.person, folder, { kind: 'edit' });
    const answer = await app.request(`http://localhost:8420/api/v1/public/${token}/nodes/${file.id}`, {
      method: 'PATCH',
      headers: { host: 'localhost:8420', ...OWN_PAGE, 'if-match': `"${file.revision}"` },
      body: JSON.stringify({ name }),
    });
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'invalid_request']);
  },
);
