import {
  LIMITS,
  type PartChecksums,
  type SignedPart,
  type SignedParts,
  type UploadId,
} from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { SignedRequest } from '../../../platform/blobs/blobs.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { addBlobs, extendUrls, moveBlob, urlsUntil } from '../../ledger/index.ts';
import { judgeRoom, type LockedSpace, lockSpace } from '../../spaces/index.ts';
import {
  isCompleting,
  isSinglePut,
  partIssues,
  type PartRow,
  partRowsOf,
  type UploadFailure,
  type UploadRow,
} from '../model.ts';
import { closedFailure, getOwnUpload } from '../own-upload.ts';
import { presentSigned } from '../present.ts';
import { digestOf, openAtProvider, signedFile } from '../provider-upload.ts';
import { declareMoreParts, listDeclaredParts, lockUpload, updateUpload, upsertParts } from '../store.ts';
import type { Sender } from '../guests/sender.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'>;

/** Signs requests for parts. Signing a part again replaces its declared checksums. */
export async function signParts(
  services: Needs,
  actor: Sender,
  input: { readonly uploadId: UploadId; readonly parts: readonly PartChecksums[] },
): Outcome<SignedParts, UploadFailure> {
  const found = await getOwnUpload(services, actor, input.uploadId);
  if (!found.ok) return found;
  const closed = closedFailure(found.value, services.clock.now());
  if (closed !== undefined) return err(closed);
  const { part_count: partCount, integrity } = found.value;
  const issues = partIssues(input.parts, { partCount, integrity });
  if (issues.length > 0) return err({ code: 'invalid_request', issues });
  const opened = await openAtProvider(services, found.value);
  if (!opened.ok) return opened;
  const signed = await declareAndSign(services, { upload: opened.value, parts: input.parts });
  return signed.ok ? ok({ signed: [...signed.value.signed] }) : signed;
}

interface Declaration {
  readonly upload: UploadRow;
  readonly parts: readonly PartChecksums[];
}

export async function declareAndSign(services: Needs, input: Declaration): Outcome<Signed, UploadFailure> {
  const rows = partRowsOf({ sizeBytes: input.upload.size_bytes, parts: input.parts });
  const begunAt = services.clock.now();
  const declared = (await declareMore(services, input.upload, rows))
    ? ok(input.upload)
    : await inSpaceTransaction(
        services.db,
        isSinglePut(input.upload) ? input.upload.space_id : undefined,
        async (tx) => await declare(tx, { services, upload: input.upload, rows }),
      );
  if (!declared.ok) return declared;
  const [signed] = await signDeclared(services, begunAt, [{ upload: declared.value, rows }]);
  return ok(defined(signed, 'an upload was not signed'));
}

/**
 * Declares more parts with one statement, because a large file needs this many times. Returns false if `declare` has to
 * be used instead.
 */
async function declareMore(services: Needs, upload: UploadRow, rows: readonly PartRow[]): Promise<boolean> {
  if (isSinglePut(upload) || upload.state !== 'uploading' || upload.provider_upload_id === null) return false;
  return await declareMoreParts(services.db, upload, { parts: rows, now: services.clock.now() });
}

interface Declared {
  readonly upload: UploadRow;
  readonly rows: readonly PartRow[];
}

interface Signed {
  readonly upload: UploadRow;
  readonly signed: readonly SignedPart[];
}

/** Signs the declared parts. The ledger records when a URL expires before the client gets the URL. */
export async function signDeclared(
  services: Needs,
  begunAt: Date,
  declared: readonly Declared[],
): Promise<readonly Signed[]> {
  const signed = declared.map(({ upload, rows }) => ({
    upload,
    requests: rows.map((row) => ({ row, request: sign(services, upload, row) })),
  }));
  const single = signed.filter(({ upload }) => isSinglePut(upload));
  await noteUrls(services, begunAt, {
    blobIds: single.map(({ upload }) => upload.blob_id),
    requests: single.flatMap(({ requests }) => requests.map(({ request }) => request)),
  });
  return signed.map(({ upload, requests }) => ({
    upload,
    signed: requests.map(({ row, request }) => presentSigned(row, request)),
  }));
}

/**
 * Records when the URLs expire, if that is later than recorded. The recorded time has a margin, so this happens only
 * after slow signing.
 */
export async function noteUrls(
  { db }: Pick<Services, 'db'>,
  begunAt: Date,
  signed: { readonly blobIds: readonly string[]; readonly requests: readonly SignedRequest[] },
): Promise<void> {
  const last = Math.max(...signed.requests.map(({ expiresAt }) => expiresAt.getTime()));
  if (last > urlsUntil(begunAt).getTime()) await extendUrls(db, signed.blobIds, new Date(last));
}

async function declare(
  tx: Tx,
  call: { readonly services: Needs; readonly upload: UploadRow; readonly rows: readonly PartRow[] },
): Outcome<UploadRow, UploadFailure> {
  const { services, rows } = call;
  const now = services.clock.now();
  const space = isSinglePut(call.upload) ? await lockSpace(tx, call.upload.space_id) : undefined;
  const upload = defined(await lockUpload(tx, call.upload.id), 'an upload was deleted');
  const closed = closedFailure(upload, now);
  if (closed !== undefined) return err(closed);
  const own =
    space === undefined ? ok(upload) : await withOwnBlob(tx, { services, space, upload, rows, now });
  if (!own.ok) return own;
  const current = own.value;
  await upsertParts(tx, [{ uploadId: upload.id, parts: rows }]);
  // Signing must not reopen an upload whose parts are being assembled. Its `updated_at` is the start of that.
  if (isCompleting(upload)) return ok(current);
  await updateUpload(tx, upload.id, { state: 'uploading', updated_at: now });
  return ok({ ...current, state: 'uploading' });
}

/**
 * [Note: One content for a key] A presigned PUT stays valid for 15 minutes, even after the file is visible. This is
 * harmless while every URL of a key allows the same bytes, so other bytes get a new object with its own quota. The old
 * object counts until its URLs have expired and it is deleted.
 */
async function withOwnBlob(
  tx: Tx,
  input: {
    readonly services: Needs;
    readonly space: LockedSpace;
    readonly upload: UploadRow;
    readonly rows: readonly PartRow[];
    readonly now: Date;
  },
): Outcome<UploadRow, UploadFailure> {
  const { services, space, upload, now } = input;
  const [before] = await listDeclaredParts(tx, upload.id);
  const isSame = input.rows.every(
    (row) => before === undefined || (row.sha256 === before.sha256 && row.md5 === before.md5),
  );
  if (isSame) {
    await extendUrls(tx, [upload.blob_id], urlsUntil(now));
    return ok(upload);
  }
  const room = judgeRoom(space, upload.size_bytes);
  if (!room.ok) return room;
  const blobId = services.newId();
  const key = services.blobs.keyFor(blobId);
  const blob = { id: blobId, key, sizeBytes: upload.size_bytes, urlsUntil: urlsUntil(now) };
  await addBlobs(tx, { spaceId: upload.space_id, now, blobs: [blob] });
  await moveBlob(tx, { blobId: upload.blob_id, to: 'quarantined', now });
  await updateUpload(tx, upload.id, { blob_id: blobId, updated_at: now });
  return ok({ ...upload, blob_id: blobId, key });
}

function sign({ blobs }: Needs, upload: UploadRow, row: PartRow): SignedRequest {
  const { key } = upload;
  if (isSinglePut(upload)) {
    const file = signedFile(upload, row);
    const isForm = blobs.takesForms && upload.size_bytes <= LIMITS.formMaxBytes;
    return isForm ? blobs.signPost(file) : blobs.signPut(file);
  }
  const providerUploadId = defined(upload.provider_upload_id, 'a multipart upload is not open at the store');
  return blobs.signPart({ key, providerUploadId, number: row.number, part: digestOf(row) });
}
