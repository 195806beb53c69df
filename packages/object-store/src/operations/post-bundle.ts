import { hash } from 'node:crypto';
import { defined, err, KIB, MIB, ok, type Result } from '@coffer/kit';
import type { StoreServices } from '../call.ts';
import { blockPool, PendingBytes } from '../disk/blobs/block-pool.ts';
import { sumsOf } from '../disk/blobs/block-sums.ts';
import { newId } from '../disk/ids.ts';
import { refusal, type S3Error } from '../errors.ts';
import { type BundleFile, ofFile } from '../form/bundle-policy.ts';
import type { FileParts } from '../form/file-parts.ts';
import type { StoreResponse } from '../http/message.ts';
import { etagOfSha256, Payload } from '../http/payload.ts';
import { commitOrRemove, expectedFailure, receiveBody, type ReceivedBody } from '../http/receive-blob.ts';
import type { Credential } from '../sigv4/credential.ts';
import { bundleReceipt, type ReceiptFile } from '../sigv4/bundle-receipt.ts';
import { newBlobsOf, recordOf } from './store-object.ts';
import { writeRefusal } from './write-refusal.ts';

/** Limits received files that are not durable yet. [Note: Memory of requests] */
const PENDING_BYTES_MAX = 2 * MIB;
const RECORD_BYTES = 2 * KIB;
const FIELDS = /^(?:bucket|policy|x-amz-(?:algorithm|credential|date|security-token|signature)|x-ignore-.*)$/;

export interface Bundle {
  readonly bucket: string;
  readonly signer: Credential;
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly BundleFile[];
  readonly parts: FileParts;
}

/**
 * Stores the files of a bundle form. Each becomes an object once it is durable, even if others fail. The response is a
 * signed receipt for all of them.
 */
export async function postBundle(
  services: StoreServices,
  bundle: Bundle,
): Promise<Result<StoreResponse, S3Error>> {
  const { bucket, fields, signer } = bundle;
  const extra = [...fields.keys()].find((name) => !FIELDS.test(name));
  if (extra !== undefined) {
    return err(refusal('InvalidArgument', 'The policy says all there is to say.', [['ArgumentName', extra]]));
  }
  const run = new BundleRun(services, bundle);
  const failure = await run.storeAll();
  if (failure !== undefined) return err(failure);
  const facts = { bucket, region: services.region, files: run.stored(), now: services.now() };
  const body = JSON.stringify(bundleReceipt(signer, facts));
  return ok({ status: 200, headers: { 'content-type': 'application/json' }, body });
}

class BundleRun {
  readonly #services: StoreServices;
  readonly #bundle: Bundle;
  readonly #etags = new Map<number, string>();
  readonly #committing = new Set<Promise<void>>();
  readonly #pending = new PendingBytes(PENDING_BYTES_MAX, blockPool);
  #failure: { readonly index: number; readonly error: S3Error } | undefined;
  #thrown: { readonly error: unknown } | undefined;

  constructor(services: StoreServices, bundle: Bundle) {
    this.#services = services;
    this.#bundle = bundle;
  }

  async storeAll(): Promise<S3Error | undefined> {
    try {
      await this.#receiveAll();
    } finally {
      await this.#settled();
    }
    if (this.#thrown !== undefined) throw this.#thrown.error;
    return this.#failure === undefined ? undefined : ofFile(this.#failure.index, this.#failure.error);
  }

  stored(): readonly ReceiptFile[] {
    return this.#bundle.files.map(({ key, sizeBytes, sha256 }, i) => ({
      key,
      size: sizeBytes,
      sha256,
      etag: defined(this.#etags.get(i), 'a file of the bundle was not stored'),
    }));
  }

  get #isOver(): boolean {
    return this.#failure !== undefined || this.#thrown !== undefined;
  }

  async #receiveAll(): Promise<void> {
    const { files, parts } = this.#bundle;
    let index = 0;
    try {
      for (const file of files) {
        // The form is already positioned at its first file.
        if (index > 0 && !(await parts.next())) return this.#fail(index, wrongCount(index));
        const received = await this.#receive(file);
        if (!received.ok) return this.#fail(index, received.error);
        this.#commit(index, file, received.value);
        while (!this.#pending.hasRoom()) await Promise.race(this.#committing);
        if (this.#isOver) return;
        index += 1;
      }
      if (await parts.next()) this.#fail(index, wrongCount(index + 1));
    } catch (error) {
      this.#fail(index, expectedFailure(error));
    }
  }

  async #receive(file: BundleFile): Promise<Result<ReceivedBody, S3Error>> {
    const { parts } = this.#bundle;
    if (file.sizeBytes > this.#services.limits.inlineBytesMax) return this.#receiveLarge(file);
    const bytes = await parts.whole(file.sizeBytes);
    if (bytes === 'shorter') return err(tooSmall(file));
    if (bytes === 'longer') return err(tooLarge(file));
    const sha256 = hash('sha256', bytes, 'buffer');
    const checksum = { algorithm: 'sha256', value: sha256.toString('base64') } as const;
    if (checksum.value !== file.sha256) return err(refusal('BadDigest'));
    const etag = etagOfSha256(sha256);
    return ok({
      blob: newId(),
      sizeBytes: bytes.length,
      etag,
      checksum,
      sums: sumsOf(bytes),
      inline: bytes,
    });
  }

  async #receiveLarge(file: BundleFile): Promise<Result<ReceivedBody, S3Error>> {
    const { sizeBytes } = file;
    const request = {
      method: 'POST',
      rawPath: '',
      rawQuery: '',
      headers: { 'x-amz-checksum-sha256': file.sha256 },
      body: this.#bundle.parts.pieces(),
    };
    const payload = Payload.open(request, {
      binding: { kind: 'unsigned' },
      bytesMax: sizeBytes,
      tooLarge: tooLarge(file),
      wantsEtag: true,
      bounds: { min: sizeBytes, max: sizeBytes, tooShort: tooSmall(file), tooLong: tooLarge(file) },
    });
    return payload.ok ? receiveBody(this.#services, payload.value) : payload;
  }

  #commit(index: number, file: BundleFile, received: ReceivedBody): void {
    const bytes = received.sizeBytes + RECORD_BYTES;
    this.#pending.add(bytes);
    const committing = this.#commitNow(index, file, received)
      .catch((error: unknown) => {
        this.#thrown ??= { error };
      })
      .finally(() => {
        this.#pending.remove(bytes);
        this.#committing.delete(committing);
      });
    this.#committing.add(committing);
  }

  async #commitNow(index: number, file: BundleFile, received: ReceivedBody): Promise<void> {
    const { bucket } = this.#bundle;
    const { description, key } = file;
    const { disk } = this.#services;
    const now = this.#services.now();
    const record = recordOf({ bucket, key, description, tags: undefined, now }, received);
    const committed = await commitOrRemove(this.#services, newBlobsOf(received), async () =>
      writeRefusal(await disk.objects.put(record, {}, { durable: received.durable, mayShare: true }), {
        bucket,
        key,
        request: NO_HEADERS,
      }),
    );
    if (committed.ok) this.#etags.set(index, received.etag);
    else this.#fail(index, committed.error);
  }

  #fail(index: number, error: S3Error): void {
    if (this.#failure === undefined || index < this.#failure.index) this.#failure = { index, error };
  }

  async #settled(): Promise<void> {
    while (this.#committing.size > 0) await Promise.all(this.#committing);
  }
}

const NO_HEADERS = { headers: {} };

function wrongCount(found: number): S3Error {
  return refusal('InvalidArgument', 'A form has as many files as its policy.', [
    ['ArgumentName', 'file'],
    ['ArgumentValue', String(found)],
  ]);
}

function tooSmall({ sizeBytes }: BundleFile): S3Error {
  return refusal('EntityTooSmall', 'A file is shorter than the policy says.', [
    ['MinSizeAllowed', String(sizeBytes)],
  ]);
}

function tooLarge({ sizeBytes }: BundleFile): S3Error {
  return refusal('EntityTooLarge', undefined, [['MaxSizeAllowed', String(sizeBytes)]]);
}
