// Placeholders of pictures in rows of lists: who gets them, and what they cost.
import {
  ChildrenQuery,
  MomentsQuery,
  NodeId,
  type NodeView,
  SearchQuery,
  VersionId,
} from '@coffer/contracts';
import { defined, err } from '@coffer/kit';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { uploaded, type UploadServices } from '../../live-upload.contract.ts';
import { type Owner, startLiveWorld, type StoreWorld, valueOf, type World } from '../../live.world.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { bomb, noise, onePagePdf } from '../../platform/pictures/pictures.world.ts';
import { createThumbnailer } from '../../platform/pictures/thumbnailer.ts';
import type { Thumbnailer } from '../../platform/pictures/thumbnails.ts';
import { copyNodes } from '../files/copy/copy-nodes.ts';
import { listRowFacts } from '../files/details/list-row-facts.ts';
import { createFolder } from '../files/create-folder.ts';
import { listRecent } from '../files/find/list-moments.ts';
import { search } from '../files/find/search.ts';
import { getNode } from '../files/get-node.ts';
import { listChildren } from '../files/list-children.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { drawRenditions } from './draw-renditions.ts';
import { getThumbnails } from './get-thumbnails.ts';
import { hashRenditions } from './hash-renditions.ts';

let world: World;
let store: StoreWorld;
let services: UploadServices & { readonly thumbnailer: Thumbnailer };
let owner: Owner;
let photo: Buffer;
const running = new AbortController().signal;
const HASH = /^[A-Za-z0-9+/]{8,36}={0,2}$/;
const ALL = ChildrenQuery.parse({});

beforeAll(async () => {
  const live = await startLiveWorld();
  ({ world, store } = live);
  services = { ...live.services, thumbnailer: createThumbnailer() };
  photo = await noise(80, 60);
  return async () => await live[Symbol.asyncDispose]();
});
afterAll(async () => {
  await services.thumbnailer.stop();
});
beforeEach(async () => {
  owner = await world.addOwner();
});

const upload = async (name: string, bytes: Buffer) => await uploaded(services, owner, { name, bytes });
/** Requests the thumbnails first, because pages of documents are drawn only on request. */
const drawAll = async (...nodes: readonly NodeView[]): Promise<void> => {
  const files = nodes.map(({ id, versionId }) => ({ nodeId: id, versionId: VersionId.parse(versionId) }));
  await getThumbnails(services, owner.person, { files });
  await drawRenditions(services, running);
};
const rowsOf = async (db = services.db, nodeId = owner.rootId) => {
  const input = { nodeId: NodeId.parse(nodeId), query: ALL, showsPictures: true };
  return valueOf(await listChildren({ ...services, db }, owner.person, input)).items;
};
const rowOf = async ({ id }: Pick<NodeView, 'id'>) => (await rowsOf()).find((row) => row.id === id);
const found = async (q: string, trash: 'exclude' | 'include' = 'exclude') =>
  valueOf(await search(services, owner.person, SearchQuery.parse({ q, trash }))).items;

test('lists, search, recent files and a single file hold the blurred picture, once it is drawn', async () => {
  const picture = await upload('beach.jpg', photo);
  const page = await upload('paper.pdf', onePagePdf('0 0 200 400', '1 0 0 rg 0 200 200 200 re f'));
  await upload('notes.txt', Buffer.from('notes'));
  expect((await rowsOf()).map((row) => row.picture)).toEqual([undefined, undefined, undefined]);
  await drawAll(picture, page);
  const hint = { width: 80, height: 60, thumbHash: expect.stringMatching(HASH) };
  const rows = await rowsOf();
  expect(rows.map((row) => row.picture)).toEqual([hint, undefined, { ...hint, width: 200, height: 400 }]);
  const shown = rows[0]?.picture;
  expect(valueOf(await getNode(services, owner.person, picture.id)).picture).toEqual(shown);
  expect((await found('beach'))[0]?.node.picture).toEqual(shown);
  const recent = valueOf(await listRecent(services, owner.person, MomentsQuery.parse({})));
  expect(recent.items.find(({ node }) => node.id === picture.id)?.node.picture).toEqual(shown);
});

test('a list that was not told to show pictures holds none', async () => {
  const picture = await upload('quiet.jpg', photo);
  await drawAll(picture);
  const input = { nodeId: NodeId.parse(owner.rootId), query: ALL };
  expect(valueOf(await listChildren(services, owner.person, input)).items[0]?.picture).toBeUndefined();
});

test('a picture in the trash, a damaged one and a hostile one have none', async () => {
  const [trashed, damaged] = [await upload('old-beach.jpg', photo), await upload('torn.jpg', photo)];
  const hostile = [
    await upload('bomb.png', await bomb(50_000)),
    await upload('half.jpg', photo.subarray(0, photo.length / 2)),
    await upload('text.jpg', Buffer.from('no picture')),
  ];
  await drawAll(trashed, damaged);
  expect((await rowOf(trashed))?.picture).toBeDefined();
  for (const file of hostile) expect((await rowOf(file))?.picture).toBeUndefined();
  await services.db.updateTable('node').set({ is_damaged: true }).where('id', '=', damaged.id).execute();
  expect((await rowOf(damaged))?.picture).toBeUndefined();
  await trashNodes(services, owner.person, [trashed.id]);
  const [hit] = await found('old beach', 'include');
  expect(hit).toMatchObject({ isTrashed: true, node: { id: trashed.id } });
  expect(hit?.node.picture).toBeUndefined();
});

test('a copy has the picture of its original, and a new version not that of the old one', async () => {
  const original = await upload('twice.jpg', photo);
  await drawAll(original);
  const parentId = NodeId.parse(owner.rootId);
  const folder = valueOf(
    await createFolder(services, owner.person, { parentId, name: 'Copies', ifExists: 'fail' }),
  );
  valueOf(
    await copyNodes(services, owner.person, { ids: [original.id], parentId: folder.id, conflict: 'fail' }),
  );
  const [copy] = await rowsOf(services.db, folder.id);
  expect(copy?.picture).toEqual((await rowOf(original))?.picture);
  const facts = await listRowFacts(services, owner.person, [original.id, defined(copy, 'the copy').id]);
  const size = { width: 80, height: 60 };
  expect(facts.items.map(({ picture }) => picture)).toEqual([size, size]);
  await uploaded(services, owner, { name: 'twice.jpg', bytes: await noise(60, 80), conflict: 'replace' });
  expect((await rowOf(original))?.picture).toBeUndefined();
});

/** Removes the hashes, as if an earlier version of Coffer had drawn the thumbnails. */
async function forgetHashes(): Promise<void> {
  await services.db.updateTable('rendition').set({ thumb_hash: null }).where('state', '=', 'ready').execute();
}

test('thumbnails from before there were hashes get one, and a lost thumbnail is not tried for ever', async () => {
  await hashRenditions(services, running);
  const [kept, lost] = [await upload('kept.jpg', photo), await upload('lost.jpg', photo)];
  await drawAll(kept, lost);
  const before = (await rowOf(kept))?.picture;
  const { blob_id } = await services.db
    .selectFrom('version')
    .select('blob_id')
    .where('id', '=', VersionId.parse(lost.versionId))
    .executeTakeFirstOrThrow();
  valueOf(await store.blobs.remove(store.blobs.renditionKeyFor(blob_id, 'small')));
  await forgetHashes();
  expect((await rowOf(kept))?.picture).toBeUndefined();
  const away = { ...store.blobs, read: () => Promise.resolve(err({ code: 'store_unavailable' as const })) };
  expect(await hashRenditions({ ...services, blobs: away }, running)).toBe(0);
  expect(await hashRenditions(services, running)).toBeGreaterThanOrEqual(2);
  expect((await rowOf(kept))?.picture).toMatchObject({ width: before?.width, height: before?.height });
  expect((await rowOf(lost))?.picture).toBeUndefined();
  expect(await hashRenditions(services, running)).toBe(0);
});

test('a list without pictures asks nothing more, and one with pictures asks once, by keys', async () => {
  const statements: CompiledQuery[] = [];
  const pool = new Pool({ connectionString: world.connectionString, max: 1 });
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  });
  const asking = async () => {
    statements.length = 0;
    await rowsOf(db);
    return statements.filter((query) => query.sql.includes('thumb_hash'));
  };
  try {
    await upload('notes.txt', Buffer.from('notes'));
    expect(await asking()).toEqual([]);
    const pictures = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => await upload(`${index}.jpg`, photo)),
    );
    await drawAll(...pictures);
    const [query, ...more] = await asking();
    expect(more).toEqual([]);
    const plan = await services.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      return await tx.executeQuery<object>(
        CompiledQuery.raw(`explain ${query?.sql}`, [...(query?.parameters ?? [])]),
      );
    });
    const lines = plan.rows.map((row) => JSON.stringify(row)).join('\n');
    expect(lines).not.toMatch(/Seq Scan/);
    for (const table of ['version', 'blob', 'rendition']) {
      expect(lines).toMatch(new RegExp(`Index (?:Only )?Scan using \\w+ on ${table}`));
    }
  } finally {
    await db.destroy();
  }
});
