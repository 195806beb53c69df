import { defined, err, ok } from '@coffer/kit';
import type { BlobHead, StoredPart } from '../../../platform/blobs/blobs.ts';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { fileChecksum, isSameChecksum } from './checksums.ts';
import {
  allNumbers,
  isAsDeclared,
  isSinglePut,
  mayBeAssembling,
  missingNumbers,
  type PartRow,
  partsFact,
  type UploadFailure,
  type UploadRow,
} from '../model.ts';
import { exchangeProviderUpload } from '../store.ts';
import { storeFailure } from '../store-failure.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs'>;

export interface Snapshot {
  readonly upload: UploadRow;
  /** All declared parts, in order. */
  readonly parts: readonly PartRow[];
}

export interface Inspected {
  readonly head: BlobHead;
  /** Whether the object is as declared. */
  readonly isDeclared: boolean;
}

/**
 * Assembles the parts, unless that was done before, and reads the object. Its only change in the database is to drop a
 * provider upload id that the store no longer knows.
 */
export async function inspectObject(services: Needs, snapshot: Snapshot): Outcome<Inspected, UploadFailure> {
  const assembled = await assemble(services, snapshot);
  if (!assembled.ok) return assembled;
  const head = await services.blobs.head(snapshot.upload.key);
  if (!head.ok) return err(storeFailure(head.error));
  if (head.value === undefined) return incomplete(allNumbers(snapshot.upload));
  return ok({ head: head.value, isDeclared: isDeclaredObject(head.value, snapshot) });
}

async function assemble(services: Needs, { upload, parts }: Snapshot): Outcome<undefined, UploadFailure> {
  if (isSinglePut(upload)) return ok(undefined);
  const { key, provider_upload_id: providerUploadId } = upload;
  if (providerUploadId === null) return incomplete(allNumbers(upload));
  const listed = await services.blobs.listParts({ key, providerUploadId });
  if (!listed.ok) return err(storeFailure(listed.error));
  if (listed.value === undefined) return await assembledBefore(services, upload);
  const stored = new Map(listed.value.map((part) => [part.number, part]));
  const missing = missingNumbers(upload, new Set(stored.keys()));
  if (missing.length > 0) return incomplete(missing);
  const different = parts.filter((part) => !isAsDeclared(storedPart(stored, part), part));
  if (different.length > 0) return mismatch(different);
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
  // A concurrent call may have completed the upload, so check whether the object exists.
  return completed.error.code === 'store_refused' && (await isWhole(services, upload))
    ? ok(undefined)
    : err(storeFailure(completed.error));
}

function storedPart(stored: ReadonlyMap<number, StoredPart>, part: PartRow): StoredPart {
  return defined(stored.get(part.number), 'a part is missing at the store');
}

/** Handles an upload that the store no longer knows: it became an object, or all parts have to be sent again. */
async function assembledBefore(services: Needs, upload: UploadRow): Outcome<undefined, UploadFailure> {
  const head = await services.blobs.head(upload.key);
  if (!head.ok) return err(storeFailure(head.error));
  if (head.value !== undefined) return ok(undefined);
  if (mayBeAssembling(upload, services.clock.now())) return err(storeFailure({ code: 'store_unavailable' }));
  const exchange = { from: upload.provider_upload_id, to: null, now: services.clock.now() };
  await exchangeProviderUpload(services.db, upload.id, exchange);
  return incomplete(allNumbers(upload));
}

async function isWhole(services: Needs, upload: UploadRow): Promise<boolean> {
  const head = await services.blobs.head(upload.key);
  return head.ok && head.value !== undefined;
}

export function isDeclaredObject(head: BlobHead, { upload, parts }: Snapshot): boolean {
  if (head.sizeBytes !== upload.size_bytes) return false;
  const [only] = parts;
  if (isSinglePut(upload) && only !== undefined && !isAsDeclared({ ...head, sha256: undefined }, only)) {
    return false;
  }
  if (upload.integrity !== 1) return true;
  return head.sha256 !== undefined && isSameChecksum(head.sha256, fileChecksum(parts));
}

function incomplete(numbers: readonly number[]): ReturnType<typeof err<UploadFailure>> {
  return err({ code: 'upload_incomplete', facts: { parts: partsFact(numbers) } });
}

function mismatch(parts: readonly PartRow[]): ReturnType<typeof err<UploadFailure>> {
  const numbers = parts.map((part) => part.number);
  return err({ code: 'checksum_mismatch', facts: { parts: partsFact(numbers), state: 'uploading' } });
}
