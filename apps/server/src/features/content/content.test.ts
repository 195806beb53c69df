import { createHash } from 'node:crypto';
import { LIMITS, NodeId } from '@coffer/contracts';
import { beforeAll, expect, test } from 'vitest';
import { errorOf, type Owner, startLiveWorld, valueOf, type World } from '../../live.world.ts';
import { UNKEYED } from '../../platform/db/once.ts';
import { createFolder } from '../files/create-folder.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { uploaded, type UploadServices } from '../../live-upload.contract.ts';
import { getContent, getTrashedContent } from './get-content.ts';
import { signContents } from './sign-contents.ts';
import { contentRoutes } from './routes.ts';

let world: World;
let services: UploadServices;
let owner: Owner;
beforeAll(async () => {
  const live = await startLiveWorld();
  ({ world, services, owner } = live);
  return async () => await live[Symbol.asyncDispose]();
});

const content = async (nodeId: string, disposition: 'attachment' | 'inline', asked = owner) =>
  await getContent(services, asked.person, { nodeId: NodeId.parse(nodeId), disposition });
const upload = async (name: string, text: string) =>
  await uploaded(services, owner, { name, bytes: Buffer.from(text) });

test('an uploaded HTML page is shown as text and never runs', async () => {
  const node = await upload('page.html', '<script>alert(1)</script>');
  const shown = valueOf(await content(node.id, 'inline'));
  expect(shown).toMatchObject({ name: 'page.html', sizeBytes: 25, mediaType: 'text/plain; charset=utf-8' });
  const answer = await fetch(shown.url);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cache-control')).toBe('private, max-age=300');
});

test('an SVG that can run scripts becomes a download when opened directly', async () => {
  const node = await upload('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const answer = await fetch(valueOf(await content(node.id, 'inline')).url);
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
});

const lifeOf = async (name: string): Promise<number> => {
  const node = await upload(name, 'x');
  const signed = valueOf(await content(node.id, 'inline'));
  return Math.round((new Date(signed.expiresAt).getTime() - Date.now()) / 60_000);
};

test('URLs of films are valid for half an hour, all others for five minutes', async () => {
  expect(await lifeOf('a.mp4')).toBe(30);
  expect(await lifeOf('a.png')).toBe(5);
});

test('a renewed URL keeps its version, even if there is a new one', async () => {
  const node = await upload('film.mp4', 'the first cut');
  const first = valueOf(await content(node.id, 'inline'));
  await uploaded(services, owner, {
    name: 'film.mp4',
    bytes: Buffer.from('the second'),
    conflict: 'replace',
  });
  const ask = async (nodeId: string, versionId: typeof first.versionId, asked = owner) =>
    await getContent(services, asked.person, {
      nodeId: NodeId.parse(nodeId),
      disposition: 'inline',
      versionId,
    });
  const renewed = valueOf(await ask(node.id, first.versionId));
  expect(await (await fetch(renewed.url)).text()).toBe('the first cut');
  const part = await fetch(renewed.url, { headers: { range: 'bytes=4-8' } });
  expect([part.status, await part.text()]).toEqual([206, 'first']);
  const current = valueOf(await content(node.id, 'inline'));
  expect([current.versionId === first.versionId, current.sizeBytes]).toEqual([false, 10]);
  const other = await upload('other.txt', 'other');
  expect(errorOf(await ask(other.id, first.versionId)).code).toBe('node_not_found');
  expect(errorOf(await ask(node.id, first.versionId, await world.addOwner())).code).toBe('node_not_found');
});

test.each([
  'Отчёт за май.txt',
  '報告書「最終」.txt',
  'تقرير.txt',
  'naïve "quoted"; a=b.txt',
  '100% *done* (v2).txt',
  '👩‍🚀.txt',
])('a download has its name in any script: %s', async (name) => {
  const node = await upload(name, 'x');
  const answer = await fetch(valueOf(await content(node.id, 'attachment')).url);
  const header = answer.headers.get('content-disposition') ?? '';
  expect(header).toMatch(
    /^attachment; filename="[A-Za-z0-9 ._()-]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+$/,
  );
  expect(decodeURIComponent(header.slice(header.indexOf("''") + 2))).toBe(name.normalize('NFC'));
});

test('strangers, folders and trashed files have no content', async () => {
  const node = await upload('mine.txt', 'mine');
  const stranger = await world.addOwner();
  expect(errorOf(await content(node.id, 'inline', stranger)).code).toBe('node_not_found');
  expect(errorOf(await content(owner.rootId, 'inline')).code).toBe('node_not_found');
  await trashNodes(services, owner.person, [node.id]);
  expect(errorOf(await content(node.id, 'attachment')).code).toBe('node_not_found');
});

test('a trashed file is shown only to people who see it in the trash', async () => {
  const node = await upload('looked at.txt', 'still here');
  const shown = async (asked = owner) =>
    await getTrashedContent(services, asked.person, NodeId.parse(node.id));
  expect(errorOf(await shown()).code).toBe('node_not_found');
  await trashNodes(services, owner.person, [node.id]);
  const { url, name } = valueOf(await shown());
  expect(name).toBe('looked at.txt');
  const answer = await fetch(url);
  expect(await answer.text()).toBe('still here');
  expect(errorOf(await shown(await world.addOwner())).code).toBe('node_not_found');
  await world.services.db
    .updateTable('node')
    .set({ purge_began_at: new Date() })
    .where('id', '=', node.id)
    .execute();
  expect(errorOf(await shown()).code).toBe('node_not_found');
});

test('a person with only a share of the folder sees nothing of it in the trash', async () => {
  const folder = valueOf(
    await createFolder(services, owner.person, {
      parentId: NodeId.parse(owner.rootId),
      name: 'given',
      ifExists: 'fail',
    }),
  );
  const bytes = Buffer.from('secret');
  const node = await uploaded(services, owner, { name: 'secret.pdf', bytes, parentId: folder.id });
  const guest = await world.addOwner();
  const now = world.clock.now();
  await world.services.db
    .insertInto('grant')
    .values({
      space_id: owner.spaceId,
      node_id: folder.id,
      user_id: guest.person.id,
      role: 'manager',
      granted_by: owner.person.id,
      message: '',
      expires_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  valueOf(await content(node.id, 'inline', guest));
  await trashNodes(services, owner.person, [node.id]);
  const shown = async (asked: Owner) => await getTrashedContent(services, asked.person, node.id);
  expect(errorOf(await shown(guest)).code).toBe('node_not_found');
  await world.services.db
    .insertInto('member')
    .values({ space_id: owner.spaceId, user_id: guest.person.id, role: 'contributor', created_at: now })
    .execute();
  expect(errorOf(await shown(guest)).code).toBe('node_not_found');
  valueOf(await shown(owner));
});

test('many addresses are signed in one call, each with its own check', async () => {
  const keyOf = ({ id, versionId }: Awaited<ReturnType<typeof upload>>) => {
    if (versionId === null) throw new Error('a file has a version');
    return { nodeId: id, versionId };
  };
  const [one, two, gone] = [
    await upload('1.txt', 'one'),
    await upload('2.txt', 'two'),
    await upload('3.txt', '3'),
  ];
  await trashNodes(services, owner.person, [gone.id]);
  const files = [keyOf(two), keyOf(gone), { ...keyOf(one), versionId: keyOf(two).versionId }, keyOf(one)];
  const { items } = await signContents(services, owner.person, { files });
  const texts = items.map(async (item) => (item.ok ? await (await fetch(item.url)).text() : item.code));
  expect(await Promise.all(texts)).toEqual(['two', 'node_not_found', 'node_not_found', 'one']);
  const sums = items.map((item) => (item.ok ? item.checksums : undefined));
  const sha256 = createHash('sha256').update('two').digest('base64');
  expect(sums[0]).toEqual({ sha256, contentSha256: sha256, partSizeBytes: LIMITS.partSizeSmallBytes });
  const stranger = await world.addOwner();
  const refused = await signContents(services, stranger.person, { files });
  expect(refused.items.map((item) => item.ok)).toEqual([false, false, false, false]);
});

test('the route redirects or answers the address, and neither is cached', async () => {
  const node = await upload('there.txt', 'there');
  const route = contentRoutes(services)[0];
  for (const as of ['redirect', 'json'] as const) {
    const redirects: string[] = [];
    const headers: string[] = [];
    const result = await route?.handle({
      params: { nodeId: node.id },
      query: { disposition: 'attachment', as },
      body: undefined,
      revision: undefined,
      request: {
        requestId: 'r',
        address: '127.0.0.1',
        userAgent: 'test',
        lastEventId: undefined,
        range: undefined,
        ifRange: undefined,
        cookie: () => undefined,
      },
      once: UNKEYED,
      reply: {
        setCookie: () => undefined,
        clearCookie: () => undefined,
        header: (name, value) => headers.push(`${name}: ${value}`),
        redirect: (url) => redirects.push(url),
      },
      actor: { person: owner.person, sessionId: 's' },
    });
    expect(result?.ok).toBe(true);
    expect(headers).toEqual(['cache-control: no-store']);
    expect(redirects).toHaveLength(as === 'redirect' ? 1 : 0);
  }
});
