import { type CreateUploadRequest, LIMITS, NodeId, UploadId } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { expect, test } from 'vitest';
import { valueOf } from '../../live.world.ts';
import { type Begun, declarations, sendAll, uploaded } from '../../live-upload.contract.ts';
import { purgeTrash } from '../files/trash/purge-trash.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { completeUpload, completeUploads } from './complete/complete-upload.ts';
import { createUploads } from './reserve/create-upload.ts';
import { listUploads } from './list-uploads.ts';
import { reconcileUploads } from './complete/reconcile-uploads.ts';
import { MIB, uploadWorld, noLinks } from './upload.world.ts';

const here = uploadWorld();

const { folder, requestFor } = here;
const createAll = async (...asked: CreateUploadRequest[]) =>
  valueOf(await createUploads(here.services, here.owner.person, { uploads: asked, bundle: false })).items;
const completeAll = async (ids: readonly string[]) =>
  valueOf(
    await completeUploads(here.services, here.owner.person, { ids: ids.map((id) => UploadId.parse(id)) }),
  ).items;
const begunOf = (item: Awaited<ReturnType<typeof createAll>>[number] | undefined): Begun => {
  if (item?.outcome !== 'created') throw new Error(`not created: ${JSON.stringify(item)}`);
  return item;
};
const idsOf = (items: Awaited<ReturnType<typeof createAll>>): string[] =>
  items.map((item) => begunOf(item).upload.id);
const names = async (folderId?: string) => (await here.listed(folderId)).map((node) => node.name);
const listed = async () => (await here.listed()).map((node) => [node.name, node.sizeBytes]);
const use = async () =>
  await here.services.db
    .selectFrom('space')
    .select(['used_bytes', 'reserved_bytes', 'held_bytes', 'event_sequence'])
    .where('id', '=', here.owner.spaceId)
    .executeTakeFirstOrThrow();

test('a hundred small files in two folders: reserved, sent and completed in two calls', async () => {
  const other = await folder('other');
  const before = await use();
  const files = Array.from({ length: LIMITS.uploadBatchMax }, (_, index) => Buffer.from(`file ${index}`));
  const items = await createAll(
    ...files.map((bytes, index) =>
      requestFor(`${index}.txt`, bytes, index % 2 === 0 ? {} : { parentId: NodeId.parse(other) }),
    ),
  );
  const sum = files.reduce((total, bytes) => total + bytes.length, 0);
  expect(await use()).toMatchObject({ used_bytes: 0, reserved_bytes: sum });
  await Promise.all(
    items.map(
      async (item, index) => await sendAll(begunOf(item), defined(files[index], 'the file is missing')),
    ),
  );
  const done = await completeAll(idsOf(items));
  expect(done.map((item) => (item.outcome === 'committed' ? item.node.name : item))).toEqual(
    files.map((_, index) => `${index}.txt`),
  );
  expect(await names()).toHaveLength(51);
  expect(await names(other)).toHaveLength(50);
  expect(await use()).toEqual({
    used_bytes: sum,
    reserved_bytes: 0,
    held_bytes: 0,
    event_sequence: before.event_sequence + 100,
  });
  const events = await here.services.db
    .selectFrom('event')
    .select(['verb', 'facts'])
    .where('space_id', '=', here.owner.spaceId)
    .where('verb', '=', 'file_created')
    .orderBy('sequence')
    .execute();
  expect(events.map((event) => event.facts['name'])).toEqual(files.map((_, index) => `${index}.txt`));
  expect(await completeAll(idsOf(items))).toEqual(done);
  const one = await completeUpload(
    here.services,
    here.owner.person,
    UploadId.parse(begunOf(items[7]).upload.id),
  );
  expect({ outcome: 'committed', ...valueOf(one) }).toEqual(done[7]);
});

test('in a batch each file is independent: a rejected one stops no other, and has a reason', async () => {
  const stranger = await here.world.addOwner();
  const taken = await uploaded(here.services, here.owner, { name: 'taken', bytes: Buffer.from('old') });
  const [part] = declarations(Buffer.from('x'));
  const items = await createAll(
    requestFor('good', Buffer.from('x')),
    requestFor('taken', Buffer.from('x')),
    requestFor('taken', Buffer.from('x'), { conflict: 'skip' }),
    requestFor('elsewhere', Buffer.from('x'), { parentId: NodeId.parse(stranger.rootId) }),
    requestFor('nowhere', Buffer.from('x'), {
      parentId: NodeId.parse('01890a5d-ac96-774b-bcce-b302099a8057'),
    }),
    requestFor('into-a-file', Buffer.from('x'), { parentId: taken.id }),
    requestFor('parts', Buffer.from('x'), {
      parts: [{ ...defined(part, 'the part is missing'), number: 2 }],
    }),
    requestFor('never.', Buffer.from('x')),
    requestFor('huge', Buffer.from('x'), { sizeBytes: 5_000_000_000, parts: undefined }),
    requestFor('no-month', Buffer.from('x'), { modifiedAt: '2026-13-01T00:00:00Z' }),
    requestFor('no-day', Buffer.from('x'), { modifiedAt: '2026-02-30T00:00:00Z' }),
    requestFor('too-large', Buffer.from('x'), { sizeBytes: LIMITS.fileSizeMaxBytes + 1, parts: undefined }),
    requestFor('also-good', Buffer.from('y'), { modifiedAt: '0001-01-01T00:00:00Z' }),
  );
  expect(items.map((item) => (item.outcome === 'failed' ? item.code : item.outcome))).toEqual([
    'created',
    'name_taken',
    'skipped',
    'node_not_found',
    'node_not_found',
    'node_not_found',
    'invalid_request',
    'invalid_request',
    'quota_exceeded',
    'invalid_request',
    'invalid_request',
    'file_too_large',
    'created',
  ]);
  for (const item of items.slice(9, 11))
    expect(item).toMatchObject({ facts: { issues: [{ path: 'modifiedAt', code: 'wrong_format' }] } });
  expect(items[11]).toMatchObject({ facts: { limit: LIMITS.fileSizeMaxBytes } });
  expect(items[1]).toMatchObject({ facts: { existing_id: taken.id } });
  expect(items[6]).toMatchObject({ facts: { issues: [{ path: 'parts.0.number', code: 'too_big' }] } });
  expect(items[7]).toMatchObject({ facts: { issues: [{ path: 'name', code: 'name_edge' }] } });
  expect(items[8]).toMatchObject({ facts: { needed: 5_000_000_000, used: 4 } });
  expect(await use()).toMatchObject({ used_bytes: 3, reserved_bytes: 2 });
});

test('the quota is checked in order: earlier files reduce it for later ones', async () => {
  here.owner = await here.world.addOwner({ quotaBytes: 10 });
  const items = await createAll(
    requestFor('a', Buffer.alloc(6)),
    requestFor('b', Buffer.alloc(5)),
    requestFor('c', Buffer.alloc(4)),
    requestFor('d', Buffer.alloc(1)),
  );
  expect(items.map((item) => item.outcome)).toEqual(['created', 'failed', 'created', 'failed']);
  expect(items[1]).toMatchObject({ code: 'quota_exceeded', facts: { quota: 10, used: 6, needed: 5 } });
  expect(await use()).toMatchObject({ reserved_bytes: 10 });
});

test('many calls at once never pass the quota', async () => {
  here.owner = await here.world.addOwner({ quotaBytes: 100 });
  const calls = await Promise.all(
    Array.from({ length: 8 }, async (_, call) =>
      createAll(
        ...Array.from({ length: 10 }, (__, index) => requestFor(`${call}-${index}`, Buffer.alloc(3))),
      ),
    ),
  );
  const created = calls.flat().filter((item) => item.outcome === 'created');
  expect(created).toHaveLength(33);
  expect(await use()).toMatchObject({ reserved_bytes: 99 });
});

test('the order of a call is the order of the versions, whichever was reserved first', async () => {
  const bytes = ['first', 'second'].map((text) => Buffer.from(text));
  const items = await createAll(
    ...bytes.map((each) => requestFor('same.txt', each, { conflict: 'replace' })),
    requestFor('other.txt', Buffer.from('other')),
  );
  const [first, second, other] = idsOf(items);
  const sent = [...bytes, Buffer.from('other')];
  await Promise.all(
    items.map(
      async (item, i) => await sendAll(begunOf(item), defined(sent[i], 'the bytes of the file are missing')),
    ),
  );
  const order = [second, other, first].map((id) => defined(id, 'the upload was not created'));
  const done = await completeAll(order);
  expect(done.map((item) => item.outcome)).toEqual(['committed', 'committed', 'committed']);
  expect(await listed()).toEqual([
    ['other.txt', 5],
    ['same.txt', bytes[0]?.length],
  ]);
});

test('a permanently deleted file is not found when asked again, and the others get their answer', async () => {
  const items = await createAll(
    requestFor('gone.txt', Buffer.from('gone')),
    requestFor('stays.txt', Buffer.from('stays')),
  );
  await sendAll(begunOf(items[0]), Buffer.from('gone'));
  await sendAll(begunOf(items[1]), Buffer.from('stays'));
  const ids = idsOf(items);
  const [gone] = await completeAll(ids);
  if (gone?.outcome !== 'committed') throw new Error('the upload was not committed');
  await trashNodes(here.services, here.owner.person, [gone.node.id]);
  here.world.clock.advance(LIMITS.trashLifeMs);
  expect(await purgeTrash(here.services)).toBe(1);
  expect(await completeAll(ids)).toEqual([
    { outcome: 'failed', code: 'upload_not_found' },
    expect.objectContaining({ outcome: 'committed' }),
  ]);
});

test('names that clash inside a call: each gets one, or a version, and no bytes are lost', async () => {
  const old = await uploaded(here.services, here.owner, { name: 'kept.txt', bytes: Buffer.from('old') });
  const bytes = ['1', '22', '333', '4444', '55555', '666666'].map((text) => Buffer.from(text));
  const asked = [
    requestFor('twice.txt', defined(bytes[0], '1')),
    requestFor('TWICE.txt', defined(bytes[1], '2')),
    requestFor('twice (2).txt', defined(bytes[2], '3')),
    requestFor('kept.txt', defined(bytes[3], '4'), { conflict: 'replace' }),
    requestFor('kept.txt', defined(bytes[4], '5'), { conflict: 'replace' }),
    requestFor('kept.txt', defined(bytes[5], '6'), { conflict: 'rename' }),
  ];
  const items = await createAll(...asked);
  await Promise.all(
    items.map(
      async (item, i) => await sendAll(begunOf(item), defined(bytes[i], 'the bytes of the file are missing')),
    ),
  );
  const done = await completeAll(idsOf(items));
  const seen = done.map((item) =>
    item.outcome === 'committed' ? [item.node.name, item.node.sizeBytes] : item,
  );
  expect(seen).toEqual([
    ['twice.txt', 1],
    ['TWICE (3).txt', 2],
    ['twice (2).txt', 3],
    ['kept.txt', 4],
    ['kept.txt', 5],
    ['kept (2).txt', 6],
  ]);
  const versions = await here.services.db
    .selectFrom('version')
    .select(['number', 'size_bytes'])
    .where('node_id', '=', old.id)
    .orderBy('number')
    .execute();
  expect(versions.map((row) => [row.number, row.size_bytes])).toEqual([
    [1, 3],
    [2, 4],
    [3, 5],
  ]);
  expect(await use()).toMatchObject({ used_bytes: 3 + 21, reserved_bytes: 0 });
});

test('files of one request, of parts and of nothing go together', async () => {
  const large = Buffer.concat([Buffer.alloc(8 * MIB, 1), Buffer.from('end')]);
  const files = [Buffer.from('small'), large, Buffer.alloc(0)];
  const items = await createAll(...files.map((bytes, index) => requestFor(`f${index}`, bytes)));
  expect(items.map((item) => begunOf(item).signed.length)).toEqual([1, 2, 1]);
  for (const [index, item] of items.entries())
    await sendAll(begunOf(item), defined(files[index], 'the bytes of the file are missing'));
  const done = await completeAll(idsOf(items));
  expect(done.map((item) => (item.outcome === 'committed' ? item.node.sizeBytes : item))).toEqual([
    5,
    large.length,
    0,
  ]);
});

test('a missing, a foreign and a duplicate upload are rejected, and the others become files', async () => {
  const stranger = await here.world.addOwner();
  const theirs = begunOf(
    valueOf(
      await createUploads(here.services, stranger.person, {
        uploads: [requestFor('theirs', Buffer.from('t'), { parentId: NodeId.parse(stranger.rootId) })],
        bundle: false,
      }),
    ).items[0],
  );
  const items = await createAll(requestFor('sent', Buffer.from('s')), requestFor('unsent', Buffer.from('u')));
  const sent = begunOf(items[0]);
  const unsent = begunOf(items[1]);
  await sendAll(sent, Buffer.from('s'));
  await sendAll(theirs, Buffer.from('t'));
  const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';
  const done = await completeAll([
    unsent.upload.id,
    sent.upload.id,
    theirs.upload.id,
    unknown,
    sent.upload.id,
  ]);
  expect(done.map((item) => (item.outcome === 'failed' ? item.code : item.outcome))).toEqual([
    'upload_incomplete',
    'committed',
    'upload_not_found',
    'upload_not_found',
    'committed',
  ]);
  expect(done[4]).toEqual(done[1]);
  expect(await names()).toEqual(['sent']);
  await sendAll(unsent, Buffer.from('u'));
  expect((await completeAll([unsent.upload.id]))[0]?.outcome).toBe('committed');
});

test('five concurrent completions of the same files give each one file', async () => {
  const items = await createAll(...['a', 'b', 'c'].map((name) => requestFor(name, Buffer.from(name))));
  for (const [index, item] of items.entries()) await sendAll(begunOf(item), Buffer.from('abc'.charAt(index)));
  const ids = idsOf(items);
  const calls = await Promise.all(
    Array.from({ length: 5 }, async (_, turn) =>
      turn % 2 === 0 ? await completeAll(ids) : (await completeAll(ids.toReversed())).toReversed(),
    ),
  );
  for (const call of calls) expect(call).toEqual(calls[0]);
  expect(await names()).toEqual(['a', 'b', 'c']);
  expect(await use()).toMatchObject({ used_bytes: 3, reserved_bytes: 0 });
});

test('a crash between store and commit is finished at the next start, for all', async () => {
  const items = await createAll(...['a', 'b'].map((name) => requestFor(name, Buffer.from(name))));
  for (const [index, item] of items.entries()) await sendAll(begunOf(item), Buffer.from('ab'.charAt(index)));
  let heads = 0;
  const head: typeof here.store.blobs.head = async (key) => {
    heads += 1;
    if (heads === 2) throw new Error('the process dies here');
    return await here.store.blobs.head(key);
  };
  here.services = { ...here.services, blobs: { ...here.store.blobs, head } };
  await expect(completeAll(idsOf(items))).rejects.toThrow('dies here');
  expect(await names()).toEqual([]);
  here.services = { ...here.services, blobs: here.store.blobs };
  expect(await reconcileUploads(here.services, noLinks)).toBe(2);
  expect(await names()).toEqual(['a', 'b']);
});

test('a folder trashed during an upload takes its own files along, and no others', async () => {
  const doomed = await folder('doomed');
  const items = await createAll(
    requestFor('in', Buffer.from('1'), { parentId: NodeId.parse(doomed) }),
    requestFor('out', Buffer.from('2')),
  );
  for (const [index, item] of items.entries()) await sendAll(begunOf(item), Buffer.from('12'.charAt(index)));
  await trashNodes(here.services, here.owner.person, [NodeId.parse(doomed)]);
  const done = await completeAll(idsOf(items));
  expect(done[0]).toEqual({ outcome: 'failed', code: 'node_not_found' });
  expect(done[1]).toMatchObject({ outcome: 'committed', node: { name: 'out' } });
});

test('open uploads are listed on every device of their person, newest first, and for no one else', async () => {
  const stranger = await here.world.addOwner();
  const doomed = await folder('doomed');
  await createAll(requestFor('first', Buffer.from('1')));
  here.world.clock.advance(1_000);
  const items = await createAll(
    requestFor('second', Buffer.from('2'), { parentId: NodeId.parse(doomed) }),
    requestFor('third', Buffer.from('3')),
  );
  await sendAll(begunOf(items[1]), Buffer.from('3'));
  await completeAll([begunOf(items[1]).upload.id]);
  const list = async (person = here.owner.person) =>
    valueOf(await listUploads(here.services, person)).uploads;
  expect((await list()).map((each) => [each.upload.name, each.parentName])).toEqual([
    ['second', 'doomed'],
    ['first', 'Personal'],
  ]);
  expect((await list())[0]).toMatchObject({
    modifiedAt: '2029-05-06T07:08:09.000Z',
    createdAt: here.world.clock.now().toISOString(),
  });
  await trashNodes(here.services, here.owner.person, [NodeId.parse(doomed)]);
  expect((await list())[0]).toMatchObject({ upload: { name: 'second' }, parentName: null });
  expect(await list(stranger.person)).toEqual([]);
  here.world.clock.advance(LIMITS.uploadLifeMs);
  expect(await list()).toEqual([]);
});
