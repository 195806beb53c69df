import { defined } from '@coffer/kit';
import { expect, test } from 'vitest';
import {
  begin,
  cut,
  declarations,
  declaredOf,
  forged,
  put,
  sendAll,
  uploaded,
} from '../../live-upload.contract.ts';
import { errorOf, sha256Of, valueOf } from '../../live.world.ts';
import type { UploadRow } from './model.ts';
import { declareMoreParts, findUpload, listDeclaredParts } from './store.ts';
import { DAY_MS, large, MIB, small, uploadWorld } from './upload.world.ts';

const here = uploadWorld();
const { blobStates, complete, download, listed, sign, status, use } = here;

test('a small file: reserved before its first byte, visible only when complete', async () => {
  const bytes = small('hello');
  const begun = await begin(here.services, here.owner, {
    name: 'a.txt',
    bytes,
    mediaType: 'application/evil',
  });
  expect(begun.upload).toMatchObject({ state: 'uploading', partCount: 1, integrity: 1, sizeBytes: 5 });
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 5 });
  await sendAll(begun, bytes);
  expect(await listed()).toEqual([]);
  const { node } = valueOf(await complete(begun.upload.id));
  expect(node).toMatchObject({
    name: 'a.txt',
    kind: 'file',
    sizeBytes: 5,
    mediaType: 'text/plain',
    modifiedAt: '2029-05-06T07:08:09.000Z',
    parentId: here.owner.rootId,
  });
  expect(await listed()).toEqual([node]);
  expect(await use()).toEqual({ used_bytes: 5, reserved_bytes: 0 });
  expect(await blobStates()).toEqual(['referenced']);
  expect((await download(node.id)).equals(bytes)).toBe(true);
  const version = await here.services.db
    .selectFrom('version')
    .select(['number', 'sha256'])
    .where('node_id', '=', node.id)
    .execute();
  expect(version).toEqual([{ number: 1, sha256: sha256Of(bytes) }]);
});

test('a file of zero bytes', async () => {
  const node = await uploaded(here.services, here.owner, { name: 'empty', bytes: Buffer.alloc(0) });
  expect(node).toMatchObject({ sizeBytes: 0, mediaType: 'application/octet-stream' });
  expect(await download(node.id)).toEqual(Buffer.alloc(0));
});

const rowsOf = (sha256: string) => [
  { number: 2, size_bytes: 8 * MIB, sha256, md5: null, crc64nvme: null },
  { number: 3, size_bytes: 3, sha256, md5: null, crc64nvme: null },
];

test('more parts are declared by one statement while an upload is being sent, and not otherwise', async () => {
  const { upload } = await begin(here.services, here.owner, { name: 'a', bytes: large(), parts: [] });
  const { db } = here.services;
  const [first, second] = declarations(large());
  const shas = async () => (await listDeclaredParts(db, upload.id)).map(({ sha256 }) => sha256);
  const now = here.world.clock.now();
  const declare = async (sha256: string, change: Partial<UploadRow> = {}, at = now) => {
    const row = { ...defined(await findUpload(db, upload.id), 'the upload was not found'), ...change };
    return await declareMoreParts(db, row, { parts: rowsOf(sha256), now: at });
  };
  // Nothing is signed yet, so the fast path does not apply.
  expect(await declare('early')).toBe(false);
  valueOf(await sign(upload.id, [defined(first, 'part 1 is missing')]));
  expect(await declare('one')).toBe(true);
  expect(await declare('two')).toBe(true);
  expect((await shas()).slice(1)).toEqual(['two', 'two']);
  expect(await declare('elsewhere', { provider_upload_id: 'another' })).toBe(false);
  expect(await declare('late', {}, new Date(now.getTime() + 8 * DAY_MS))).toBe(false);
  for (const state of ['completing', 'verifying', 'aborted', 'expired'] as const) {
    await db.updateTable('upload').set({ state }).where('id', '=', upload.id).execute();
    expect(await declare(state)).toBe(false);
  }
  expect((await shas()).slice(1)).toEqual(['two', 'two']);
  expect(errorOf(await sign(upload.id, [defined(second, 'part 2 is missing')])).code).toBe('upload_expired');
});

test('a large file in parts, signed in two calls', async () => {
  const bytes = large();
  const [first, second, third] = declarations(bytes);
  const begun = await begin(here.services, here.owner, {
    name: 'big.bin',
    bytes,
    parts: [defined(first, '1')],
  });
  expect(begun.upload).toMatchObject({ partCount: 3, partSizeBytes: 8 * MIB });
  await sendAll(begun, bytes);
  expect(valueOf(await status(begun.upload.id)).stored).toEqual([
    { number: 1, sizeBytes: 8 * MIB, sha256: first?.sha256 },
  ]);
  const more = valueOf(await sign(begun.upload.id, [defined(second, '2'), defined(third, '3')]));
  await sendAll({ ...begun, signed: more.signed }, bytes);
  const { node } = valueOf(await complete(begun.upload.id));
  expect(node.sizeBytes).toBe(bytes.length);
  expect((await download(node.id)).equals(bytes)).toBe(true);
});

const incomplete = (parts: string) => ({ code: 'upload_incomplete', facts: { parts } });

test('a part neither declared nor sent is missing, and the upload stays open', async () => {
  const bytes = large();
  const begun = await begin(here.services, here.owner, { name: 'a', bytes, parts: [] });
  expect(begun.signed).toEqual([]);
  expect(errorOf(await complete(begun.upload.id))).toEqual(incomplete('1,2,3'));
  const { signed } = valueOf(await sign(begun.upload.id, declarations(bytes)));
  expect(errorOf(await complete(begun.upload.id))).toEqual(incomplete('1,2,3'));
  await sendAll({ ...begun, signed: signed.filter((part) => part.number !== 2) }, bytes);
  expect(errorOf(await complete(begun.upload.id))).toEqual(incomplete('2'));
  expect(valueOf(await status(begun.upload.id))).toMatchObject({
    upload: { state: 'uploading' },
    stored: [{ number: 1 }, { number: 3 }],
  });
  await sendAll({ ...begun, signed: signed.filter((part) => part.number === 2) }, bytes);
  expect((await complete(begun.upload.id)).ok).toBe(true);
});

test('a small file that was never sent is missing', async () => {
  const begun = await begin(here.services, here.owner, { name: 'a', bytes: small('abc') });
  expect(errorOf(await complete(begun.upload.id))).toEqual({
    code: 'upload_incomplete',
    facts: { parts: '1' },
  });
  expect(await listed()).toEqual([]);
});

test('the store refuses bytes that were not declared', async () => {
  const begun = await begin(here.services, here.owner, { name: 'a', bytes: small('abc') });
  const signed = defined(begun.signed[0], 'the part was not signed');
  expect(await put(signed, small('abd'))).toBe(400);
  expect(await put(signed, small('abcd'))).toBeGreaterThanOrEqual(400);
  const sha256 = sha256Of(small('abd'));
  expect(await put(forged(signed, 'x-amz-checksum-sha256', sha256), small('abd'))).toBe(403);
  expect(errorOf(await complete(begun.upload.id)).code).toBe('upload_incomplete');
});

test('a part with another declaration has to be sent again', async () => {
  const bytes = large(1);
  const begun = await begin(here.services, here.owner, { name: 'a', bytes });
  await sendAll(begun, bytes);
  const changed = Buffer.from(bytes);
  changed[8 * MIB] = 99;
  const second = defined(cut(changed)[1], 'part 2 is missing');
  const again = valueOf(await sign(begun.upload.id, [declaredOf(second, 2)]));
  expect(valueOf(await status(begun.upload.id)).stored.map((part) => part.number)).toEqual([1, 3]);
  expect(errorOf(await complete(begun.upload.id))).toEqual({
    code: 'checksum_mismatch',
    facts: { parts: '2', state: 'uploading' },
  });
  await sendAll({ ...begun, signed: again.signed }, changed);
  const { node } = valueOf(await complete(begun.upload.id));
  expect((await download(node.id)).equals(changed)).toBe(true);
});

test('an address of bytes declared before cannot change the file afterwards', async () => {
  const begun = await begin(here.services, here.owner, { name: 'a', bytes: small('old') });
  const old = defined(begun.signed[0], 'the part was not signed');
  const again = valueOf(await sign(begun.upload.id, [declaredOf(small('new'), 1)]));
  await sendAll({ ...begun, signed: again.signed }, small('new'));
  const { node } = valueOf(await complete(begun.upload.id));
  expect(await put(old, small('old'))).toBe(200);
  expect(await download(node.id)).toEqual(small('new'));
  expect(await blobStates()).toEqual(['quarantined', 'referenced']);
});

test.each(['', 'some bytes'])(
  'where the store checks nothing, an address takes no bytes once the file is there: %j',
  async (text) => {
    here.services = { ...here.services, blobs: { ...here.store.blobs, integrity: 3 } };
    const begun = await begin(here.services, here.owner, { name: 'a', bytes: small(text) });
    await sendAll(begun, small(text));
    expect(valueOf(await status(begun.upload.id)).stored).toHaveLength(1);
    const { node } = valueOf(await complete(begun.upload.id));
    expect(valueOf(await complete(begun.upload.id)).node.id).toBe(node.id);
    expect(await put(defined(begun.signed[0], 'the part was not signed'), small(text))).toBe(404);
    expect(await download(node.id)).toEqual(small(text));
    expect(await blobStates()).toEqual(['referenced']);
  },
);

test('five completions at once and one later give one file and one answer', async () => {
  const bytes = large();
  const begun = await begin(here.services, here.owner, { name: 'once', bytes });
  await sendAll(begun, bytes);
  const results = await Promise.all(Array.from({ length: 5 }, () => complete(begun.upload.id)));
  const nodes = [...results, await complete(begun.upload.id)].map((result) => valueOf(result).node);
  for (const node of nodes) expect(node).toEqual(nodes[0]);
  expect(await listed()).toHaveLength(1);
  expect(await use()).toEqual({ used_bytes: bytes.length, reserved_bytes: 0 });
});
