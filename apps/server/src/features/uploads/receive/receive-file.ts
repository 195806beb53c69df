import { createHash } from 'node:crypto';
import {
  type ConflictRule,
  LIMITS,
  type NodeId,
  type NodeView,
  type PartChecksums,
  partCountFor,
  partSizeOf,
  type UploadId,
  type VersionId,
} from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { completeUpload } from '../complete/complete-upload.ts';
import { abortUpload } from '../end/abort-upload.ts';
import type { Sender } from '../guests/sender.ts';
import { isSinglePut, partRowsOf, type UploadFailure } from '../model.ts';
import { digestOf, signedFile } from '../provider-upload.ts';
import { createUpload } from '../reserve/create-upload.ts';
import { signParts } from '../sign/sign-parts.ts';
import { findUpload } from '../store.ts';
import { storeFailure } from '../store-failure.ts';
import { type ByteReader, createByteReader } from './byte-reader.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'>;

export interface ReceivedBody {
  readonly parentId: NodeId;
  readonly name: string;
  readonly mediaType: string;
  readonly modifiedAt: string;
  readonly conflict: ConflictRule;
  readonly basedOn?: VersionId;
  readonly sizeBytes: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** `body_broken` means fewer or more bytes than announced. */
export type ReceiveFailure = UploadFailure | { readonly code: 'body_broken' };

/**
 * [Note: Bytes through the server] An upload for clients that know only one URL. The server does what the browser does:
 * it reserves, hashes and sends, with at most two parts in memory. The file becomes visible only at the end.
 */
export async function receiveFile(
  services: Needs,
  actor: Sender,
  body: ReceivedBody,
): Outcome<NodeView, ReceiveFailure> {
  const reader = createByteReader(body.bytes);
  try {
    return partCountFor(body.sizeBytes) === 1
      ? await receiveSmall(services, actor, { body, reader })
      : await receiveLarge(services, actor, { body, reader });
  } finally {
    await reader.close();
  }
}

interface Receiving {
  readonly body: ReceivedBody;
  readonly reader: ByteReader;
}

/** Receives a single-part file. It is declared with the reservation, which saves a call. */
async function receiveSmall(
  services: Needs,
  actor: Sender,
  { body, reader }: Receiving,
): Outcome<NodeView, ReceiveFailure> {
  const bytes = await reader.take(body.sizeBytes);
  if (bytes.length !== body.sizeBytes || !(await reader.isAtEnd())) return err({ code: 'body_broken' });
  const part = checksumsOf(bytes, 1);
  const id = await reserve(services, actor, { body, parts: [part] });
  if (!id.ok) return id;
  return await sendThenComplete(services, actor, {
    id: id.value,
    send: async () => await sendPart(services, id.value, { part, bytes }),
  });
}

async function receiveLarge(
  services: Needs,
  actor: Sender,
  { body, reader }: Receiving,
): Outcome<NodeView, ReceiveFailure> {
  const id = await reserve(services, actor, { body, parts: [] });
  if (!id.ok) return id;
  const send = async (): Promise<Result<undefined, ReceiveFailure>> => {
    let sending: Promise<Result<undefined, ReceiveFailure>> = Promise.resolve(ok(undefined));
    for (let number = 1; number <= partCountFor(body.sizeBytes); number += 1) {
      const sizeBytes = partSizeOf(body.sizeBytes, number);
      // Reads this part while the previous one is sent.
      const [bytes, before] = await Promise.all([reader.take(sizeBytes), sending]);
      if (!before.ok) return before;
      if (bytes.length !== sizeBytes) return err({ code: 'body_broken' });
      sending = declareAndSend(services, actor, { id: id.value, part: checksumsOf(bytes, number), bytes });
    }
    const [isAtEnd, last] = await Promise.all([reader.isAtEnd(), sending]);
    if (!last.ok) return last;
    return isAtEnd ? ok(undefined) : err({ code: 'body_broken' });
  };
  return await sendThenComplete(services, actor, { id: id.value, send });
}

async function reserve(
  services: Needs,
  actor: Sender,
  { body, parts }: { readonly body: ReceivedBody; readonly parts: PartChecksums[] },
): Outcome<UploadId, ReceiveFailure> {
  const { bytes: _, ...file } = body;
  const created = await createUpload(services, actor, { ...file, ...(parts.length === 0 ? {} : { parts }) });
  if (!created.ok) return created;
  if (created.value.outcome === 'skipped') {
    return err({ code: 'name_taken', facts: { existing_id: created.value.node.id } });
  }
  return ok(created.value.upload.id);
}

/** Completes the upload, or aborts it after any failure, which frees its quota. */
async function sendThenComplete(
  services: Needs,
  actor: Sender,
  { id, send }: { readonly id: UploadId; readonly send: () => Promise<Result<undefined, ReceiveFailure>> },
): Outcome<NodeView, ReceiveFailure> {
  let isDone = false;
  try {
    const sent = await send();
    if (!sent.ok) return sent;
    const completed = await completeUpload(services, actor, id);
    isDone = completed.ok;
    return completed.ok ? ok(completed.value.node) : completed;
  } finally {
    if (!isDone) await abortUpload(services, actor, id);
  }
}

interface SentPart {
  readonly part: PartChecksums;
  readonly bytes: Uint8Array;
}

async function declareAndSend(
  services: Needs,
  actor: Sender,
  { id, part, bytes }: SentPart & { readonly id: UploadId },
): Promise<Result<undefined, ReceiveFailure>> {
  const declared = await signParts(services, actor, { uploadId: id, parts: [part] });
  return declared.ok ? await sendPart(services, id, { part, bytes }) : declared;
}

async function sendPart(
  services: Needs,
  id: UploadId,
  { part, bytes }: SentPart,
): Promise<Result<undefined, ReceiveFailure>> {
  const { blobs } = services;
  const upload = defined(await findUpload(services.db, id), 'an upload was deleted');
  const [row] = partRowsOf({ sizeBytes: upload.size_bytes, parts: [part] });
  const declared = defined(row, 'a declared part has no row');
  // An upload that has ended in the meantime is not open at the store.
  const { key, provider_upload_id: providerUploadId } = upload;
  if (!isSinglePut(upload) && providerUploadId === null) return err({ code: 'upload_not_found' });
  const sent = isSinglePut(upload)
    ? await blobs.put({ ...signedFile(upload, declared), bytes })
    : await blobs.putPart({
        key,
        providerUploadId: providerUploadId ?? '',
        number: part.number,
        part: digestOf(declared),
        bytes,
      });
  return sent.ok ? ok(undefined) : err(storeFailure(sent.error));
}

function checksumsOf(bytes: Uint8Array, number: number): PartChecksums {
  const digest = (algorithm: 'sha256' | 'md5'): string =>
    createHash(algorithm).update(bytes).digest('base64');
  return { number, sha256: digest('sha256'), md5: digest('md5') };
}

/** The largest file: larger parts would not fit into memory. */
export const RECEIVED_MAX_BYTES = LIMITS.partSizeLargeBytes * LIMITS.partCountMax;
