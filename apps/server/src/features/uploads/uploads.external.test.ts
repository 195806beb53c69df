// At integrity level 2 (Ceph) the store verifies only MD5, and completes without an ETag.
import { setTimeout as pause } from 'node:timers/promises';
import { UploadId } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_STORE_NAMED, openExternalStore } from '../../live-external-store.contract.ts';
import {
  begin,
  cut,
  declaredOf,
  put,
  sendAll,
  uploaded,
  type UploadServices,
} from '../../live-upload.contract.ts';
import { errorOf, type Owner, startWorld, valueOf, type World } from '../../live.world.ts';
import { abortUpload } from './end/abort-upload.ts';
import { completeUpload } from './complete/complete-upload.ts';
import { getUpload } from './get-upload.ts';
import { signParts } from './sign/sign-parts.ts';

const PART = 8 * 1024 * 1024;

describe.skipIf(!IS_STORE_NAMED)('uploads to an external store', () => {
  let world: World;
  let services: UploadServices;
  let owner: Owner;
  const bytes = Buffer.concat([Buffer.alloc(PART, 1), Buffer.alloc(PART, 2), Buffer.from('end')]);

  beforeAll(async () => {
    world = await startWorld();
    services = { ...world.services, blobs: await openExternalStore() };
    owner = await world.addOwner();
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a little', Buffer.from('small')],
    ['three parts', bytes],
  ])('%s becomes a file', async (name, content) => {
    const node = await uploaded(services, owner, { name, bytes: content });
    expect(node).toMatchObject({ name, sizeBytes: content.length });
  });

  test('a part with another declaration has to be sent again', async (context) => {
    if (services.blobs.integrity === 3) return context.skip('this store verifies nothing');
    const begun = await begin(services, owner, { name: 'changed', bytes });
    const id = UploadId.parse(begun.upload.id);
    await sendAll(begun, bytes);
    const second = Buffer.alloc(PART, 9);
    const part = declaredOf(second, 2);
    const again = valueOf(await signParts(services, owner.person, { uploadId: id, parts: [part] }));
    const status = valueOf(await getUpload(services, owner.person, id));
    expect(status.stored.map((stored) => stored.number)).toEqual([1, 3]);
    expect(errorOf(await completeUpload(services, owner.person, id))).toMatchObject({
      code: 'checksum_mismatch',
      facts: { parts: '2', state: 'uploading' },
    });
    expect(await put(defined(again.signed[0], 'part 2 is missing'), second)).toBe(200);
    const results = await Promise.all([1, 2, 3].map(async () => await completed(id)));
    expect(new Set(results.map((result) => valueOf(result).node.id)).size).toBe(1);
  });

  /** During a completion, some stores report neither parts nor object. */
  async function completed(id: UploadId) {
    for (let tries = 0; tries < 20; tries += 1) {
      const result = await completeUpload(services, owner.person, id);
      if (result.ok || result.error.code !== 'store_unavailable') return result;
      await pause(100);
    }
    throw new Error('the store did not assemble the parts');
  }

  test('an aborted upload is gone', async () => {
    const begun = await begin(services, owner, { name: 'given up', bytes });
    const id = UploadId.parse(begun.upload.id);
    const first = defined(begun.signed[0], 'part 1 is missing');
    const part = defined(cut(bytes)[0], 'part 1 is missing');
    expect(await put(first, part)).toBe(200);
    expect((await abortUpload(services, owner.person, id)).ok).toBe(true);
    // A store may answer 404 or close the connection early.
    const again = await put(first, part).catch((error: unknown) => error);
    expect(again instanceof TypeError || again === 404).toBe(true);
    const { upload, stored } = valueOf(await getUpload(services, owner.person, id));
    expect([upload.state, stored]).toEqual(['aborted', []]);
  });
});
