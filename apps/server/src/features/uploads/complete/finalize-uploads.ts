import { defined, eachAtOnce, err, ok, type Result } from '@coffer/kit';
import type { ReceivedFile } from '../../../platform/blobs/blobs.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import type { NodeRow } from '../../files/index.ts';
import { noteArrivals } from '../../ledger/index.ts';
import { fileChecksum, fileCrc64 } from './checksums.ts';
import { committedNode, commitUploads, findCommitted, type Verified } from './commit-uploads.ts';
import { endUpload } from '../end/end-upload.ts';
import type { FoldersAmong } from '../guests/sender.ts';
import { type Inspected, inspectObject, isDeclaredObject, type Snapshot } from './inspect-object.ts';
import {
  allNumbers,
  isOpen,
  missingNumbers,
  partsFact,
  type UploadFailure,
  type UploadRow,
} from '../model.ts';
import { closedFailure } from '../own-upload.ts';
import { listPartsOf, lockUploads, moveUploads } from '../store.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'>;
type Settled = Result<NodeRow, UploadFailure>;

/** Store receipts by object key. */
export type Received = ReadonlyMap<string, ReceivedFile>;

const INSPECTED_AT_ONCE = 16;
/** Groups processed at the same time. All single-part uploads form one group; each multipart upload is a group. */
const GROUPS_AT_ONCE = 4;

/**
 * Finalizes uploads, each with a separate result by upload id. Every step is idempotent, also concurrently and after a
 * crash.
 */
export async function finalizeUploads(
  services: Needs,
  uploads: readonly UploadRow[],
  allowed?: FoldersAmong,
): Promise<ReadonlyMap<string, Settled>> {
  // Multipart uploads are processed separately to limit memory, because they have many part rows.
  const single = uploads.filter((upload) => upload.part_count === 1);
  const large = uploads.filter((upload) => upload.part_count > 1);
  const groups = [...(single.length > 0 ? [single] : []), ...large.map((upload) => [upload])];
  const settled = await eachAtOnce(
    groups,
    GROUPS_AT_ONCE,
    async (group) => await finalizeGroup(services, group, allowed),
  );
  return new Map(settled.flatMap((results) => [...results]));
}

async function finalizeGroup(
  services: Needs,
  uploads: readonly UploadRow[],
  allowed: FoldersAmong | undefined,
): Promise<ReadonlyMap<string, Settled>> {
  const settled = new Map<string, Settled>();
  const begun = await begin(
    services,
    uploads.filter((upload) => upload.state !== 'committed'),
  );
  const snapshots: Snapshot[] = [];
  const finished = uploads.filter((upload) => upload.state === 'committed');
  for (const [id, result] of begun) {
    if (!result.ok) settled.set(id, result);
    else if (result.value.upload.state === 'committed') finished.push(result.value.upload);
    else snapshots.push(result.value);
  }
  for (const [id, result] of await committedNodes(services, finished)) settled.set(id, result);
  const inspected = await eachAtOnce(
    snapshots,
    INSPECTED_AT_ONCE,
    async (snapshot) => [snapshot, await inspectObject(services, snapshot)] as const,
  );
  for (const [id, result] of await conclude(services, inspected, allowed)) settled.set(id, result);
  return settled;
}

/**
 * Commits uploads that have a store receipt, without calling the store. Omits uploads that differ from their receipt or
 * have changed; folders need not be checked before.
 */
export async function finalizeReceived(
  services: Needs,
  uploads: readonly UploadRow[],
  { received, allowed }: { readonly received: Received; readonly allowed: FoldersAmong | undefined },
): Promise<ReadonlyMap<string, Settled>> {
  const stored = uploads.filter(
    (upload) => upload.integrity === 1 && isOpen(upload.state) && received.has(upload.key),
  );
  if (stored.length === 0) return new Map();
  const declared = await listPartsOf(
    services.db,
    stored.map((upload) => upload.id),
  );
  const verified = stored.flatMap((upload): readonly Verified[] => {
    const parts = declared.get(upload.id) ?? [];
    const head = { ...defined(received.get(upload.key), 'an upload has no receipt'), md5: undefined };
    const isWhole = parts.length > 0 && isDeclaredObject(head, { upload, parts });
    return isWhole ? [{ upload, head, sha256: fileChecksum(parts), crc64nvme: fileCrc64(parts) }] : [];
  });
  const committed = await commitUploads(services, verified, allowed);
  return new Map([...committed].flatMap(([id, result]) => (result === undefined ? [] : [[id, result]])));
}

async function committedNodes(
  services: Needs,
  uploads: readonly UploadRow[],
): Promise<ReadonlyMap<string, Settled>> {
  const nodes = await findCommitted(services.db, uploads);
  return new Map(uploads.map((upload) => [upload.id, committedNode(upload, nodes)]));
}

/** Starts the completion. Reads parts and state under one lock. */
async function begin(
  services: Needs,
  uploads: readonly UploadRow[],
): Promise<ReadonlyMap<string, Result<Snapshot, UploadFailure>>> {
  if (uploads.length === 0) return new Map();
  const ids = uploads.map((upload) => upload.id);
  return await inTransaction(services.db, async (tx) => {
    const now = services.clock.now();
    const locked = await lockUploads(tx, ids);
    const parts = await listPartsOf(tx, ids);
    const begun = new Map(
      ids.map((id) => {
        const upload = defined(locked.get(id), 'an upload was deleted');
        return [id, judgeBegin({ upload, parts: parts.get(id) ?? [] }, now)];
      }),
    );
    const completing = [...begun].filter(([, result]) => result.ok).map(([id]) => id);
    await moveUploads(tx, completing, { from: ['reserved', 'uploading'], to: 'completing', now });
    return begun;
  });
}

function judgeBegin(snapshot: Snapshot, now: Date): Result<Snapshot, UploadFailure> {
  const { upload, parts } = snapshot;
  if (upload.state === 'committed') return ok(snapshot);
  const closed = closedFailure(upload, now);
  if (closed !== undefined) return err(closed);
  const missing = missingNumbers(upload, new Set(parts.map((part) => part.number)));
  return missing.length === 0
    ? ok(snapshot)
    : err({ code: 'upload_incomplete', facts: { parts: partsFact(missing) } });
}

async function conclude(
  services: Needs,
  inspected: readonly (readonly [Snapshot, Result<Inspected, UploadFailure>])[],
  allowed: FoldersAmong | undefined,
): Promise<ReadonlyMap<string, Settled>> {
  const settled = new Map<string, Settled>();
  const reopened: string[] = [];
  const different: UploadRow[] = [];
  const verified: Verified[] = [];
  const now = services.clock.now();
  for (const [{ upload, parts }, result] of inspected) {
    if (!result.ok) {
      settled.set(upload.id, result);
      // The upload is open again, because parts are missing or differ.
      if (isForSender(result.error)) reopened.push(upload.id);
    } else if (result.value.isDeclared) {
      const { head } = result.value;
      verified.push({ upload, head, sha256: fileChecksum(parts), crc64nvme: fileCrc64(parts) });
    } else {
      different.push(upload);
    }
  }
  await noteVerified(services, { verified: verified.map(({ upload }) => upload), different, now });
  for (const upload of different) settled.set(upload.id, await endDifferent(services, upload, now));
  for (const [id, result] of await commitUploads(services, verified, allowed)) {
    if (result === undefined) {
      // The sender has declared other bytes since.
      const upload = defined(
        verified.find((each) => each.upload.id === id),
        'a committed upload was not verified',
      ).upload;
      reopened.push(id);
      settled.set(id, err({ code: 'upload_incomplete', facts: { parts: partsFact(allNumbers(upload)) } }));
    } else {
      settled.set(id, result);
    }
  }
  const from = ['completing', 'verifying'] as const;
  await moveUploads(services.db, reopened, { from, to: 'uploading', now: services.clock.now() });
  return settled;
}

function isForSender(failure: UploadFailure): boolean {
  return failure.code === 'upload_incomplete' || failure.code === 'checksum_mismatch';
}

async function noteVerified(
  services: Needs,
  seen: {
    readonly verified: readonly UploadRow[];
    readonly different: readonly UploadRow[];
    readonly now: Date;
  },
): Promise<void> {
  const { db } = services;
  const { now } = seen;
  const all = [...seen.verified, ...seen.different];
  const ids = all.map((upload) => upload.id);
  await moveUploads(db, ids, { from: ['completing'], to: 'verifying', now });
  const byStore = seen.verified.filter((upload) => upload.integrity === 1);
  const others = all.filter((upload) => !byStore.includes(upload));
  await noteArrivals(
    db,
    byStore.map((upload) => upload.blob_id),
    { state: 'verified', now },
  );
  await noteArrivals(
    db,
    others.map((upload) => upload.blob_id),
    { state: 'stored', now },
  );
}

async function endDifferent(services: Needs, upload: UploadRow, now: Date): Promise<Settled> {
  services.log.error('upload_bytes_differ', { uploadId: upload.id, blobId: upload.blob_id });
  await endUpload(services, upload.id, 'failed');
  return err(defined(closedFailure({ ...upload, state: 'failed' }, now), 'a failed upload is still open'));
}
