import type { FileHandle } from 'node:fs/promises';
import { type Clock, ok, type Result } from '@coffer/kit';
import type { Admit, StoreServices } from './call.ts';
import { type Disk, type OpenDiskError, openDisk } from './disk/disk.ts';
import type { DiskFailure } from './disk/durable/durable.ts';
import { DamagedBlob } from './disk/blobs/read-blob.ts';
import { FORMAT_VERSION } from './disk/records.ts';
import { scrub, type ScrubOptions, type ScrubReport } from './disk/scrub.ts';
import { UnverifiedForms } from './form/unverified-forms.ts';
import { type HandlerParts, handle } from './handle.ts';
import { corsRuleForOrigins } from './http/cors.ts';
import { fromFetchRequest, toFetchResponse } from './http/fetch-adapter.ts';
import { isByteStream, type StoreRequest, type StoreResponse } from './http/message.ts';
import { DEFAULT_LIMITS, type StoreLimits } from './limits.ts';
import { errorFacts, type Log } from './log.ts';
import { RequestSlots } from './request-slots.ts';
import type { Credential } from './sigv4/credential.ts';

export interface ObjectStoreDeps {
  readonly folder: string;
  readonly credentials: readonly Credential[];
  readonly region: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: Partial<StoreLimits>;
  readonly buckets?: readonly string[];
  readonly corsOrigins?: readonly string[];
  /** Called when the disk is no longer reliable. From then on all requests are rejected, and the process should end. */
  readonly onDiskFailure?: (error: DiskFailure) => void;
  readonly syncData?: (handle: FileHandle) => Promise<void>;
}

export interface ObjectStore {
  /** The path must not be normalized, or the signature fails. */
  fetch(request: Request): Promise<Response>;
  handle(request: StoreRequest): Promise<StoreResponse>;
  readonly limits: StoreLimits;
  scrub(options?: ScrubOptions): Promise<ScrubReport>;
  close(): Promise<void>;
}

export type OpenStoreError = OpenDiskError;

/**
 * Opens an S3-compatible object store in a folder. Fails with `locked`, `folder_not_writable`, `folder_full`, or
 * `format_unsupported`.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/Welcome.html
 */
export async function createObjectStore(deps: ObjectStoreDeps): Promise<Result<ObjectStore, OpenStoreError>> {
  const { clock, log, region, credentials } = deps;
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  let isStopped = false;
  const onFailure = (error: DiskFailure): void => {
    if (isStopped) return;
    isStopped = true;
    log({ level: 'error', event: 'disk_failed', facts: errorFacts(error) });
    deps.onDiskFailure?.(error);
  };
  const sync = deps.syncData === undefined ? {} : { syncData: deps.syncData };
  const opened = await openDisk({ folder: deps.folder, clock, limits, log, onFailure, ...sync });
  if (!opened.ok) return opened;
  const disk = opened.value;
  const defaultCors =
    deps.corsOrigins === undefined || deps.corsOrigins.length === 0
      ? []
      : [corsRuleForOrigins(deps.corsOrigins)];
  const unverifiedForms = new UnverifiedForms(limits);
  const now = (): Date => clock.now();
  const services: StoreServices = { disk, region, limits, defaultCors, unverifiedForms, now };
  for (const name of deps.buckets ?? []) {
    await disk.buckets.create({ version: FORMAT_VERSION, name, createdAt: clock.now().toISOString() });
  }
  const sweep = (): void => {
    disk
      .sweep()
      .catch((error: unknown) => log({ level: 'warn', event: 'sweep_failed', facts: errorFacts(error) }));
  };
  sweep();
  const timer = setInterval(sweep, limits.sweepIntervalMs).unref();

  const onDamage = (error: DamagedBlob): void => {
    log({ level: 'error', event: 'blob_damaged', facts: { blob: error.blob, problem: error.problem } });
    void markDamaged(disk, error, log);
  };
  const serve = limitRunning({ services, credentials, log, onDamage, isStopped: () => isStopped });
  return ok({
    limits,
    scrub: (options) => scrub(disk, options),
    handle: serve,
    fetch: async (request) => toFetchResponse(await serve(fromFetchRequest(request))),
    close: async () => {
      isStopped = true;
      clearInterval(timer);
      await disk.close();
    },
  });
}

/** Limits running requests. A streamed response counts until it is closed. */
function limitRunning(parts: HandlerParts): (request: StoreRequest) => Promise<StoreResponse> {
  const slots = new RequestSlots(parts.services.limits.requestsMax);
  const hasManyKeys = parts.credentials.length > 1;
  return async (request) => {
    let release: (() => void) | undefined;
    const admit: Admit = ({ kind, accessKeyId }) => {
      const holders = hasManyKeys ? [`key ${accessKeyId}`] : [];
      // A signed header proves that the client has the secret. Presigned URLs and forms can be shared, so they also
      // count per address.
      if (kind !== 'header' && request.client !== undefined)
        holders.push(`address ${request.client.address}`);
      release = slots.acquire(holders);
      if (release === undefined) return false;
      request.client?.markVerified();
      return true;
    };
    const answer = await handle(parts, request, admit);
    const { body } = answer;
    if (!isByteStream(body)) {
      release?.();
      return answer;
    }
    const close = async (): Promise<void> => {
      release?.();
      release = undefined;
      await body.close();
    };
    return { ...answer, body: { chunks: reportDamage(body.chunks, parts), close } };
  };
}

async function markDamaged({ damage }: Disk, { blob, problem }: DamagedBlob, log: Log): Promise<void> {
  try {
    await damage.add(blob, problem);
  } catch (failure) {
    log({ level: 'warn', event: 'mark_failed', facts: errorFacts(failure) });
  }
}

/** Damage found after the response started resets the connection and marks the blob for later reads. */
async function* reportDamage(
  chunks: AsyncIterable<Uint8Array>,
  parts: HandlerParts,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    if (error instanceof DamagedBlob) parts.onDamage(error);
    throw error;
  }
}
