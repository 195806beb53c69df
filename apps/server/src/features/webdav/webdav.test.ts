import { SERVER_LIMITS } from '@coffer/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DavWorld, startDavWorld } from './dav.world.ts';

let dav: DavWorld;
beforeAll(async () => {
  dav = await startDavWorld({ quotaBytes: 60_000_000 });
});
afterAll(async () => {
  await dav[Symbol.asyncDispose]();
});

const HOME = '/dav/Personal';

const ask: DavWorld['ask'] = async (...asked) => await dav.ask(...asked);
const statusOf: DavWorld['statusOf'] = async (...asked) => await dav.statusOf(...asked);

const put = async (path: string, body: string | Uint8Array<ArrayBuffer>, headers = {}): Promise<Response> =>
  await ask('PUT', path, { body, headers });

const text = async (path: string): Promise<string> => await (await ask('GET', path)).text();

const reserved = async () =>
  await dav.services.db
    .selectFrom('space')
    .select('reserved_bytes')
    .where('id', '=', dav.owner.spaceId)
    .executeTakeFirstOrThrow();

const hrefs = (xml: string): readonly string[] =>
  [...xml.matchAll(/<D:href>([^<]*)/g)].map(([, href]) => href ?? '');

test('without a password there is a challenge, never a page', async () => {
  const refused = await ask('PROPFIND', '/dav/', { as: '', headers: { depth: '0' } });
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    'Basic realm="Coffer", charset="UTF-8"',
  ]);
  expect(refused.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await statusOf('GET', '/dav/', { as: 'nobody' })).toBe(401);
  const options = await ask('OPTIONS', '/dav/', { as: '' });
  expect([options.status, options.headers.get('dav')]).toEqual([200, '1, 2, 3']);
  expect(await statusOf('POST', '/dav/')).toBe(405);
  const other = await statusOf('GET', `${HOME}/`, { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(other).toBe(403);
});

test('a token for reading changes nothing', async () => {
  const reader = await dav.world.addOwner();
  dav.admit(reader.person, ['files:read']);
  const as = reader.person.username;
  expect(await statusOf('PROPFIND', '/dav/', { as, headers: { depth: '1' } })).toBe(207);
  for (const method of ['PUT', 'DELETE', 'MKCOL', 'LOCK', 'PROPPATCH', 'MOVE']) {
    expect(await statusOf(method, `${HOME}/x`, { as })).toBe(403);
  }
});

test('the spaces are folders, and spaces of one name are told apart', async () => {
  const { db } = dav.services;
  const twin = await dav.world.addOwner();
  const joined = { user_id: dav.owner.person.id, role: 'viewer' as const, created_at: new Date() };
  await db
    .insertInto('member')
    .values({ ...joined, space_id: twin.spaceId })
    .execute();
  const listed = await ask('PROPFIND', '/dav/', { headers: { depth: '1' } });
  const end = twin.spaceId.slice(-6);
  expect(hrefs(await listed.text())).toEqual(['/dav/', '/dav/Personal/', `/dav/Personal%20(${end})/`]);
  expect(await statusOf('PUT', `/dav/Personal%20(${end})/a.txt`, { body: 'a' })).toBe(403);
  expect(await statusOf('MKCOL', '/dav/New')).toBe(403);
  expect(await statusOf('DELETE', HOME)).toBe(403);
  await db
    .deleteFrom('member')
    .where('space_id', '=', twin.spaceId)
    .where('user_id', '=', joined.user_id)
    .execute();
  expect(await statusOf('GET', `/dav/Personal%20(${end})/`)).toBe(404);
});

test('a file is made, read in ranges and by its tag, and replaced by a version', async () => {
  const made = await put(`${HOME}/%C3%BC%20%26%20b.txt`, 'first');
  const etag = made.headers.get('etag') ?? '';
  expect([made.status, etag]).toEqual([201, expect.stringMatching(/^"[0-9a-f-]{36}"$/)]);
  // The name in decomposed form, as macOS sends it.
  const path = `${HOME}/u%CC%88%20%26%20b.txt`;
  const part = await ask('GET', path, { headers: { range: 'bytes=1-3' } });
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
    206,
    'irs',
    'bytes 1-3/5',
  ]);
  expect(await statusOf('GET', path, { headers: { 'if-none-match': etag } })).toBe(304);
  expect(await statusOf('GET', path, { headers: { range: 'bytes=9-' } })).toBe(416);
  expect(await statusOf('PUT', path, { body: 'no', headers: { 'if-match': '"other"' } })).toBe(412);
  expect(await statusOf('PUT', path, { body: 'no', headers: { 'if-none-match': '*' } })).toBe(412);
  expect((await put(path, 'second', { 'if-match': etag })).status).toBe(204);
  expect(await text(path)).toBe('second');
  const { db } = dav.services;
  const versions = await db
    .selectFrom('version')
    .select('number')
    .where('media_type', '=', 'text/plain')
    .execute();
  expect(versions.length).toBe(2);
});

test('an HTML file is served as an attachment without scripts', async () => {
  await put(`${HOME}/page.html`, '<script>alert(1)</script>');
  const { headers } = await ask('GET', `${HOME}/page.html`);
  expect(headers.get('content-security-policy')).toMatch(/^sandbox;/);
  expect(headers.get('content-disposition')).toMatch(/^attachment;/);
  expect(headers.get('content-type')).not.toMatch(/html/);
});

test('bodies in chunks and of many parts arrive whole', async () => {
  const bytes = new Uint8Array(20_000_000).map((_, index) => index % 251);
  expect((await put(`${HOME}/large.bin`, bytes)).status).toBe(201);
  const body = new Blob([bytes]).stream();
  expect(await statusOf('PUT', `${HOME}/chunked.bin`, { body, duplex: 'half' })).toBe(201);
  for (const name of ['large.bin', 'chunked.bin']) {
    const read = Buffer.from(await (await ask('GET', `${HOME}/${name}`)).arrayBuffer());
    expect(read.equals(bytes)).toBe(true);
    expect(await statusOf('DELETE', `${HOME}/${name}`)).toBe(204);
  }
});

test('what does not fit is refused before it is sent, and a broken body leaves nothing', async () => {
  const refused = await put(`${HOME}/huge.bin`, new Uint8Array(50_000_000));
  expect([refused.status, await refused.text()]).toEqual([
    507,
    expect.stringContaining('quota-not-exceeded'),
  ]);
  const body = new Blob([new Uint8Array(50_000_000)]).stream();
  expect(await statusOf('PUT', `${HOME}/huge.bin`, { body, duplex: 'half' })).toBe(507);
  const controller = new AbortController();
  const broken = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(new Uint8Array(100_000)),
    pull: async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      controller.abort();
    },
  });
  await expect(
    ask('PUT', `${HOME}/broken.bin`, {
      body: broken,
      duplex: 'half',
      signal: controller.signal,
      headers: { 'x-expected-entity-length': '9000000' },
    }),
  ).rejects.toThrow('abort');
  await expect.poll(reserved).toEqual({ reserved_bytes: 0 });
  expect(await statusOf('HEAD', `${HOME}/broken.bin`)).toBe(404);
  const short = { 'x-expected-entity-length': '5' };
  const few = new Blob(['abc']).stream();
  expect(await statusOf('PUT', `${HOME}/short.bin`, { body: few, duplex: 'half', headers: short })).toBe(400);
});

test('folders are made, copied, moved over others, and go to the trash', async () => {
  const to = (path: string, more = {}) => ({ headers: { destination: `${dav.url}${path}`, ...more } });
  expect(await statusOf('MKCOL', `${HOME}/one`)).toBe(201);
  expect(await statusOf('MKCOL', `${HOME}/one`)).toBe(405);
  expect(await statusOf('MKCOL', `${HOME}/none/two`)).toBe(409);
  expect(await statusOf('MKCOL', `${HOME}/tail.`)).toBe(400);
  expect(await statusOf('PUT', `${HOME}/a%2Fb`, { body: '' })).toBe(400);
  expect(await statusOf('GET', `${HOME}/a%00b`)).toBe(400);
  await put(`${HOME}/one/a.txt`, 'a');
  await put(`${HOME}/b.txt`, 'b');
  expect(await statusOf('COPY', `${HOME}/one`, to(`${HOME}/two`))).toBe(201);
  expect(await text(`${HOME}/two/a.txt`)).toBe('a');
  expect(await statusOf('MOVE', `${HOME}/b.txt`, to(`${HOME}/two/a.txt`, { overwrite: 'F' }))).toBe(412);
  expect(await statusOf('MOVE', `${HOME}/b.txt`, to(`${HOME}/two/a.txt`))).toBe(204);
  expect([await text(`${HOME}/two/a.txt`), await statusOf('GET', `${HOME}/b.txt`)]).toEqual(['b', 404]);
  expect(await statusOf('MOVE', `${HOME}/two`, to(`${HOME}/TWO`))).toBe(201);
  expect(await statusOf('MOVE', `${HOME}/TWO`, to(`${HOME}/TWO/in`))).toBe(403);
  expect(await statusOf('MOVE', `${HOME}/TWO`, to(`${HOME}/none/in`))).toBe(409);
  const away = { headers: { destination: 'http://elsewhere.example/dav/Personal/y' } };
  expect(await statusOf('MOVE', `${HOME}/TWO`, away)).toBe(502);
  const listed = await ask('PROPFIND', `${HOME}/TWO/`, { headers: { depth: '1' } });
  expect(hrefs(await listed.text())).toEqual([`${HOME}/TWO/`, `${HOME}/TWO/a.txt`]);
  expect(await statusOf('DELETE', `${HOME}/TWO`)).toBe(204);
  const { db } = dav.services;
  const trashed = await db.selectFrom('node').select('name').where('trashed_at', 'is not', null).execute();
  expect(trashed.map(({ name }) => name)).toEqual(expect.arrayContaining(['TWO', 'a.txt', 'large.bin']));
});

test('what has the name comes back when nothing may take its place', async () => {
  const { db } = dav.services;
  const twin = await dav.world.addOwner();
  dav.admit(twin.person);
  const as = twin.person.username;
  await statusOf('PUT', `${HOME}/theirs.txt`, { as, body: 'theirs' });
  const viewer = { user_id: dav.owner.person.id, role: 'viewer' as const, created_at: new Date() };
  await db
    .insertInto('member')
    .values({ ...viewer, space_id: twin.spaceId })
    .execute();
  await statusOf('MKCOL', `${HOME}/kept`);
  await put(`${HOME}/kept/a.txt`, 'a');
  const theirs = `/dav/Personal%20(${twin.spaceId.slice(-6)})/theirs.txt`;
  const headers = { destination: `${dav.url}${HOME}/kept` };
  expect(await statusOf('MOVE', theirs, { headers })).toBe(403);
  expect(await text(`${HOME}/kept/a.txt`)).toBe('a');
  await db.deleteFrom('member').where('space_id', '=', twin.spaceId).where('role', '=', 'viewer').execute();
});

test('endless lists and dangerous XML are refused', async () => {
  const endless = await ask('PROPFIND', `${HOME}/`);
  expect([endless.status, await endless.text()]).toEqual([
    403,
    expect.stringContaining('propfind-finite-depth'),
  ]);
  const entity = '<!DOCTYPE p [<!ENTITY e "x">]><propfind xmlns="DAV:"><prop><a>&e;</a></prop></propfind>';
  for (const body of [
    entity,
    '<propfind',
    'x'.repeat(300_000),
    `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`,
    `<propfind xmlns="DAV:"><prop>${'<property/>'.repeat(2_000)}</prop></propfind>`,
  ]) {
    const status = await statusOf('PROPFIND', `${HOME}/`, { headers: { depth: '0' }, body });
    expect([400, 413]).toContain(status);
  }
});

test('Explorer keeps its times, and sees the quota', async () => {
  await put(`${HOME}/doc.docx`, 'doc');
  const win = 'urn:schemas-microsoft-com:';
  const time = 'Thu, 26 Nov 2026 10:00:00 GMT';
  const body = `<?xml version="1.0"?><D:propertyupdate xmlns:D="DAV:" xmlns:Z="${win}"><D:set><D:prop>
    <Z:Win32LastModifiedTime>${time}</Z:Win32LastModifiedTime></D:prop></D:set></D:propertyupdate>`;
  const patched = await ask('PROPPATCH', `${HOME}/doc.docx`, { body });
  expect(await patched.text()).toContain('HTTP/1.1 200 OK');
  const all = await ask('PROPFIND', `${HOME}/doc.docx`, { headers: { depth: '0' } });
  expect(await all.text()).toContain(time);
  const live = body.replace(/<Z:.*Time>/, '<D:getetag>x</D:getetag>');
  expect(await (await ask('PROPPATCH', `${HOME}/doc.docx`, { body: live })).text()).toContain(
    '403 Forbidden',
  );
  const asked = '<propfind xmlns="DAV:"><prop><quota-available-bytes/><nothing/></prop></propfind>';
  const quota = await (await ask('PROPFIND', `${HOME}/`, { headers: { depth: '0' }, body: asked })).text();
  expect(quota).toMatch(/<D:quota-available-bytes>\d+<.*404 Not Found/s);
});

const set = (...names: readonly string[]): string =>
  `<D:set><D:prop>${names.map((name) => `<Z:${name}>1</Z:${name}>`).join('')}</D:prop></D:set>`;

test('an item that is full of properties still changes and loses them', async () => {
  await put(`${HOME}/full.txt`, '');
  const patch = async (...steps: readonly string[]): Promise<string> => {
    const body = `<D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:z">${steps.join('')}</D:propertyupdate>`;
    return await (await ask('PROPPATCH', `${HOME}/full.txt`, { body })).text();
  };
  const all = Array.from({ length: SERVER_LIMITS.davPropertiesMax }, (_, at) => `p${at}`);
  expect(await patch(set(...all))).toContain('200 OK');
  expect(await patch(set('more'))).toContain('507 Insufficient Storage');
  expect(await patch(set('p0'))).toContain('200 OK');
  expect(await patch('<D:remove><D:prop><Z:p0/></D:prop></D:remove>', set('more'))).toContain('200 OK');
});

const LOCK = `<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>`;

test('a lock keeps everybody else out until it ends', async () => {
  const locked = await ask('LOCK', `${HOME}/new.txt`, { body: LOCK, headers: { timeout: 'Second-60' } });
  const token = locked.headers.get('lock-token') ?? '';
  expect(locked.status).toBe(201);
  expect(await statusOf('PUT', `${HOME}/new.txt`, { body: 'x' })).toBe(423);
  expect(await statusOf('LOCK', `${HOME}/new.txt`, { body: LOCK })).toBe(423);
  expect(await statusOf('DELETE', `${HOME}/new.txt`)).toBe(423);
  expect(await statusOf('PUT', `${HOME}/new.txt`, { body: 'x', headers: { if: `(${token})` } })).toBe(204);
  expect(await statusOf('PUT', `${HOME}/new.txt`, { body: 'x', headers: { if: '(<urn:uuid:x>)' } })).toBe(
    412,
  );
  expect(await statusOf('UNLOCK', `${HOME}/doc.docx`, { headers: { 'lock-token': token } })).toBe(409);
  dav.world.clock.advance(61_000);
  expect(await statusOf('PUT', `${HOME}/new.txt`, { body: 'later' })).toBe(204);
});

test('a member does not use the lock of another', async () => {
  const guest = await dav.world.addOwner();
  dav.admit(guest.person);
  const { db } = dav.services;
  const member = { user_id: guest.person.id, role: 'editor' as const, created_at: new Date() };
  await db
    .insertInto('member')
    .values({ ...member, space_id: dav.owner.spaceId })
    .execute();
  const locked = await ask('LOCK', `${HOME}/doc.docx`, { body: LOCK });
  const token = locked.headers.get('lock-token') ?? '';
  const as = guest.person.username;
  // Spaces with the same name are ordered by age, so the space of the owner comes first.
  const headers = { if: `(${token})` };
  expect(await statusOf('PUT', `${HOME}/doc.docx`, { as, body: 'x', headers })).toBe(423);
  expect(await statusOf('UNLOCK', `${HOME}/doc.docx`, { as, headers: { 'lock-token': token } })).toBe(403);
  expect(await statusOf('UNLOCK', `${HOME}/doc.docx`, { headers: { 'lock-token': token } })).toBe(204);
  expect(await statusOf('PUT', `${HOME}/doc.docx`, { as, body: 'x' })).toBe(204);
});
