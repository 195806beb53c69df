import { NodeId, SpaceId, type ThumbnailsRequest, VersionId } from '@coffer/contracts';
import { err } from '@coffer/kit';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { uploaded, type UploadServices } from '../../live-upload.contract.ts';
import { type Owner, startLiveWorld, type StoreWorld, valueOf, type World } from '../../live.world.ts';
import { bomb, cameraPhoto, noise, plain } from '../../platform/pictures/pictures.world.ts';
import { createThumbnailer } from '../../platform/pictures/thumbnailer.ts';
import type { Thumbnailer } from '../../platform/pictures/thumbnails.ts';
import { listRowFacts } from '../files/details/list-row-facts.ts';
import { listVersions } from '../files/list-versions.ts';
import { restoreVersion } from '../files/restore-version.ts';
import { emptyTrash } from '../files/trash/empty-trash.ts';
import { purgeTrash } from '../files/trash/purge-trash.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { drawRenditions } from './draw-renditions.ts';
import { dropRenditions, sweepRenditions } from './drop-renditions.ts';
import { getThumbnails } from './get-thumbnails.ts';
import { setPoster } from './set-poster.ts';
import { claimNext } from './store/renditions.ts';

let world: World;
let store: StoreWorld;
let services: UploadServices & { readonly thumbnailer: Thumbnailer };
let owner: Owner;
let photo: Buffer;
const running = new AbortController().signal;

beforeAll(async () => {
  const live = await startLiveWorld();
  ({ world, store } = live);
  services = { ...live.services, thumbnailer: createThumbnailer() };
  photo = await noise(800, 600);
  return async () => await live[Symbol.asyncDispose]();
});
afterAll(async () => {
  await services.thumbnailer.stop();
});
beforeEach(async () => {
  owner = await world.addOwner();
});

type Asked = ThumbnailsRequest['files'][number];
type Uploaded = Awaited<ReturnType<typeof uploaded>>;

const upload = async (name: string, bytes: Buffer) => await uploaded(services, owner, { name, bytes });
const asked = ({ id, versionId }: Pick<Uploaded, 'id' | 'versionId'>): Asked => ({
  nodeId: id,
  versionId: VersionId.parse(versionId),
});
const ask = async (files: readonly Asked[], as = owner) =>
  (await getThumbnails(services, as.person, { files: [...files] })).items;
const stateOf = async (node: Uploaded) => (await ask([asked(node)]))[0]?.state;
const draw = async () => await drawRenditions(services, running);
const wait = (ms: number) => world.clock.set(new Date(world.clock.now().getTime() + ms));

const drawingBy = (each: Thumbnailer['draw']): Thumbnailer => ({
  ...services.thumbnailer,
  atOnce: 1,
  draw: each,
  drawBeside: each,
});

async function readyOf(node: Uploaded) {
  const [item] = await ask([asked(node)]);
  if (item?.state !== 'ready') throw new Error(`the thumbnail is ${item?.state}`);
  return item;
}

async function keys(): Promise<readonly string[]> {
  const { objects } = valueOf(await store.blobs.listRenditions({ after: undefined, limit: 1_000 }));
  return objects.map(({ key }) => key);
}

async function blobIdOf(node: Uploaded): Promise<string> {
  const row = await world.services.db
    .selectFrom('version')
    .select('blob_id')
    .where('id', '=', VersionId.parse(node.versionId))
    .executeTakeFirstOrThrow();
  return row.blob_id;
}

async function purge(node: Uploaded): Promise<void> {
  await trashNodes(services, owner.person, [node.id]);
  const spaceId = SpaceId.parse(owner.spaceId);
  valueOf(await emptyTrash(services, owner.person, { spaceId, body: {} }));
  await purgeTrash(services);
}

test('a picture has thumbnails after its upload, and other files have none', async () => {
  const picture = await upload('beach.jpg', await cameraPhoto());
  const text = await upload('notes.txt', Buffer.from('hello'));
  expect((await ask([asked(picture), asked(text)])).map(({ state }) => state)).toEqual(['wanted', 'none']);
  expect(await draw()).toBe('done');
  const { small, large, ...facts } = await readyOf(picture);
  expect(facts).toMatchObject({ width: 400, height: 600, color: expect.stringMatching(/^#[0-9a-f]{6}$/) });
  const { items } = await listRowFacts(services, owner.person, [picture.id, text.id]);
  expect(items.map((item) => item.picture)).toEqual([{ width: 400, height: 600 }, null]);
  const answer = await fetch(small);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.headers.get('cache-control')).toBe('private, max-age=3600, immutable');
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ height: 256 });
  expect(await sharp(await (await fetch(large)).bytes()).metadata()).toMatchObject({ height: 512 });
});

test('who may not read a file gets no thumbnail, and neither does a version of another file', async () => {
  const [one, other] = [await upload('one.png', photo), await upload('other.jpg', photo)];
  await draw();
  const stranger = await world.addOwner();
  const refused = { state: 'refused', code: 'node_not_found' };
  expect(await ask([asked(one)], stranger)).toEqual([refused]);
  expect(await ask([{ ...asked(one), versionId: VersionId.parse(other.versionId) }])).toEqual([refused]);
  await trashNodes(services, owner.person, [one.id]);
  expect(await ask([asked(one)])).toEqual([refused]);
});

test('damaged and hostile files have no thumbnail, and the next picture does', async () => {
  const hostile = await Promise.all([
    upload('text.jpg', Buffer.from('this is no picture')),
    upload('half.jpg', photo.subarray(0, photo.length / 2)),
    upload('bomb.png', await bomb(50_000)),
    upload('empty.jpg', Buffer.alloc(0)),
  ]);
  const picture = await upload('whole.jpg', photo);
  await draw();
  expect(await Promise.all(hostile.map(stateOf))).toEqual(['none', 'none', 'none', 'none']);
  expect(await stateOf(picture)).toBe('ready');
  const serverMib = Math.round(process.memoryUsage.rss() / 2 ** 20);
  process.stdout.write(`Memory of the server after hostile pictures: ${serverMib} MiB\n`);
});

test('a picture that crashes the process twice has no thumbnail', async () => {
  const picture = await upload('killer.jpg', photo);
  let deaths = 0;
  const dying = drawingBy(() => {
    deaths += 1;
    return Promise.resolve(err({ code: 'crashed', reason: 'SIGSEGV' }));
  });
  expect(await drawRenditions({ ...services, thumbnailer: dying }, running)).toBe('done');
  expect(deaths).toBe(2);
  expect(await stateOf(picture)).toBe('none');
});

test('a server killed while drawing leaves the picture to the next one', async () => {
  const picture = await upload('later.jpg', photo);
  const killed = new AbortController();
  const dying = drawingBy(async () => {
    killed.abort();
    return await new Promise(() => undefined);
  });
  void drawRenditions({ ...services, thumbnailer: dying }, killed.signal);
  await expect.poll(() => killed.signal.aborted).toBe(true);
  await draw();
  expect(await stateOf(picture)).toBe('wanted');
  wait(6 * 60_000);
  await draw();
  expect(await stateOf(picture)).toBe('ready');
});

test('pictures are drawn side by side, and one that needs more memory again where there is more', async () => {
  const pictures = await Promise.all(
    [1, 2, 3, 4, 5].map(async (at) => await upload(`side ${at}.jpg`, photo)),
  );
  const [now, most, again] = [new Set(), new Set<number>(), new Set()];
  const drawing =
    (isBeside: boolean): Thumbnailer['drawBeside'] =>
    async (picture) => {
      now.add(picture);
      most.add(now.size);
      if (!isBeside) again.add(picture);
      const drawn = await services.thumbnailer.draw(picture);
      now.delete(picture);
      return isBeside && most.has(3) && again.size === 0 ? err({ code: 'cramped' }) : drawn;
    };
  const thumbnailer = {
    ...services.thumbnailer,
    atOnce: 2,
    drawBeside: drawing(true),
    draw: drawing(false) as Thumbnailer['draw'],
  };
  expect(await drawRenditions({ ...services, thumbnailer }, running)).toBe('done');
  expect(Math.max(...most)).toBe(4);
  expect(again.size).toBeGreaterThan(0);
  expect(new Set(await Promise.all(pictures.map(stateOf)))).toEqual(new Set(['ready']));
});

test('failures of the machine or the store are retried later', async () => {
  const picture = await upload('again.jpg', photo);
  const without = drawingBy(() => Promise.resolve(err({ code: 'unavailable', reason: 'no library' })));
  const away = { ...store.blobs, read: () => Promise.resolve(err({ code: 'store_unavailable' })) };
  for (let round = 0; round < 5; round += 1) {
    expect(await drawRenditions({ ...services, thumbnailer: without }, running)).toBe('unavailable');
    wait(61_000);
    expect(await drawRenditions({ ...services, blobs: away }, running)).toBe('done');
    wait(61_000);
  }
  expect(await stateOf(picture)).toBe('wanted');
  await draw();
  expect(await stateOf(picture)).toBe('ready');
});

test('a picture that the store refuses holds up no other', async () => {
  const older = await upload('fine.jpg', photo);
  const archived = await upload('archived.jpg', Buffer.concat([photo, Buffer.alloc(1)]));
  const { key } = await services.db
    .selectFrom('blob')
    .select('key')
    .where('id', '=', await blobIdOf(archived))
    .executeTakeFirstOrThrow();
  await ask([asked(archived)]);
  const read: typeof store.blobs.read = async (wanted) =>
    wanted === key
      ? err({ code: 'store_refused', diagnosis: 'InvalidObjectState' })
      : await store.blobs.read(wanted);
  // One picture at a time, the refused one first.
  const thumbnailer = { ...services.thumbnailer, atOnce: 0.5 };
  await drawRenditions({ ...services, thumbnailer, blobs: { ...store.blobs, read } }, running);
  expect(await stateOf(older)).toBe('ready');
  wait(10 * 60_000);
  expect(
    await claimNext(services.db, { now: world.clock.now(), leaseUntil: world.clock.now() }),
  ).toBeUndefined();
});

test('deleted thumbnails are drawn again when a page requests them', async () => {
  const picture = await upload('lost.jpg', photo);
  await draw();
  const there = { ...asked(picture), isLost: true as const };
  expect((await ask([there]))[0]?.state).toBe('ready');
  const lost = store.blobs.renditionKeyFor(await blobIdOf(picture), 'small');
  valueOf(await store.blobs.remove(lost));
  expect((await ask([there]))[0]?.state).toBe('wanted');
  await draw();
  expect((await fetch((await readyOf(picture)).small)).status).toBe(200);
});

test('a lost picture that is requested many times is checked once', async () => {
  const picture = await upload('often.jpg', photo);
  await draw();
  const head = vi.spyOn(services.blobs, 'head');
  const files = Array.from({ length: 50 }, () => ({ ...asked(picture), isLost: true as const }));
  expect(new Set((await ask(files)).map(({ state }) => state))).toEqual(new Set(['ready']));
  expect(head).toHaveBeenCalledTimes(2);
  head.mockRestore();
});

test('an older picture is drawn when a page requests it, before those that no page waits for', async () => {
  const [unasked, old] = [await upload('unasked.jpg', photo), await upload('old.jpg', photo)];
  await world.services.db
    .deleteFrom('rendition')
    .where('blob_id', '=', await blobIdOf(old))
    .execute();
  expect(await stateOf(old)).toBe('wanted');
  const order: number[] = [];
  const watching = drawingBy(async (picture) => {
    const drawn = await services.thumbnailer.draw(picture);
    const rows = await world.services.db
      .selectFrom('rendition')
      .select('state')
      .where('blob_id', '=', await blobIdOf(unasked))
      .execute();
    order.push(rows.filter(({ state }) => state === 'ready').length);
    return drawn;
  });
  await drawRenditions({ ...services, thumbnailer: watching }, running);
  expect(order[0]).toBe(0);
  expect(await Promise.all([stateOf(old), stateOf(unasked)])).toEqual(['ready', 'ready']);
});

test('versions of the same bytes share their thumbnails', async () => {
  const first = await upload('twice.jpg', photo);
  await draw();
  const second = await uploaded(services, owner, {
    name: 'twice.jpg',
    bytes: await cameraPhoto(),
    conflict: 'replace',
  });
  const restored = valueOf(
    await restoreVersion(services, owner.person, {
      nodeId: NodeId.parse(first.id),
      versionId: VersionId.parse(first.versionId),
      revision: second.revision,
    }),
  );
  expect(restored.versionId).not.toBe(first.versionId);
  expect((await readyOf(restored)).small).toBe((await readyOf(first)).small);
  expect(
    valueOf(await listVersions(services, owner.person, { nodeId: NodeId.parse(first.id) })).items,
  ).toHaveLength(3);
});

test('thumbnails go when their picture is deleted permanently, also while it is being drawn', async () => {
  const [gone, drawing] = [await upload('gone.jpg', photo), await upload('drawing.jpg', photo)];
  const kept = await upload('kept.jpg', photo);
  const goneId = await blobIdOf(gone);
  const drawingId = await blobIdOf(drawing);
  const purging = drawingBy(async (picture) => {
    const drawn = await services.thumbnailer.draw(picture);
    await trashNodes(services, owner.person, [drawing.id]);
    await purge(gone);
    return drawn;
  });
  await ask([asked(drawing)]);
  await drawRenditions({ ...services, thumbnailer: purging }, running);
  wait(6 * 60_000);
  await dropRenditions(services);
  const left = await keys();
  expect(left.filter((key) => key.includes(goneId) || key.includes(drawingId))).toEqual([]);
  expect(left.filter((key) => key.includes('/renditions/')).length).toBe(left.length);
  expect(await stateOf(kept)).toBe('ready');
  const rows = await world.services.db
    .selectFrom('rendition')
    .select('blob_id')
    .where('blob_id', 'in', [goneId, drawingId])
    .execute();
  expect(rows).toEqual([]);
});

test('renditions without a picture are deleted, and others stay', async () => {
  const picture = await upload('swept.jpg', photo);
  await draw();
  const stray = store.blobs.renditionKeyFor(world.services.newId(), 'small');
  const odd = stray.replace('small.webp', 'something else');
  for (const key of [stray, odd]) {
    valueOf(await store.blobs.write({ key, bytes: Buffer.from('x'), mediaType: 'image/webp' }));
  }
  expect(await sweepRenditions(services, running)).toBe(2);
  expect(await keys()).not.toContain(stray);
  expect((await fetch((await readyOf(picture)).large)).status).toBe(200);
});

test('thumbnails are not in the ledger: surveys ignore them, and they use no quota', async () => {
  const before = await figures();
  await upload('counted.jpg', photo);
  const after = await figures();
  await draw();
  expect(await figures()).toEqual(after);
  expect(after.used_bytes - before.used_bytes).toBe(photo.length);
  const { objects } = valueOf(await store.blobs.listObjects({ after: undefined, limit: 1_000 }));
  expect(objects.filter(({ key }) => key.includes('rendition'))).toEqual([]);
  expect((await keys()).length).toBeGreaterThan(0);
});

async function figures() {
  return await world.services.db
    .selectFrom('space')
    .select(['used_bytes', 'reserved_bytes', 'held_bytes', 'purged_bytes'])
    .where('id', '=', owner.spaceId)
    .executeTakeFirstOrThrow();
}

const FRAME = `data:image/png;base64,${(await plain(640, 360, '#00ff00').png().toBuffer()).toString('base64')}`;

const uploadFilm = async (words: string) =>
  await uploaded(services, owner, { name: 'film.mp4', mediaType: 'video/mp4', bytes: Buffer.from(words) });

async function posterOf(node: Uploaded, picture: string, as = owner): Promise<string> {
  const versionId = VersionId.parse(node.versionId);
  const set = await setPoster(
    services,
    { person: as.person, sessionId: '' },
    { nodeId: node.id, versionId, picture },
  );
  return set.ok ? 'set' : set.error.code;
}

test('a film has the first frame sent by a person who may change it', async () => {
  const film = await uploadFilm('no film, which nobody decodes here');
  const text = await upload('notes.txt', Buffer.from('notes'));
  expect(await stateOf(film)).toBe('none');
  const stranger = await world.addOwner();
  expect(await posterOf(film, FRAME, stranger)).toBe('node_not_found');
  expect(await posterOf(text, FRAME)).toBe('unsupported_media');
  expect(await posterOf(film, `data:image/png;base64,${Buffer.from('no frame').toString('base64')}`)).toBe(
    'invalid_request',
  );
  expect(await stateOf(film)).toBe('none');
  expect(await posterOf(film, FRAME)).toBe('set');
  expect(await readyOf(film)).toMatchObject({ width: 640, height: 360, color: '#00ff00' });
  const red = `data:image/png;base64,${(await plain(10, 10, '#ff0000').png().toBuffer()).toString('base64')}`;
  expect(await posterOf(film, red)).toBe('set');
  expect(await readyOf(film)).toMatchObject({ color: '#00ff00' });
});

test('the frame of a film is deleted with its object, and of two concurrent ones one stays', async () => {
  const film = await uploadFilm('another film');
  expect(await Promise.all([posterOf(film, FRAME), posterOf(film, FRAME)])).toEqual(['set', 'set']);
  expect(await stateOf(film)).toBe('ready');
  const blobId = await blobIdOf(film);
  await purge(film);
  wait(6 * 60_000);
  await dropRenditions(services);
  expect((await keys()).filter((key) => key.includes(blobId))).toEqual([]);
});
