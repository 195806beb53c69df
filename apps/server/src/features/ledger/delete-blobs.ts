import { LIMITS, SERVER_LIMITS } from '@coffer/contracts';
import { MINUTE_MS } from '@coffer/kit';
import { inSpaceTransaction } from '../../platform/db/space-transaction.ts';
import type { Services } from '../../services.ts';
import { lockSpace } from '../spaces/index.ts';
import { moveBlob } from './move-blob.ts';
import { hasOtherEntries, lockObject } from './store/copies.ts';
import {
  type BlobRow,
  isKeptByHold,
  listDueBlobs,
  listLastLooks,
  lockBlob,
  postponeDeletion,
  setLastLook,
} from './store/blobs.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs' | 'log'>;

const BATCH = 100;
const BATCHES_MAX = 100;
const RETRY_MS = 5 * MINUTE_MS;

/**
 * Background job: deletes objects whose quarantine is over, and frees their quota; may run concurrently. Checks again
 * later, because a presigned request may still have been running.
 */
export async function deleteDueBlobs(services: Needs): Promise<number> {
  let deleted = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const due = await listDueBlobs(services.db, services.clock.now(), BATCH);
    for (const blob of due) if (await deleteBlob(services, blob)) deleted += 1;
    if (due.length < BATCH) break;
  }
  for (const blob of await listLastLooks(services.db, services.clock.now(), BATCH)) {
    await lookAgain(services, blob);
  }
  return deleted;
}

/** Deletes one object, and returns whether that succeeded. */
export async function deleteBlob(services: Needs, blob: BlobRow): Promise<boolean> {
  const now = services.clock.now();
  if (blob.state !== 'quarantined' || blob.delete_after === null || blob.delete_after > now) return false;
  // The hold may have begun after the list was read.
  if (await isKeptByHold(services.db, blob.id)) return false;
  if (await releaseShared(services, blob)) return true;
  if (!(await removeForGood(services, blob))) {
    await postponeDeletion(services.db, blob.id, new Date(now.getTime() + RETRY_MS));
    return false;
  }
  const lastLookAt =
    blob.urls_until === null
      ? undefined
      : new Date(blob.urls_until.getTime() + LIMITS.clockSkewMaxMs + SERVER_LIMITS.requestLifeMs);
  await inSpaceTransaction(services.db, blob.space_id, async (tx) => {
    await lockSpace(tx, blob.space_id);
    const current = await lockBlob(tx, blob.id);
    if (current?.state !== 'quarantined') return;
    const look = lastLookAt === undefined ? {} : { lastLookAt };
    await moveBlob(tx, { blobId: blob.id, to: 'deleted', now: services.clock.now(), ...look });
  });
  return true;
}

/**
 * Deletes only this entry and returns true, if another entry needs the object. No new reference to the object can
 * appear, because only referenced objects are copied.
 */
async function releaseShared(services: Needs, blob: BlobRow): Promise<boolean> {
  const { db, clock } = services;
  const entry = { id: blob.id, objectId: blob.copy_of ?? blob.id };
  if (!(await hasOtherEntries(db, entry))) return false;
  return await inSpaceTransaction(db, blob.space_id, async (tx) => {
    await lockSpace(tx, blob.space_id);
    await lockObject(tx, entry.objectId);
    const current = await lockBlob(tx, blob.id);
    if (current?.state !== 'quarantined' || !(await hasOtherEntries(tx, entry))) return false;
    await moveBlob(tx, { blobId: blob.id, to: 'deleted', now: clock.now() });
    return true;
  });
}

async function removeForGood(services: Needs, { id, key }: Pick<BlobRow, 'id' | 'key'>): Promise<boolean> {
  const removed = await services.blobs.remove(key);
  const head = removed.ok ? await services.blobs.head(key) : removed;
  if (head.ok && head.value === undefined) return true;
  services.log.warn('object_not_deleted', { blobId: id, code: head.ok ? 'still_there' : head.error.code });
  return false;
}

async function lookAgain(services: Needs, blob: Pick<BlobRow, 'id' | 'key'>): Promise<void> {
  const head = await services.blobs.head(blob.key);
  const isGone = head.ok && (head.value === undefined || (await removeForGood(services, blob)));
  if (head.ok && head.value !== undefined) services.log.warn('late_object_deleted', { blobId: blob.id });
  await setLastLook(
    services.db,
    blob.id,
    isGone ? null : new Date(services.clock.now().getTime() + RETRY_MS),
  );
}
