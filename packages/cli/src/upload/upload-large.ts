import { randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type CreateUploadResult,
  type NodeView,
  partSizeOf,
  type PartChecksums,
  type UploadId,
  type UploadStatus,
  type UploadView,
} from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { ApiFailure, isFailure } from '../api/api-failure.ts';
import { CommandFailure } from '../command-failure.ts';
import type { Context } from '../context.ts';
import { checksumsOf } from '../local/checksum.ts';
import { sendPart } from './send-part.ts';
import { type JournalRow, openJournal, type UploadJournal } from './upload-journal.ts';
import { requestOf, type UploadFile } from './upload-request.ts';

const PARTS_AT_ONCE = 4;
/** Limit for all parts in memory together. */
const MEMORY_BYTES = 128 * MIB;
const REPAIRS_MAX = 3;

/**
 * Uploads a file in parts, or returns undefined if it was skipped because of its name. A later run with the same file,
 * target and modification time sends only missing parts.
 */
export async function uploadLarge(context: Context, file: UploadFile): Promise<NodeView | undefined> {
  const place = [context.client.server, file.parentId, file.name, file.local.absolute];
  const journal = openJournal(context.environment, place);
  // Before the reservation, so that a file that cannot be opened reserves nothing.
  const handle = await open(file.local.absolute);
  let reserved: UploadStatus | undefined;
  try {
    reserved = await reserve(context, { file, journal });
    if (reserved === undefined) return undefined;
    const node = await sendAll(context, { file, handle, status: reserved });
    await journal.remove();
    return node;
  } catch (error) {
    // An upload that Ctrl+C or a lost network interrupts stays open, so that it can be resumed.
    if (isFailure(error, 'name_taken', 'revision_conflict', 'checksum_mismatch', 'upload_expired'))
      await journal.remove();
    if (error instanceof FileChanged) {
      if (reserved !== undefined && reserved.upload.state !== 'committed')
        await abort(context, reserved.upload.id);
      await journal.remove();
    }
    throw error;
  } finally {
    await handle.close();
  }
}

async function reserve(
  context: Context,
  { file, journal }: { readonly file: UploadFile; readonly journal: UploadJournal },
): Promise<UploadStatus | undefined> {
  const { client } = context;
  const request = requestOf(file);
  let known = await journal.read();
  if (known !== undefined && !isDeepStrictEqual(known.request, request)) {
    // The upload belongs to an earlier content of the file.
    await giveUp(context, known);
    known = undefined;
  }
  if (known?.uploadId != null) {
    const status = await openStatus(context, known.uploadId);
    if (status !== undefined) return status;
    known = undefined;
  }
  // The key is stored before the request, so that a later run gets the response that a killed process has not read.
  const idempotencyKey = known?.idempotencyKey ?? randomUUID();
  await journal.write({ request, idempotencyKey, uploadId: null });
  const result = await client.call('createUpload', { body: request, idempotencyKey });
  if (result.outcome === 'skipped') {
    await journal.remove();
    return undefined;
  }
  await journal.write({ request, idempotencyKey, uploadId: result.upload.id });
  if (known === undefined) return { upload: result.upload, stored: [] };
  const status = await openStatus(context, result.upload.id);
  if (status !== undefined) return status;
  await journal.remove();
  return await reserve(context, { file, journal });
}

class FileChanged extends CommandFailure {}

/** Frees the reserved space of an upload. */
async function giveUp(
  context: Context,
  { request: body, idempotencyKey, uploadId }: JournalRow,
): Promise<void> {
  try {
    const id = uploadId ?? uploadIdOf(await context.client.call('createUpload', { body, idempotencyKey }));
    if (id !== undefined) await abort(context, id);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
  }
}

/** If this fails, the server ends the upload after some days. */
async function abort({ client }: Context, uploadId: UploadId): Promise<void> {
  try {
    await client.call('abortUpload', { params: { uploadId } });
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
  }
}

function uploadIdOf(result: CreateUploadResult): UploadId | undefined {
  return result.outcome === 'created' ? result.upload.id : undefined;
}

/** Undefined if the upload ended without creating a file. */
async function openStatus(
  { client }: Pick<Context, 'client'>,
  uploadId: UploadId,
): Promise<UploadStatus | undefined> {
  try {
    const status = await client.call('getUpload', { params: { uploadId } });
    return ['failed', 'aborted', 'expired'].includes(status.upload.state) ? undefined : status;
  } catch (error) {
    if (isFailure(error, 'upload_not_found', 'upload_expired')) return undefined;
    throw error;
  }
}

interface Sending {
  readonly file: UploadFile;
  readonly handle: FileHandle;
  readonly status: UploadStatus;
}

async function sendAll(context: Context, sending: Sending): Promise<NodeView> {
  const { client } = context;
  const { upload } = sending.status;
  let { stored } = sending.status;
  for (let tries = 1; ; tries += 1) {
    if (upload.state !== 'committed') await sendMissing(context, { ...sending, status: { upload, stored } });
    try {
      await demandUnchanged(sending);
      return (await client.call('completeUpload', { params: { uploadId: upload.id } })).node;
    } catch (error) {
      const isOpen =
        isFailure(error, 'upload_incomplete') ||
        (isFailure(error, 'checksum_mismatch') && error.facts['state'] === 'uploading');
      if (!isOpen || tries >= REPAIRS_MAX) throw error;
      stored = (await client.call('getUpload', { params: { uploadId: upload.id } })).stored;
    }
  }
}

/** Fails if the file changed, because parts of different contents must not be combined. */
async function demandUnchanged({ file, handle }: Sending): Promise<void> {
  const { size, mtimeMs } = await handle.stat();
  if (size === file.local.sizeBytes && Math.trunc(mtimeMs) === file.local.modifiedMs) return;
  throw new FileChanged('The file was changed while it was read. Upload it again.');
}

async function sendMissing(context: Context, { handle, status }: Sending): Promise<void> {
  const { upload, stored } = status;
  const known = new Map(stored.map((part) => [part.number, part]));
  const numbers = Array.from({ length: upload.partCount }, (_, at) => at + 1).values();
  const stop = new AbortController();
  const signal = AbortSignal.any([context.signal, stop.signal]);
  const work = async (): Promise<void> => {
    for (const number of numbers) {
      signal.throwIfAborted();
      const bytes = await readPart(handle, upload, number);
      const checksums = checksumsOf(number, bytes);
      // A stored part counts only if its bytes are those of the file.
      if (known.get(number)?.sha256 === checksums.sha256) context.progress.addBytes(bytes.length);
      else await sendOne(context, { upload, bytes, checksums }, signal);
    }
  };
  const atOnce = Math.max(1, Math.min(PARTS_AT_ONCE, Math.floor(MEMORY_BYTES / upload.partSizeBytes)));
  const running = Array.from({ length: Math.min(atOnce, upload.partCount) }, async () => {
    try {
      await work();
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  });
  await Promise.allSettled(running);
  context.signal.throwIfAborted();
  if (stop.signal.aborted) throw stop.signal.reason;
}

async function readPart(handle: FileHandle, upload: UploadView, number: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(partSizeOf(upload.sizeBytes, number));
  const from = (number - 1) * upload.partSizeBytes;
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, from + at);
    if (bytesRead === 0) throw new FileChanged('The file became shorter while it was read. Upload it again.');
    at += bytesRead;
  }
  return bytes;
}

interface OnePart {
  readonly upload: UploadView;
  readonly bytes: Uint8Array;
  readonly checksums: PartChecksums;
}

async function sendOne(
  { client, progress }: Context,
  { upload, bytes, checksums }: OnePart,
  signal: AbortSignal,
): Promise<void> {
  const sign = async (part: PartChecksums) => {
    const { signed } = await client.call('signParts', {
      params: { uploadId: upload.id },
      body: { parts: [part] },
      signal,
    });
    const [first] = signed;
    if (first === undefined) throw new ApiFailure('unreadable_answer');
    return first;
  };
  await sendPart({ bytes, checksums, signed: undefined, sign, onBytes: progress.addBytes }, signal);
}
