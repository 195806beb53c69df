// Uploads against a real PostgreSQL and the real embedded store over HTTP.
import { NodeId, UploadId } from '@coffer/contracts';
import { defined, ok } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { createFolder } from '../files/create-folder.ts';
import { listChildren } from '../files/list-children.ts';
import { restoreNodes } from '../files/restore-nodes.ts';
import { trashNodes } from '../files/trash-nodes.ts';
import { deleteDueBlobs } from '../ledger/index.ts';
import {
  errorOf,
  type Owner,
  sha256Of,
  startStoreWorld,
  startWorld,
  type StoreWorld,
  valueOf,
  type World,
} from '../../live-world.contract.ts';
import { abortUpload } from './abort-upload.ts';
import { completeUpload } from './complete-upload.ts';
import { expireUploads } from './expire-uploads.ts';
import { getUpload } from './get-upload.ts';
import {
  begin,
  create,
  cut,
  declarations,
  declaredOf,
  put,
  sendAll,
  uploaded,
  type UploadServices,
} from '../../live-upload.contract.ts';
import { reconcileUploads } from './reconcile-uploads.ts';
import { signParts } from './sign-parts.ts';

const MIB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1_000;

let world: World;
let store: StoreWorld;
let services: UploadServices;
let owner: Owner;

beforeAll(async () => {
  world = await startWorld();
  store = await startStoreWorld(world.services.log);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  owner = await world.addOwner();
  world.clock.set(new Date());
  services = { ...world.services, blobs: store.blobs };
});

/** Three parts: 8 MiB, 8 MiB and 3 bytes. */
const large = (fill = 1): Buffer =>
  Buffer.concat([Buffer.alloc(8 * MIB, fill), Buffer.alloc(8 * MIB, fill + 1), Buffer.from('end')]);
const small = (text: string): Buffer => Buffer.from(text);
const complete = async (id: string) => await completeUpload(services, owner.person, UploadId.parse(id));
const sign = async (id: string, parts: ReturnType<typeof declarations>) =>
  await signParts(services, owner.person, { uploadId: UploadId.parse(id), parts });
const status = async (id: string) => await getUpload(services, owner.person, UploadId.parse(id));
const abort = async (id: string) => await abortUpload(services, owner.person, UploadId.parse(id));
const use = async () =>
  await services.db
    .selectFrom('space')
    .select(['used_bytes', 'reserved_bytes'])
    .where('id', '=', owner.spaceId)
    .executeTakeFirstOrThrow();
const held = async (): Promise<number> =>
  (
    await services.db
      .selectFrom('space')
      .select('held_bytes')
      .where('id', '=', owner.spaceId)
      .executeTakeFirstOrThrow()
  ).held_bytes;
const listed = async (folderId = owner.rootId) =>
  valueOf(
    await listChildren(services, owner.person, {
      nodeId: NodeId.parse(folderId),
      query: { sort: 'name', order: 'asc', at: 0, limit: 1_000 },
    }),
  ).items;
const blobStates = async () =>
  (
    await services.db
      .selectFrom('blob')
      .select('state')
      .where('space_id', '=', owner.spaceId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  ).map((row) => row.state);
const download = async (nodeId: string): Promise<Buffer> => {
  const blob = await services.db
    .selectFrom('node')
    .innerJoin('version', 'version.id', 'node.current_version_id')
    .innerJoin('blob', 'blob.id', 'version.blob_id')
    .select('blob.key')
    .where('node.id', '=', nodeId)
    .executeTakeFirstOrThrow();
  const signed = await store.blobs.signGet({
    key: blob.key,
    name: 'a',
    mediaType: 'text/plain',
    disposition: 'attachment',
    lifeMs: 60_000,
  });
  return Buffer.from(await (await fetch(signed.url)).arrayBuffer());
};

test('a small file: reserved before its first byte, visible only when complete', async () => {
  const bytes = small('hello');
  const begun = await begin(services, owner, { name: 'a.txt', bytes, mediaType: 'application/evil' });
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
    parentId: owner.rootId,
  });
  expect(await listed()).toEqual([node]);
  expect(await use()).toEqual({ used_bytes: 5, reserved_bytes: 0 });
  expect(await blobStates()).toEqual(['referenced']);
  expect(await download(node.id)).toEqual(bytes);
  const version = await services.db
    .selectFrom('version')
    .select(['number', 'sha256'])
    .where('node_id', '=', node.id)
    .execute();
  expect(version).toEqual([{ number: 1, sha256: sha256Of(bytes) }]);
});

test('a file of zero bytes', async () => {
  const node = await uploaded(services, owner, { name: 'empty', bytes: Buffer.alloc(0) });
  expect(node).toMatchObject({ sizeBytes: 0, mediaType: 'application/octet-stream' });
  expect(await download(node.id)).toEqual(Buffer.alloc(0));
});

test('a large file in parts, signed in two calls', async () => {
  const bytes = large();
  const [first, second, third] = declarations(bytes);
  const begun = await begin(services, owner, { name: 'big.bin', bytes, parts: [defined(first, '1')] });
  expect(begun.upload).toMatchObject({ partCount: 3, partSizeBytes: 8 * MIB });
  await sendAll(begun, bytes);
  expect(valueOf(await status(begun.upload.id)).stored).toEqual([{ number: 1, sizeBytes: 8 * MIB }]);
  const more = valueOf(await sign(begun.upload.id, [defined(second, '2'), defined(third, '3')]));
  await sendAll({ ...begun, signed: more.signed }, bytes);
  const { node } = valueOf(await complete(begun.upload.id));
  expect(node.sizeBytes).toBe(bytes.length);
  expect((await download(node.id)).equals(bytes)).toBe(true);
});

const incomplete = (parts: string) => ({ code: 'upload_incomplete', facts: { parts } });

test('what was neither declared nor sent is missing, and the upload stays open', async () => {
  const bytes = large();
  const begun = await begin(services, owner, { name: 'a', bytes, parts: [] });
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
  const begun = await begin(services, owner, { name: 'a', bytes: small('abc') });
  expect(errorOf(await complete(begun.upload.id))).toEqual({
    code: 'upload_incomplete',
    facts: { parts: '1' },
  });
  expect(await listed()).toEqual([]);
});

test('the store refuses bytes that were not declared', async () => {
  const begun = await begin(services, owner, { name: 'a', bytes: small('abc') });
  const signed = defined(begun.signed[0], 'one part');
  expect(await put(signed, small('abd'))).toBe(400);
  expect(await put(signed, small('abcd'))).toBeGreaterThanOrEqual(400);
  expect(
    await put(
      { ...signed, headers: { ...signed.headers, 'x-amz-checksum-sha256': sha256Of(small('abd')) } },
      small('abd'),
    ),
  ).toBe(403);
  expect(errorOf(await complete(begun.upload.id)).code).toBe('upload_incomplete');
});

test('a part that is declared anew has to be sent anew', async () => {
  const bytes = large(1);
  const begun = await begin(services, owner, { name: 'a', bytes });
  await sendAll(begun, bytes);
  const changed = Buffer.from(bytes);
  changed[8 * MIB] = 99;
  const second = defined(cut(changed)[1], 'part 2');
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
  const begun = await begin(services, owner, { name: 'a', bytes: small('old') });
  const old = defined(begun.signed[0], 'one part');
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
    services = { ...services, blobs: { ...store.blobs, integrity: 3 } };
    const begun = await begin(services, owner, { name: 'a', bytes: small(text) });
    await sendAll(begun, small(text));
    expect(valueOf(await status(begun.upload.id)).stored).toHaveLength(1);
    const { node } = valueOf(await complete(begun.upload.id));
    expect(valueOf(await complete(begun.upload.id)).node.id).toBe(node.id);
    expect(await put(defined(begun.signed[0], 'one part'), small(text))).toBe(404);
    expect(await download(node.id)).toEqual(small(text));
    expect(await blobStates()).toEqual(['referenced']);
  },
);

test('five completions at once and one later give one file and one answer', async () => {
  const bytes = large();
  const begun = await begin(services, owner, { name: 'once', bytes });
  await sendAll(begun, bytes);
  const results = await Promise.all(Array.from({ length: 5 }, () => complete(begun.upload.id)));
  const nodes = [...results, await complete(begun.upload.id)].map((result) => valueOf(result).node);
  for (const node of nodes) expect(node).toEqual(nodes[0]);
  expect(await listed()).toHaveLength(1);
  expect(await use()).toEqual({ used_bytes: bytes.length, reserved_bytes: 0 });
});

test('giving up while it completes leaves either the file or nothing', async () => {
  const outcomes = new Set<boolean>();
  for (let round = 0; round < 12; round += 1) {
    const bytes = small(`round ${round}`);
    const before = (await use()).used_bytes;
    const begun = await begin(services, owner, { name: `r${round}`, bytes });
    await sendAll(begun, bytes);
    const [completed, aborted] = await Promise.all([
      complete(begun.upload.id),
      new Promise((resolve) => setTimeout(resolve, round)).then(() => abort(begun.upload.id)),
    ]);
    expect(completed.ok).not.toBe(aborted.ok);
    outcomes.add(completed.ok);
    const isThere = (await listed()).some((node) => node.name === `r${round}`);
    expect(isThere).toBe(completed.ok);
    expect(await use()).toEqual({
      used_bytes: before + (completed.ok ? bytes.length : 0),
      reserved_bytes: 0,
    });
  }
  expect(outcomes.size).toBeGreaterThan(0);
});

test('giving up twice is like once, frees the room and tells the store', async () => {
  const bytes = large();
  const begun = await begin(services, owner, { name: 'a', bytes });
  await sendAll(begun, bytes);
  expect((await abort(begun.upload.id)).ok).toBe(true);
  expect((await abort(begun.upload.id)).ok).toBe(true);
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 0 });
  expect(valueOf(await status(begun.upload.id))).toMatchObject({ upload: { state: 'aborted' }, stored: [] });
  expect(errorOf(await complete(begun.upload.id)).code).toBe('upload_not_found');
  expect(errorOf(await sign(begun.upload.id, declarations(bytes))).code).toBe('upload_not_found');
  expect(await put(defined(begun.signed[0], 'part 1'), defined(cut(bytes)[0], 'part 1'))).toBe(404);
  expect(await blobStates()).toEqual(['deleted']);
});

test('an upload that became a file cannot be given up', async () => {
  const begun = await begin(services, owner, { name: 'a', bytes: small('a') });
  await sendAll(begun, small('a'));
  await complete(begun.upload.id);
  expect(errorOf(await abort(begun.upload.id)).code).toBe('upload_not_found');
  expect(await listed()).toHaveLength(1);
});

test('an upload ends after seven days, not a moment before', async () => {
  const bytes = large();
  const begun = await begin(services, owner, { name: 'a', bytes });
  world.clock.advance(7 * DAY_MS - 1);
  // Uploads that other tests left open are older.
  await expireUploads(services);
  expect(valueOf(await status(begun.upload.id)).upload.state).toBe('uploading');
  expect((await sign(begun.upload.id, declarations(bytes))).ok).toBe(true);
  world.clock.advance(1);
  expect(errorOf(await sign(begun.upload.id, declarations(bytes))).code).toBe('upload_expired');
  expect(errorOf(await complete(begun.upload.id)).code).toBe('upload_expired');
  expect(await expireUploads(services)).toBe(1);
  expect(await expireUploads(services)).toBe(0);
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 0 });
  expect(errorOf(await complete(begun.upload.id)).code).toBe('upload_expired');
  expect(await put(defined(begun.signed[0], 'part 1'), defined(cut(bytes)[0], 'part 1'))).toBe(404);
});

test('parts outside of the file, twice in a call or without the needed checksum are refused before anything is reserved', async () => {
  const [part] = declarations(small('a'));
  const one = defined(part, 'one part');
  const refused = async (parts: (typeof one)[], blobs = store.blobs) =>
    errorOf(await create({ ...services, blobs }, owner, { name: 'a', bytes: small('a'), parts }));
  expect(await refused([{ ...one, number: 2 }])).toEqual({
    code: 'invalid_request',
    issues: [{ path: 'parts.0.number', code: 'too_big' }],
  });
  expect(await refused([one, one])).toMatchObject({
    issues: [{ path: 'parts.1.number', code: 'wrong_format' }],
  });
  expect(await refused([{ number: 1, sha256: one.sha256 }], { ...store.blobs, integrity: 2 })).toMatchObject({
    issues: [{ path: 'parts.0.md5', code: 'required' }],
  });
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 0 });
});

test('ten uploads at once never take more than the quota', async () => {
  owner = await world.addOwner({ quotaBytes: 350 });
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      create(services, owner, { name: `n${number}`, bytes: Buffer.alloc(100, number) }),
    ),
  );
  expect(results.filter((result) => result.ok)).toHaveLength(3);
  expect(errorOf(results.find((result) => !result.ok) ?? { ok: true })).toEqual({
    code: 'quota_exceeded',
    facts: { quota: 350, used: 300, needed: 100 },
  });
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 300 });
  expect((await create(services, owner, { name: 'fits', bytes: Buffer.alloc(50) })).ok).toBe(true);
});

test('a taken name: ask, skip, rename, replace', async () => {
  const first = await uploaded(services, owner, { name: 'Doc.txt', bytes: small('one') });
  const again = { name: 'DOC.TXT', bytes: small('two!') };
  expect(errorOf(await create(services, owner, again))).toEqual({
    code: 'name_taken',
    facts: { existing_id: first.id },
  });
  expect(valueOf(await create(services, owner, { ...again, conflict: 'skip' }))).toEqual({
    outcome: 'skipped',
    node: first,
  });
  const renamed = await uploaded(services, owner, { ...again, conflict: 'rename' });
  expect(renamed.name).toBe('DOC (2).TXT');
  const replaced = await uploaded(services, owner, { ...again, conflict: 'replace' });
  expect(replaced).toMatchObject({ id: first.id, name: 'Doc.txt', sizeBytes: 4, revision: 2 });
  expect(replaced.versionId).not.toBe(first.versionId);
  expect(await download(first.id)).toEqual(small('two!'));
  expect(await use()).toEqual({ used_bytes: 3 + 4 + 4, reserved_bytes: 0 });
});

test('a folder is never replaced by a file', async () => {
  const folder = valueOf(
    await createFolder(services, owner.person, {
      parentId: NodeId.parse(owner.rootId),
      name: 'thing',
      ifExists: 'fail',
    }),
  );
  expect(
    errorOf(await create(services, owner, { name: 'Thing', bytes: small('x'), conflict: 'replace' })),
  ).toEqual({
    code: 'name_taken',
    facts: { existing_id: folder.id },
  });
});

test('a name that is taken meanwhile gives a numbered one: no bytes are lost', async () => {
  const begun = await Promise.all(
    (['ask', 'skip', 'rename', 'replace'] as const).map(async (conflict) => {
      const each = await begin(services, owner, { name: 'a.txt', bytes: small(conflict), conflict });
      await sendAll(each, small(conflict));
      return each;
    }),
  );
  for (const each of begun.slice(0, 3)) valueOf(await complete(each.upload.id));
  expect((await listed()).map((node) => node.name)).toEqual(['a.txt', 'a (2).txt', 'a (3).txt'].toSorted());
  const replaced = valueOf(await complete(defined(begun[3], 'four').upload.id)).node;
  expect(replaced).toMatchObject({ name: 'a.txt', revision: 2 });
  expect(await download(replaced.id)).toEqual(small('replace'));
});

test('a file that was to be replaced and was trashed meanwhile stays as it was', async () => {
  const old = await uploaded(services, owner, { name: 'a', bytes: small('old') });
  const begun = await begin(services, owner, { name: 'a', bytes: small('new'), conflict: 'replace' });
  await sendAll(begun, small('new'));
  await trashNodes(services, owner.person, [old.id]);
  const { node } = valueOf(await complete(begun.upload.id));
  expect(node.id).not.toBe(old.id);
  expect(valueOf(await complete(begun.upload.id)).node).toEqual(node);
  await restoreNodes(services, owner.person, [old.id]);
  expect((await listed()).map((each) => each.name)).toEqual(['a', 'a (2)']);
});

test('nobody else can see, sign, complete or give up an upload, nor begin one here', async () => {
  const begun = await begin(services, owner, { name: 'a', bytes: small('a') });
  const mine = owner;
  owner = await world.addOwner();
  for (const result of [
    await status(begun.upload.id),
    await sign(begun.upload.id, declarations(small('a'))),
    await complete(begun.upload.id),
    await abort(begun.upload.id),
    await status(services.newId()),
  ]) {
    expect(errorOf(result).code).toBe('upload_not_found');
  }
  const foreign = await create(services, owner, { name: 'b', bytes: small('b'), parentId: mine.rootId });
  expect(errorOf(foreign).code).toBe('node_not_found');
});

test('who lost the space learns nothing more of a file by completing it again', async () => {
  const begun = await begin(services, owner, { name: 'a.txt', bytes: small('a') });
  await sendAll(begun, small('a'));
  valueOf(await complete(begun.upload.id));
  await services.db.deleteFrom('member').where('space_id', '=', owner.spaceId).execute();
  expect(errorOf(await complete(begun.upload.id)).code).toBe('upload_not_found');
});

test('an upload into a folder that is trashed waits for the folder to come back', async () => {
  const folder = valueOf(
    await createFolder(services, owner.person, {
      parentId: NodeId.parse(owner.rootId),
      name: 'f',
      ifExists: 'fail',
    }),
  );
  const begun = await begin(services, owner, { name: 'a', bytes: small('a'), parentId: folder.id });
  await sendAll(begun, small('a'));
  await trashNodes(services, owner.person, [folder.id]);
  expect(errorOf(await complete(begun.upload.id)).code).toBe('node_not_found');
  expect(errorOf(await status(begun.upload.id)).code).toBe('node_not_found');
  expect(
    errorOf(await create(services, owner, { name: 'b', bytes: small('b'), parentId: folder.id })).code,
  ).toBe('node_not_found');
  await restoreNodes(services, owner.person, [folder.id]);
  expect((await complete(begun.upload.id)).ok).toBe(true);
  expect(await listed(folder.id)).toHaveLength(1);
});

test('a store that forgot an upload is told again', async () => {
  const bytes = large();
  const begun = await begin(services, owner, { name: 'a', bytes });
  await sendAll(begun, bytes);
  const row = await services.db
    .selectFrom('upload')
    .innerJoin('blob', 'blob.id', 'upload.blob_id')
    .select(['blob.key', 'upload.provider_upload_id'])
    .where('upload.id', '=', begun.upload.id)
    .executeTakeFirstOrThrow();
  valueOf(
    await store.blobs.abortMultipart({
      key: row.key,
      providerUploadId: defined(row.provider_upload_id, 'open'),
    }),
  );
  expect(valueOf(await status(begun.upload.id)).stored).toEqual([]);
  const again = valueOf(await sign(begun.upload.id, declarations(bytes)));
  await sendAll({ ...begun, signed: again.signed }, bytes);
  expect((await complete(begun.upload.id)).ok).toBe(true);
});

class Crash extends Error {}

const die = async (done: Promise<unknown>): Promise<never> => {
  await done;
  throw new Crash();
};

/** A store in front of which the server dies: the call is made, its answer is never seen. */
function dyingAfter(call: 'listParts' | 'completeMultipart' | 'head'): Blobs {
  const { blobs } = store;
  switch (call) {
    case 'listParts':
      return { ...blobs, listParts: (input) => die(blobs.listParts(input)) };
    case 'completeMultipart':
      return { ...blobs, completeMultipart: (input) => die(blobs.completeMultipart(input)) };
    case 'head':
      return { ...blobs, head: (key) => die(blobs.head(key)) };
  }
}

test.each(['listParts', 'completeMultipart', 'head'] as const)(
  'a crash after %s is settled by the next start, and by asking again',
  async (call) => {
    const bytes = large();
    for (const settle of ['reconcile', 'again'] as const) {
      const begun = await begin(services, owner, { name: `${call} ${settle}`, bytes });
      await sendAll(begun, bytes);
      services = { ...services, blobs: dyingAfter(call) };
      await expect(complete(begun.upload.id)).rejects.toThrow(Crash);
      expect((await listed()).some((node) => node.name === `${call} ${settle}`)).toBe(false);
      services = { ...services, blobs: store.blobs };
      const settled = settle === 'reconcile' ? await reconcileUploads(services) : 1;
      expect(settled).toBe(1);
      const { node } = valueOf(await complete(begun.upload.id));
      expect((await download(node.id)).equals(bytes)).toBe(true);
    }
    expect(await use()).toEqual({ used_bytes: 2 * bytes.length, reserved_bytes: 0 });
  },
);

test('a completion that cannot be settled at the start is open again for its sender', async () => {
  const bytes = large();
  const begun = await begin(services, owner, { name: 'a', bytes });
  await services.db
    .updateTable('upload')
    .set({ state: 'completing' })
    .where('id', '=', begun.upload.id)
    .execute();
  expect(await reconcileUploads(services)).toBe(0);
  expect(valueOf(await status(begun.upload.id)).upload.state).toBe('uploading');
  await sendAll(begun, bytes);
  expect((await complete(begun.upload.id)).ok).toBe(true);
});

test.each([
  ['another size', { sizeBytes: 4 }],
  ['another checksum', { sha256: sha256Of(small('abd')) }],
  ['no checksum where there must be one', { sha256: undefined }],
])(
  'a store that holds %s ends the upload: nothing becomes visible, the bytes go to quarantine',
  async (_, lie) => {
    const begun = await begin(services, owner, { name: 'a', bytes: small('abc') });
    await sendAll(begun, small('abc'));
    const honest = store.blobs;
    services = {
      ...services,
      blobs: {
        ...honest,
        head: async (key) => {
          const head = valueOf(await honest.head(key));
          return ok(head === undefined ? undefined : { ...head, ...lie });
        },
      },
    };
    const failed = { code: 'checksum_mismatch', facts: { parts: '1', state: 'failed' } };
    expect(errorOf(await complete(begun.upload.id))).toEqual(failed);
    expect(errorOf(await complete(begun.upload.id))).toEqual(failed);
    expect(await listed()).toEqual([]);
    expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 0 });
    expect(await blobStates()).toEqual(['quarantined']);
  },
);

test('while the store cannot be reached nothing is reserved and nothing is lost', async () => {
  const own = await startStoreWorld(services.log);
  services = { ...services, blobs: own.blobs };
  const bytes = large();
  const begun = await begin(services, owner, { name: 'a', bytes });
  await sendAll(begun, bytes);
  await own.stop();
  const unavailable = { code: 'store_unavailable', facts: { retry_after: 5 } };
  expect(errorOf(await complete(begun.upload.id))).toEqual(unavailable);
  expect(errorOf(await status(begun.upload.id))).toEqual(unavailable);
  expect(errorOf(await create(services, owner, { name: 'b', bytes, parts: [] }))).toEqual(unavailable);
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: bytes.length });
  expect((await abort(begun.upload.id)).ok).toBe(true);
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 0 });
  // Until the store has said that nothing is there, the room is not free.
  expect(await held()).toBe(bytes.length);
  const left = await services.db
    .selectFrom('upload')
    .select('provider_upload_id')
    .where('id', '=', begun.upload.id)
    .executeTakeFirstOrThrow();
  expect(left.provider_upload_id).not.toBeNull();
  services = { ...services, blobs: { ...store.blobs, abortMultipart: () => Promise.resolve(ok(undefined)) } };
  await expireUploads(services);
  // Somebody had begun to complete it: that call may still take effect for a while.
  expect(await held()).toBe(bytes.length);
  world.clock.advance(10 * 60 * 1_000);
  await deleteDueBlobs(services);
  expect(await held()).toBe(0);
  const after = await services.db
    .selectFrom('upload')
    .select('provider_upload_id')
    .where('id', '=', begun.upload.id)
    .executeTakeFirstOrThrow();
  expect(after.provider_upload_id).toBeNull();
  await own[Symbol.asyncDispose]();
});

test('no log line holds a name or a signature', () => {
  const text = JSON.stringify(world.lines);
  expect(text).not.toMatch(/X-Amz|big\.bin|Doc\.txt/i);
});
