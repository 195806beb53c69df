import { randomUUID } from 'node:crypto';
import { CreateUploadsResult, LIMITS, NodeId } from '@coffer/contracts';
import { defined, ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { answerOnce } from '../../http/idempotency.ts';
import { declaredOf, putBundle, sendAll } from '../../live-upload.contract.ts';
import { valueOf } from '../../live.world.ts';
import { createFolder } from '../files/create-folder.ts';
import { bundleCalls, codes, idsOf, only } from './bundle.world.ts';
import { createUploads } from './reserve/create-upload.ts';
import { MIB, small, uploadWorld } from './upload.world.ts';

const here = uploadWorld();

const { requestFor } = here;
const { complete, createAll, sent } = bundleCalls(here);

function countHeads(): { heads: number } {
  const count = { heads: 0 };
  const { blobs } = here.store;
  const head: typeof blobs.head = async (key) => {
    count.heads += 1;
    return await blobs.head(key);
  };
  here.services = { ...here.services, blobs: { ...blobs, head } };
  return count;
}

const factsOf = async (nodeId: string) =>
  await here.services.db
    .selectFrom('node')
    .innerJoin('version', 'version.id', 'node.current_version_id')
    .innerJoin('blob', 'blob.id', 'version.blob_id')
    .innerJoin('upload', 'upload.blob_id', 'blob.id')
    .selectAll('blob')
    .select(['version.sha256 as version_sha256', 'upload.state as upload_state', 'upload.reserved_bytes'])
    .where('node.id', '=', nodeId)
    .executeTakeFirstOrThrow();

test('a hundred files in two folders: one bundle, one receipt, and nothing is asked of the store', async () => {
  const { id: other } = valueOf(
    await createFolder(here.services, here.owner.person, {
      parentId: NodeId.parse(here.owner.rootId),
      name: 'other',
      ifExists: 'fail',
    }),
  );
  const files = Array.from({ length: LIMITS.uploadBatchMax }, (_, index) => small(`file ${index} — ü`));
  const sum = files.reduce((total, bytes) => total + bytes.length, 0);
  const created = await createAll(
    ...files.map((bytes, index) =>
      requestFor(`${index} ü.txt`, bytes, index % 2 === 0 ? {} : { parentId: other }),
    ),
  );
  expect(created.items.every((item) => item.outcome === 'created' && item.signed.length === 0)).toBe(true);
  expect(only(created).uploadIds).toEqual(idsOf(created));
  expect(await here.use()).toEqual({ used_bytes: 0, reserved_bytes: sum });
  const count = countHeads();
  const { receipts } = await putBundle(only(created), files);
  const done = await complete(idsOf(created), receipts);
  expect(count.heads).toBe(0);
  expect(done.map((item) => (item.outcome === 'committed' ? item.node.name : item))).toEqual(
    files.map((_, index) => `${index} ü.txt`),
  );
  expect(await here.listed(other)).toHaveLength(50);
  expect(await here.use()).toEqual({ used_bytes: sum, reserved_bytes: 0 });
  const [, second] = done;
  const { id } = second?.outcome === 'committed' ? second.node : { id: '' };
  expect(await here.download(id)).toEqual(files[1]);
  expect(await complete(idsOf(created), receipts)).toEqual(done);
  expect(await complete(idsOf(created))).toEqual(done);
  expect(await here.use()).toEqual({ used_bytes: sum, reserved_bytes: 0 });
});

test('a receipt gives the same facts as asking the store', async () => {
  const bundle = await sent('one', 'two');
  const asked = await sent('ONE', 'TWO');
  const byReceipt = await complete(bundle.ids, bundle.receipts);
  const byHead = await complete(asked.ids);
  const rows = await Promise.all(
    [byReceipt[0], byHead[0]].map(async (item) => {
      const { id } = item?.outcome === 'committed' ? item.node : { id: '' };
      const row = await factsOf(id);
      const head = valueOf(await here.store.blobs.head(row.key));
      expect(row).toMatchObject({ etag: head?.etag, sha256: head?.sha256, version_sha256: head?.sha256 });
      return row;
    }),
  );
  const own = ['id', 'key', 'etag', 'sha256', 'version_sha256', 'urls_until', 'created_at', 'updated_at'];
  const shapes = rows.map((row) => Object.entries(row).filter(([name]) => !own.includes(name)));
  expect(shapes[0]).toEqual(shapes[1]);
  expect(rows[0]).toMatchObject({ state: 'referenced', upload_state: 'committed', reserved_bytes: 0 });
  expect(rows[0]?.verified_at).not.toBeNull();
});

test('files too large for a bundle are sent alone, and bundles are cut at the limit', async () => {
  const bytes = Buffer.alloc(MIB, 7);
  const files = Array.from({ length: 10 }, (_, index) => requestFor(`${index}.bin`, bytes));
  const [undeclared, empty, taken] = [
    requestFor('undeclared', small('u'), { parts: undefined }),
    requestFor('empty', Buffer.alloc(0)),
    requestFor('0.BIN', small('x'), { conflict: 'skip' }),
  ];
  const larger = Buffer.alloc(MIB + 1, 8);
  const created = await createAll(
    ...files.slice(0, 9),
    requestFor('larger', larger),
    undeclared,
    empty,
    taken,
  );
  const ids = idsOf(created);
  expect(created.bundles?.map((bundle) => bundle.uploadIds)).toEqual([
    ids.slice(0, 8),
    [ids[8], ids[11], ids[12]],
  ]);
  expect(created.items.map((item) => (item.outcome === 'created' ? item.signed.length : item))).toEqual([
    ...Array.from({ length: 9 }, () => 0),
    1,
    0,
    0,
    0,
  ]);
  const [first, second] = created.bundles ?? [];
  const answers = [
    await putBundle(
      defined(first, 'the first bundle is missing'),
      Array.from({ length: 8 }, () => bytes),
    ),
    await putBundle(defined(second, 'the second bundle is missing'), [bytes, Buffer.alloc(0), small('x')]),
  ];
  const alone = created.items[9];
  if (alone?.outcome === 'created') await sendAll(alone, larger);
  const receipts = answers.flatMap((answer) => answer.receipts);
  const done = await complete(ids, receipts);
  expect(codes(done)).toEqual([
    ...Array.from({ length: 10 }, () => 'committed'),
    'upload_incomplete',
    'committed',
    'committed',
  ]);
});

test('bundles need a client that asks for them and a store that supports them', async () => {
  const uploads = [requestFor('a', small('a')), requestFor('b', small('b'))];
  const unasked = valueOf(await createUploads(here.services, here.owner.person, { uploads, bundle: false }));
  here.services = { ...here.services, blobs: { ...here.store.blobs, takesBundles: false } };
  const unable = await createAll(requestFor('c', small('c')), requestFor('d', small('d')));
  for (const created of [unasked, unable]) {
    expect(created).not.toHaveProperty('bundles');
    expect(created.items.map((item) => item.outcome === 'created' && item.signed.length)).toEqual([1, 1]);
  }
});

test('the answer that is kept for a repetition has no signature in it; its files go the other way', async () => {
  const uploads = [requestFor('a', small('a')), requestFor('b', small('b'))];
  const { id: userId } = here.owner.person;
  const request = { userId, key: randomUUID(), operation: 'createUploads', status: 200, input: uploads };
  const call = async () =>
    valueOf(
      await answerOnce(here.services, request, async (once) => {
        const created = await createUploads({ ...here.services, once }, here.owner.person, {
          uploads,
          bundle: true,
        });
        return created.ok ? ok({ status: 200, body: created.value }) : created;
      }),
    );
  const first = CreateUploadsResult.parse((await call()).body);
  const again = await call();
  expect(again.isRepeated).toBe(true);
  expect(JSON.stringify(again.body)).not.toContain('policy');
  expect(again.body).toEqual({ items: first.items });
  for (const [index, id] of idsOf(first).entries()) {
    const bytes = small('ab'.charAt(index));
    const { signed } = valueOf(await here.sign(id, [declaredOf(bytes, 1)]));
    const item = first.items[index];
    if (item?.outcome === 'created') await sendAll({ upload: item.upload, signed }, bytes);
  }
  expect(codes(await complete(idsOf(first)))).toEqual(['committed', 'committed']);
});

test('of an interrupted bundle, stored files are committed without a receipt, the rest is sent one by one', async () => {
  const created = await createAll(
    requestFor('a', small('a')),
    requestFor('b', small('b')),
    requestFor('c', small('c')),
  );
  const ids = idsOf(created);
  const broken = await putBundle(only(created), ['a', 'x', 'c'].map(small));
  expect(broken).toEqual({ status: 400, receipts: [] });
  expect(codes(await complete(ids))).toEqual(['committed', 'upload_incomplete', 'upload_incomplete']);
  const { receipts } = await putBundle(only(created), ['a', 'b', 'c'].map(small));
  expect(codes(await complete(ids.slice(0, 2), receipts))).toEqual(['committed', 'committed']);
  const third = defined(ids[2], 'upload c is missing');
  expect(codes(await complete([third]))).toEqual(['committed']);
  expect((await here.listed()).map((node) => node.name)).toEqual(['a', 'b', 'c']);
});

test('five completions at once, with the receipt and without: each file once', async () => {
  const { ids, receipts } = await sent('a', 'b', 'c');
  const calls = await Promise.all(
    Array.from({ length: 5 }, async (_, turn) => await complete(ids, turn % 2 === 0 ? receipts : [])),
  );
  for (const call of calls) expect(call).toEqual(calls[0]);
  expect(await here.listed()).toHaveLength(3);
  expect(await here.use()).toEqual({ used_bytes: 3, reserved_bytes: 0 });
});
