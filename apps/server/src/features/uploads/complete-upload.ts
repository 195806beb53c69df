import type { CompletedUpload, Person, UploadId } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { BlobHead, StoredPart } from '../../platform/blobs/blobs.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Outcome, Services } from '../../services.ts';
import { findNodeRow, may, type NodeRow, presentNode } from '../files/index.ts';
import { noteArrival } from '../ledger/index.ts';
import { roleIn } from '../spaces/index.ts';
import { fileChecksum, fileCrc64, isSameChecksum } from './checksums.ts';
import { commitUpload } from './commit-upload.ts';
import { endUpload } from './end-upload.ts';
import {
  allNumbers,
  isAsDeclared,
  isSinglePut,
  missingNumbers,
  type PartRow,
  partsFact,
  type UploadFailure,
  type UploadRow,
} from './model.ts';
import { closedFailure, getOwnUpload } from './own-upload.ts';
import { exchangeProviderUpload, listDeclaredParts, lockUpload, moveUpload, updateUpload } from './store.ts';
import { storeFailure } from './store-failure.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'>;

/**
 * Makes a file of an upload: the store puts the parts together, its own account of the object is compared with what the sender
 * declared, and one transaction makes the file visible. Every step can be repeated, also by several at the same moment and
 * after any of them died: whoever comes later finds what is done and goes on, and all get the same answer.
 */
export async function completeUpload(
  services: Needs,
  actor: Person,
  uploadId: UploadId,
): Outcome<CompletedUpload, UploadFailure> {
  const found = await getOwnUpload(services, actor, uploadId);
  if (!found.ok) return found;
  const node = await settleUpload(services, found.value);
  if (!node.ok) return node;
  // Also after years: whoever lost the space since then must not learn what became of the file.
  const role = await roleIn(services.db, found.value.space_id, actor.id);
  const isShown = role !== undefined && may({ actor, role, now: services.clock.now() }, 'see', node.value);
  return isShown ? ok({ node: presentNode(node.value) }) : err({ code: 'upload_not_found' });
}

/** What was declared when the completion began. */
interface Snapshot {
  readonly upload: UploadRow;
  /** All parts, in order. */
  readonly parts: readonly PartRow[];
}

/** Brings an upload to its end, whoever asks: its sender, or the start of the server after a crash. */
export async function settleUpload(services: Needs, upload: UploadRow): Outcome<NodeRow, UploadFailure> {
  if (upload.state === 'committed') return ok(await committedNode(services, upload));
  const begun = await begin(services, upload.id);
  if (!begun.ok) return begun;
  const snapshot = begun.value;
  if (snapshot.upload.state === 'committed') return ok(await committedNode(services, snapshot.upload));
  const assembled = await assemble(services, snapshot);
  if (!assembled.ok) return assembled;
  const head = await verify(services, snapshot);
  if (!head.ok) return head;
  const committed = await commitUpload(services, {
    upload: snapshot.upload,
    head: head.value,
    sha256: fileChecksum(snapshot.parts),
    crc64nvme: fileCrc64(snapshot.parts),
  });
  if (!committed.ok) return committed;
  return committed.value === undefined
    ? await incomplete(services, snapshot.upload, allNumbers(upload))
    : ok(committed.value);
}

async function committedNode(services: Needs, upload: UploadRow): Promise<NodeRow> {
  const node = await findNodeRow(services.db, { spaceId: upload.space_id, id: upload.node_id });
  return defined(node, 'a committed upload names its node');
}

/** Notes that the completion has begun, if every part has been declared. Parts and state are read under one lock. */
async function begin(services: Needs, id: string): Outcome<Snapshot, UploadFailure> {
  return await inTransaction(services.db, async (tx): Outcome<Snapshot, UploadFailure> => {
    const now = services.clock.now();
    const upload = defined(await lockUpload(tx, id), 'uploads are never deleted');
    const parts = await listDeclaredParts(tx, id);
    if (upload.state === 'committed') return ok({ upload, parts });
    const closed = closedFailure(upload, now);
    if (closed !== undefined) return err(closed);
    const missing = missingNumbers(upload, new Set(parts.map((part) => part.number)));
    if (missing.length > 0) return err({ code: 'upload_incomplete', facts: { parts: partsFact(missing) } });
    if (upload.state === 'verifying') return ok({ upload, parts });
    await updateUpload(tx, id, { state: 'completing', updated_at: now });
    return ok({ upload: { ...upload, state: 'completing' }, parts });
  });
}

/** Has the store put the parts together, unless it did so before. */
async function assemble(services: Needs, { upload, parts }: Snapshot): Outcome<undefined, UploadFailure> {
  if (isSinglePut(upload)) return ok(undefined);
  const { key, provider_upload_id: providerUploadId } = upload;
  if (providerUploadId === null) return incomplete(services, upload, allNumbers(upload));
  const listed = await services.blobs.listParts({ key, providerUploadId });
  if (!listed.ok) return err(storeFailure(listed.error));
  if (listed.value === undefined) return await assembledBefore(services, upload);
  const stored = new Map(listed.value.map((part) => [part.number, part]));
  const missing = missingNumbers(upload, new Set(stored.keys()));
  if (missing.length > 0) return incomplete(services, upload, missing);
  const different = parts.filter((part) => !isAsDeclared(storedPart(stored, part), part));
  if (different.length > 0) return mismatch(services, upload, different);
  const completed = await services.blobs.completeMultipart({
    key,
    providerUploadId,
    parts: parts.map((part) => ({
      number: part.number,
      etag: storedPart(stored, part).etag,
      sha256: part.sha256,
    })),
  });
  if (completed.ok) return ok(undefined);
  // Somebody else may have completed it between the two calls, and this one came to nothing: the object decides.
  return completed.error.code === 'store_refused' && (await isWhole(services, upload))
    ? ok(undefined)
    : err(storeFailure(completed.error));
}

function storedPart(stored: ReadonlyMap<number, StoredPart>, part: PartRow): StoredPart {
  return defined(stored.get(part.number), 'missing parts have been looked for');
}

/** The store knows the upload no more: it has become an object, or the store dropped it and everything is to be sent again. */
async function assembledBefore(services: Needs, upload: UploadRow): Outcome<undefined, UploadFailure> {
  const head = await services.blobs.head(upload.key);
  if (!head.ok) return err(storeFailure(head.error));
  if (head.value !== undefined) return ok(undefined);
  const exchange = { from: upload.provider_upload_id, to: null, now: services.clock.now() };
  await exchangeProviderUpload(services.db, upload.id, exchange);
  return incomplete(services, upload, allNumbers(upload));
}

async function isWhole(services: Needs, upload: UploadRow): Promise<boolean> {
  const head = await services.blobs.head(upload.key);
  return head.ok && head.value !== undefined;
}

/** Compares the store's account of the object with what the sender declared. A difference ends the upload. */
async function verify(services: Needs, snapshot: Snapshot): Outcome<BlobHead, UploadFailure> {
  const { upload, parts } = snapshot;
  const now = services.clock.now();
  const head = await services.blobs.head(upload.key);
  if (!head.ok) return err(storeFailure(head.error));
  if (head.value === undefined) return incomplete(services, upload, allNumbers(upload));
  await moveUpload(services.db, upload.id, { from: ['completing'], to: 'verifying', now });
  const isDeclared = isDeclaredObject(head.value, { upload, parts });
  const state = isDeclared && upload.integrity === 1 ? 'verified' : 'stored';
  await noteArrival(services.db, upload.blob_id, { state, now });
  if (isDeclared) return ok(head.value);
  services.log.error('upload_bytes_differ', { uploadId: upload.id, blobId: upload.blob_id });
  await endUpload(services, upload.id, 'failed');
  return err(defined(closedFailure({ ...upload, state: 'failed' }, now), 'a failed upload is closed'));
}

function isDeclaredObject(head: BlobHead, { upload, parts }: Snapshot): boolean {
  if (head.sizeBytes !== upload.size_bytes) return false;
  const [only] = parts;
  if (isSinglePut(upload) && only !== undefined && !isAsDeclared({ ...head, sha256: undefined }, only)) {
    return false;
  }
  if (upload.integrity !== 1) return true;
  return head.sha256 !== undefined && isSameChecksum(head.sha256, fileChecksum(parts));
}

/** The upload is open again, for the parts that the store does not hold. */
async function incomplete(
  services: Needs,
  upload: UploadRow,
  numbers: readonly number[],
): Outcome<never, UploadFailure> {
  await reopen(services, upload);
  return err({ code: 'upload_incomplete', facts: { parts: partsFact(numbers) } });
}

/** The upload is open again, for the parts that the store holds otherwise than declared. */
async function mismatch(
  services: Needs,
  upload: UploadRow,
  parts: readonly PartRow[],
): Outcome<never, UploadFailure> {
  await reopen(services, upload);
  const facts = { parts: partsFact(parts.map((part) => part.number)), state: 'uploading' } as const;
  return err({ code: 'checksum_mismatch', facts });
}

async function reopen(services: Needs, upload: UploadRow): Promise<void> {
  const now = services.clock.now();
  await moveUpload(services.db, upload.id, { from: ['completing', 'verifying'], to: 'uploading', now });
}
