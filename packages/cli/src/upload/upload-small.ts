import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  type CreateUploadsResult,
  LIMITS,
  type NodeView,
  type PartChecksums,
  type SignedPart,
  type UploadId,
} from '@coffer/contracts';
import { eachAtOnce, MIB } from '@coffer/kit';
import { ApiFailure } from '../api/api-failure.ts';
import { CommandFailure } from '../command-failure.ts';
import type { Context } from '../context.ts';
import { fileErrorMessage } from '../local/file-errors.ts';
import { checksumsOf } from '../local/checksum.ts';
import { freeUploads, noteBatch } from './open-batches.ts';
import { sendPart } from './send-part.ts';
import { requestOf, type UploadFile } from './upload-request.ts';

const FILES_AT_ONCE = 6;
const READ_AT_ONCE = 8;
/** Limit for all files of a batch, which are in memory together. */
const BATCH_BYTES = 32 * MIB;
const BATCH_FILES = 50;

export type Uploaded =
  | { readonly outcome: 'uploaded'; readonly node: NodeView }
  | { readonly outcome: 'skipped' }
  | { readonly outcome: 'failed'; readonly error: CommandFailure };

/** Groups consecutive files into batches that are reserved and completed together. */
export function batchesOf<F extends UploadFile>(files: readonly F[]): readonly (readonly F[])[] {
  const batches: F[][] = [];
  let bytes = 0;
  for (const file of files) {
    const last = batches.at(-1);
    bytes += file.local.sizeBytes;
    if (last === undefined || last.length >= BATCH_FILES || bytes > BATCH_BYTES) {
      batches.push([file]);
      bytes = file.local.sizeBytes;
    } else last.push(file);
  }
  return batches;
}

export function isSmall({ local }: UploadFile): boolean {
  return local.sizeBytes <= LIMITS.multipartAboveBytes;
}

interface Loaded {
  readonly file: UploadFile;
  readonly bytes: Uint8Array;
  readonly checksums: PartChecksums;
}

/** Uploads single-part files. The results are in request order; each file succeeds or fails separately. */
export async function uploadSmall(
  context: Context,
  files: readonly UploadFile[],
): Promise<readonly Uploaded[]> {
  const results = new Map<UploadFile, Uploaded>();
  const loaded: Loaded[] = [];
  const read = await eachAtOnce(files, READ_AT_ONCE, load);
  for (const item of read) {
    if ('outcome' in item.result) results.set(item.file, item.result);
    else loaded.push(item.result);
  }
  if (loaded.length > 0) await sendBatch(context, loaded, results);
  return files.map((file) => results.get(file) ?? failed(new ApiFailure('internal')));
}

async function load(
  file: UploadFile,
): Promise<{ readonly file: UploadFile; readonly result: Loaded | Uploaded }> {
  try {
    const bytes = await readFile(file.local.absolute);
    if (bytes.length !== file.local.sizeBytes)
      return { file, result: failed(new CommandFailure('The file was changed meanwhile. Upload it again.')) };
    return { file, result: { file, bytes, checksums: checksumsOf(1, bytes) } };
  } catch (error) {
    const reason = fileErrorMessage(error);
    if (reason === undefined) throw error;
    return { file, result: failed(new CommandFailure(`${reason}.`)) };
  }
}

function failed(error: CommandFailure): Uploaded {
  return { outcome: 'failed', error };
}

async function sendBatch(
  context: Context,
  loaded: readonly Loaded[],
  results: Map<UploadFile, Uploaded>,
): Promise<void> {
  const { client } = context;
  const uploads = loaded.map(({ file, checksums }) => ({ ...requestOf(file), parts: [checksums] }));
  const request = { uploads, bundle: false };
  const idempotencyKey = randomUUID();
  const forget = await noteBatch(context, { idempotencyKey, request });
  const reserved = await client.call('createUploads', { body: request, idempotencyKey });
  const sent: { readonly file: UploadFile; readonly uploadId: UploadId }[] = [];
  const open = new Set<UploadId>();
  for (const item of reserved.items) if (item.outcome === 'created') open.add(item.upload.id);
  try {
    await eachAtOnce(loaded, FILES_AT_ONCE, async (one) => {
      const item = reserved.items[loaded.indexOf(one)];
      const end = await sendOne(context, one, item);
      if (typeof end === 'string') sent.push({ file: one.file, uploadId: end });
      else results.set(one.file, end);
    });
    if (sent.length === 0) return;
    const ids = sent.map(({ uploadId }) => uploadId);
    const { items } = await client.call('completeUploads', { body: { ids } });
    for (const [at, { file, uploadId }] of sent.entries()) {
      const item = items[at];
      if (item?.outcome === 'committed') {
        open.delete(uploadId);
        results.set(file, { outcome: 'uploaded', node: item.node });
      } else results.set(file, failed(new ApiFailure(item?.code ?? 'internal', item?.facts)));
    }
  } finally {
    if (await freeUploads(context, [...open])) await forget();
  }
}

/** Sends one file. Returns the id of the upload whose bytes the store has. */
async function sendOne(
  context: Context,
  { bytes, checksums }: Loaded,
  item: CreateUploadsResult['items'][number] | undefined,
): Promise<UploadId | Uploaded> {
  if (item === undefined) return failed(new ApiFailure('unreadable_answer'));
  if (item.outcome === 'failed') return failed(new ApiFailure(item.code, item.facts));
  if (item.outcome === 'skipped') return { outcome: 'skipped' };
  const { id } = item.upload;
  const sign = async (): Promise<SignedPart> => {
    const body = { parts: [checksums] };
    const { signed } = await context.client.call('signParts', { params: { uploadId: id }, body });
    const [first] = signed;
    if (first === undefined) throw new ApiFailure('unreadable_answer');
    return first;
  };
  try {
    const { addBytes: onBytes } = context.progress;
    await sendPart({ bytes, checksums, signed: item.signed[0], sign, onBytes }, context.signal);
    return id;
  } catch (error) {
    if (error instanceof CommandFailure) return failed(error);
    throw error;
  }
}
