import type {
  CreateUploadRequest,
  NodeView,
  PartChecksums,
  SignedPart,
  SignedParts,
  UploadId,
  UploadView,
} from '@coffer/contracts';
import { crc64Nvme, defined, err, ok, type Result } from '@coffer/kit';
import { call } from '../calls/client.ts';
import { type ApiError, localError } from '../calls/error.ts';

type Bytes = Uint8Array<ArrayBuffer>;
export type FileToSave = Pick<
  CreateUploadRequest,
  'parentId' | 'name' | 'mediaType' | 'conflict' | 'basedOn'
>;
type Answer<T> = Promise<Result<T, ApiError>>;

/** The calls that save a file. Guests of a link use other calls. */
export interface SavingCalls<Node> {
  readonly create: (
    file: FileToSave & Pick<CreateUploadRequest, 'sizeBytes' | 'modifiedAt'>,
  ) => Answer<{ readonly upload: UploadView } | { readonly node: Node }>;
  readonly sign: (uploadId: UploadId, parts: PartChecksums[]) => Answer<SignedParts>;
  readonly complete: (uploadId: UploadId) => Answer<Node>;
  readonly abort: (uploadId: UploadId) => Promise<unknown>;
  /** Cancels the saving. */
  readonly signal?: AbortSignal | undefined;
}

const SEND_LIMIT_MS = 120_000;
/** The store reads the whole file to verify it. */
const COMPLETE_LIMIT_MS = 120_000;

function ownCalls(signal: AbortSignal | undefined): SavingCalls<NodeView> {
  return {
    create: async (body) => await call('createUpload', { body, signal }),
    sign: async (uploadId, parts) =>
      await call('signParts', { params: { uploadId }, body: { parts }, signal }),
    complete: async (uploadId) => {
      const completed = await call('completeUpload', {
        params: { uploadId },
        timeLimitMs: COMPLETE_LIMIT_MS,
        signal,
      });
      return completed.ok ? ok(completed.value.node) : completed;
    },
    abort: async (uploadId) => await call('abortUpload', { params: { uploadId } }),
    signal,
  };
}

/** Saves a small file that the page has created. Once the signal is aborted, the file is not saved any more. */
export async function saveFile(file: FileToSave, bytes: Bytes, signal?: AbortSignal): Answer<NodeView> {
  return await saveFileBy(ownCalls(signal), file, bytes);
}

/** Saves a file with the given calls, part by part. */
export async function saveFileBy<Node>(
  calls: SavingCalls<Node>,
  file: FileToSave,
  bytes: Bytes,
): Answer<Node> {
  const created = await calls.create({
    ...file,
    sizeBytes: bytes.length,
    modifiedAt: new Date().toISOString(),
  });
  if (!created.ok) return created;
  if ('node' in created.value) return ok(created.value.node);
  const { upload } = created.value;
  const saved = await sendParts(calls, upload, bytes);
  // After a lost response the file may exist; then aborting has no effect.
  if (!saved.ok) void Promise.allSettled([calls.abort(upload.id)]);
  return saved;
}

async function sendParts<Node>(calls: SavingCalls<Node>, upload: UploadView, bytes: Bytes): Answer<Node> {
  const { partSizeBytes, partCount } = upload;
  for (let index = 0; index < partCount; index += 1) {
    const part = bytes.subarray(index * partSizeBytes, (index + 1) * partSizeBytes);
    const parts = [await declare(upload, index + 1, part)];
    const signed = await calls.sign(upload.id, parts);
    if (!signed.ok) return signed;
    const sent = await send(
      defined(signed.value.signed[0], 'the declared part was not signed'),
      part,
      calls.signal,
    );
    if (!sent.ok) return sent;
  }
  return await calls.complete(upload.id);
}

async function declare(
  { integrity }: Pick<UploadView, 'integrity'>,
  number: number,
  bytes: Bytes,
): Promise<PartChecksums> {
  const sha256 = base64(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  const part = { number, sha256, crc64nvme: base64(crc64Nvme(bytes)) };
  if (integrity !== 2) return part;
  const { createMD5 } = await import('../../lib/checksum/md5.ts');
  return { ...part, md5: base64((await createMD5()).init().update(bytes).digest('binary')) };
}

async function send(
  part: SignedPart,
  bytes: Bytes,
  signal: AbortSignal | undefined,
): Promise<Result<undefined, ApiError>> {
  const headers = Object.entries(part.headers).filter(
    ([name]) => !['content-length', 'host'].includes(name.toLowerCase()),
  );
  try {
    const response = await fetch(part.url, {
      method: part.method,
      headers,
      body: bodyOf(part, bytes),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([
        AbortSignal.timeout(SEND_LIMIT_MS),
        ...(signal === undefined ? [] : [signal]),
      ]),
    });
    return response.ok ? ok(undefined) : err(localError('store_unavailable'));
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'TimeoutError') return err(localError('timed_out'));
    if (signal?.aborted === true) return err(localError('cancelled'));
    // Fetch reports every network failure as a TypeError.
    if (cause instanceof TypeError)
      return err(localError(navigator.onLine ? 'store_unavailable' : 'offline'));
    throw cause;
  }
}

function bodyOf({ fields }: SignedPart, bytes: Bytes): BodyInit {
  if (fields === undefined) return bytes;
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append('file', new Blob([bytes]), 'file');
  return form;
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
