import { randomUUID } from 'node:crypto';
import { NodeId } from '@coffer/contracts';
import { defined, ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { begin, create, declarations, sendAll } from '../../live-upload.contract.ts';
import { errorOf, sha256Of, startStoreWorld, valueOf } from '../../live.world.ts';
import { answerOnce } from '../../http/idempotency.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { deleteDueBlobs } from '../ledger/index.ts';
import { expireUploads } from './end/expire-uploads.ts';
import { createUpload, createUploads } from './reserve/create-upload.ts';
import { reconcileUploads } from './complete/reconcile-uploads.ts';
import { findUpload } from './store.ts';
import { large, small, uploadWorld, noLinks } from './upload.world.ts';

const here = uploadWorld();
const { abort, blobStates, complete, download, held, listed, sign, status, use } = here;

test('an upload that the store has lost is opened there again', async () => {
  const bytes = large();
  const begun = await begin(here.services, here.owner, { name: 'a', bytes });
  await sendAll(begun, bytes);
  const row = await here.services.db
    .selectFrom('upload')
    .innerJoin('blob', 'blob.id', 'upload.blob_id')
    .select(['blob.key', 'upload.provider_upload_id'])
    .where('upload.id', '=', begun.upload.id)
    .executeTakeFirstOrThrow();
  valueOf(
    await here.store.blobs.abortMultipart({
      key: row.key,
      providerUploadId: defined(row.provider_upload_id, 'the upload is not open at the store'),
    }),
  );
  expect(valueOf(await status(begun.upload.id)).stored).toEqual([]);
  const again = valueOf(await sign(begun.upload.id, declarations(bytes)));
  await sendAll({ ...begun, signed: again.signed }, bytes);
  expect((await complete(begun.upload.id)).ok).toBe(true);
});

const nowhere = () => Promise.resolve(ok(undefined));
const rowOf = async (id: string) =>
  defined(await findUpload(here.services.db, id), 'the upload was not found');

test('while a store puts parts together and knows neither them nor the object, nothing is sent again', async () => {
  const bytes = large();
  const begun = await begin(here.services, here.owner, { name: 'a', bytes });
  await sendAll(begun, bytes);
  const { blobs } = here.store;
  const between = { ...here.services, blobs: { ...blobs, listParts: nowhere, head: nowhere } };
  await here.services.db
    .updateTable('upload')
    .set({ state: 'completing', updated_at: here.world.clock.now() })
    .where('id', '=', begun.upload.id)
    .execute();
  here.services = between;
  const unavailable = { code: 'store_unavailable', facts: { retry_after: 5 } };
  expect(errorOf(await complete(begun.upload.id))).toEqual(unavailable);
  expect(errorOf(await status(begun.upload.id))).toEqual(unavailable);
  here.services = { ...between, blobs };
  const { node } = valueOf(await complete(begun.upload.id));
  expect((await download(node.id)).equals(bytes)).toBe(true);
});

test('signing again while a store puts parts together opens nothing anew', async () => {
  const bytes = large();
  const begun = await begin(here.services, here.owner, { name: 'a', bytes });
  await sendAll(begun, bytes);
  const { blobs } = here.store;
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const completeMultipart: typeof blobs.completeMultipart = async (input) => {
    asked.resolve();
    await released.promise;
    return await blobs.completeMultipart(input);
  };
  here.services = { ...here.services, blobs: { ...blobs, completeMultipart } };
  const completing = complete(begun.upload.id);
  await asked.promise;
  const before = await rowOf(begun.upload.id);
  here.services = { ...here.services, blobs: { ...blobs, listParts: nowhere, head: nowhere } };
  valueOf(await sign(begun.upload.id, declarations(bytes)));
  expect(errorOf(await status(begun.upload.id)).code).toBe('store_unavailable');
  expect(await rowOf(begun.upload.id)).toEqual(before);
  released.resolve();
  valueOf(await completing);
  expect((await rowOf(begun.upload.id)).provider_upload_id).toBe(before.provider_upload_id);
});

test('a completion that the store has lost requires the parts to be sent again', async () => {
  const bytes = large();
  const begun = await begin(here.services, here.owner, { name: 'a', bytes });
  await here.services.db
    .updateTable('upload')
    .set({ state: 'completing', updated_at: here.world.clock.now() })
    .where('id', '=', begun.upload.id)
    .execute();
  const { blobs } = here.store;
  here.world.clock.advance(10 * 60 * 1_000);
  here.services = { ...here.services, blobs: { ...blobs, listParts: nowhere, head: nowhere } };
  expect(errorOf(await complete(begun.upload.id))).toMatchObject({ code: 'upload_incomplete' });
  here.services = { ...here.services, blobs };
  const again = valueOf(await sign(begun.upload.id, declarations(bytes)));
  await sendAll({ ...begun, signed: again.signed }, bytes);
  expect((await complete(begun.upload.id)).ok).toBe(true);
});

class Crash extends Error {}

const die = async (done: Promise<unknown>): Promise<never> => {
  await done;
  throw new Crash();
};

function dyingAfter(call: 'listParts' | 'completeMultipart' | 'head'): Blobs {
  const { blobs } = here.store;
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
  'a crash after %s is resolved at the next start, and by a retry',
  async (call) => {
    const bytes = large();
    for (const settle of ['reconcile', 'again'] as const) {
      const begun = await begin(here.services, here.owner, { name: `${call} ${settle}`, bytes });
      await sendAll(begun, bytes);
      here.services = { ...here.services, blobs: dyingAfter(call) };
      await expect(complete(begun.upload.id)).rejects.toThrow(Crash);
      expect((await listed()).some((node) => node.name === `${call} ${settle}`)).toBe(false);
      here.services = { ...here.services, blobs: here.store.blobs };
      const settled = settle === 'reconcile' ? await reconcileUploads(here.services, noLinks) : 1;
      expect(settled).toBe(1);
      const { node } = valueOf(await complete(begun.upload.id));
      expect((await download(node.id)).equals(bytes)).toBe(true);
    }
    expect(await use()).toEqual({ used_bytes: 2 * bytes.length, reserved_bytes: 0 });
  },
);

function asking(operation: 'createUpload' | 'createUploads', name: string) {
  const modifiedAt = '2026-01-01T00:00:00.000Z';
  const file = { name, sizeBytes: large().length, mediaType: '', modifiedAt, conflict: 'ask' } as const;
  const input = { ...file, parentId: NodeId.parse(here.owner.rootId) };
  const { id: userId } = here.owner.person;
  const request = { userId, key: randomUUID(), operation, status: 201, input };
  return async () => {
    const { services } = here;
    const answer = await answerOnce(services, request, async (once) => {
      const created =
        operation === 'createUpload'
          ? await createUpload({ ...services, once }, here.owner.person, input)
          : await createUploads({ ...services, once }, here.owner.person, {
              uploads: [input],
              bundle: false,
            });
      return created.ok ? ok({ status: 201, body: created.value }) : created;
    });
    return answer.ok ? ok(answer.value.body) : answer;
  };
}

test.each(['createUpload', 'createUploads'] as const)(
  'a crash behind the reservation of %s reserves once: asking again names the same upload',
  async (operation) => {
    const ask = asking(operation, 'a');
    const { blobs } = here.store;
    here.services = {
      ...here.services,
      blobs: { ...blobs, createMultipart: (input) => die(blobs.createMultipart(input)) },
    };
    await expect(ask()).rejects.toThrow(Crash);
    const { id } = await here.services.db
      .selectFrom('upload')
      .select('id')
      .where('space_id', '=', here.owner.spaceId)
      .executeTakeFirstOrThrow();
    here.services = { ...here.services, blobs };
    expect(JSON.stringify(valueOf(await ask()))).toContain(id);
    const bytes = large();
    expect((await use()).reserved_bytes).toBe(bytes.length);
    const { signed } = valueOf(await sign(id, declarations(bytes)));
    await sendAll({ upload: valueOf(await status(id)).upload, signed }, bytes);
    expect((await complete(id)).ok).toBe(true);
    expect(await use()).toEqual({ used_bytes: bytes.length, reserved_bytes: 0 });
  },
);

test('if the store cannot open a multipart upload, nothing is reserved and the call fails', async () => {
  const own = await startStoreWorld(here.services.log);
  here.services = { ...here.services, blobs: own.blobs };
  await own.stop();
  const askForOne = asking('createUpload', 'one');
  const askForMany = asking('createUploads', 'of many');
  expect(errorOf(await askForOne())).toMatchObject({ code: 'store_unavailable' });
  const answer = valueOf(await askForMany());
  expect(answer).toMatchObject({ items: [{ outcome: 'failed', code: 'store_unavailable' }] });
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 0 });
  here.services = { ...here.services, blobs: here.store.blobs };
  // The error of a single call is not stored, so a retry runs again. A batch stores its response.
  expect(valueOf(await askForOne())).toMatchObject({ outcome: 'created' });
  expect(valueOf(await askForMany())).toEqual(answer);
  await own[Symbol.asyncDispose]();
});

test('an unresolved completion is open again for its sender after the start', async () => {
  const bytes = large();
  const begun = await begin(here.services, here.owner, { name: 'a', bytes });
  await here.services.db
    .updateTable('upload')
    .set({ state: 'completing' })
    .where('id', '=', begun.upload.id)
    .execute();
  expect(await reconcileUploads(here.services, noLinks)).toBe(0);
  expect(valueOf(await status(begun.upload.id)).upload.state).toBe('uploading');
  await sendAll(begun, bytes);
  expect((await complete(begun.upload.id)).ok).toBe(true);
});

test.each([
  ['another size', { sizeBytes: 4 }],
  ['another checksum', { sha256: sha256Of(small('abd')) }],
  ['no checksum where there must be one', { sha256: undefined }],
])(
  'a store that holds %s aborts the upload: nothing becomes visible, the bytes go to quarantine',
  async (_, lie) => {
    const begun = await begin(here.services, here.owner, { name: 'a', bytes: small('abc') });
    await sendAll(begun, small('abc'));
    const honest = here.store.blobs;
    here.services = {
      ...here.services,
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
  const own = await startStoreWorld(here.services.log);
  here.services = { ...here.services, blobs: own.blobs };
  const bytes = large();
  const begun = await begin(here.services, here.owner, { name: 'a', bytes });
  await sendAll(begun, bytes);
  await own.stop();
  const unavailable = { code: 'store_unavailable', facts: { retry_after: 5 } };
  expect(errorOf(await complete(begun.upload.id))).toEqual(unavailable);
  expect(errorOf(await status(begun.upload.id))).toEqual(unavailable);
  expect(errorOf(await create(here.services, here.owner, { name: 'b', bytes, parts: [] }))).toEqual(
    unavailable,
  );
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: bytes.length });
  expect((await abort(begun.upload.id)).ok).toBe(true);
  expect(await use()).toEqual({ used_bytes: 0, reserved_bytes: 0 });
  // The bytes count until the store confirms that no object exists.
  expect(await held()).toBe(bytes.length);
  const left = await here.services.db
    .selectFrom('upload')
    .select('provider_upload_id')
    .where('id', '=', begun.upload.id)
    .executeTakeFirstOrThrow();
  expect(left.provider_upload_id).not.toBeNull();
  here.services = {
    ...here.services,
    blobs: { ...here.store.blobs, abortMultipart: () => Promise.resolve(ok(undefined)) },
  };
  await expireUploads(here.services);
  expect(await held()).toBe(bytes.length);
  here.world.clock.advance(10 * 60 * 1_000);
  await deleteDueBlobs(here.services);
  expect(await held()).toBe(0);
  const after = await here.services.db
    .selectFrom('upload')
    .select('provider_upload_id')
    .where('id', '=', begun.upload.id)
    .executeTakeFirstOrThrow();
  expect(after.provider_upload_id).toBeNull();
  await own[Symbol.asyncDispose]();
});
