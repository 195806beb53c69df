import type { NodeId, SignedPart, StoreReceipt, UploadView } from '@coffer/contracts';
import { ok, type Result } from '@coffer/kit';
import { parseReceipt } from '../send/bundle.ts';
import type { Job, StartedJob } from './job.ts';
import type { UploadPorts } from '../send/upload-run.ts';
import type { TransferFailure } from '../model/machine.ts';
import { retryUntilAvailable } from '../../../lib/retry/retry-until-available.ts';
import type { Digests } from '../worker/worker-api.ts';
import { isDamage, sendOnce, sendPart, signerOf, URL_LIFE_MS } from '../send/send-part.ts';

/** A store may be reachable but fail to accept bundles. After this many attempts, files are sent one by one. */
const BUNDLE_ATTEMPTS_MAX = 6;

export interface OpenedFile extends StartedJob {
  readonly file: File;
  readonly folderId: NodeId;
}

export interface HashedFile extends OpenedFile {
  readonly mediaType: string;
  readonly digests: Digests;
  bytes: Uint8Array<ArrayBuffer> | undefined;
}

export interface ReservedFile extends HashedFile {
  readonly upload: UploadView;
}

/** One request to the store: a single file, or a bundle. */
export interface StoreRequest {
  readonly files: readonly ReservedFile[];
  readonly part: SignedPart;
  readonly bundle?: Blob;
  readonly at: number;
}

/** `receipt` is the store's own response, for a file of a bundle. */
export interface StoredFile extends ReservedFile {
  readonly receipt: StoreReceipt | undefined;
}

type Sent = Promise<Result<StoreReceipt | undefined, TransferFailure>>;

interface Sending {
  readonly ports: UploadPorts;
  readonly signal: AbortSignal;
  readonly onProgress: (job: Job, sentBytes: number) => void;
}

export async function sendStoreRequest(sending: Sending, request: StoreRequest): Sent {
  const { bundle } = request;
  return bundle === undefined
    ? await sendSingle(sending, request)
    : await sendBundle(sending, { ...request, bundle });
}

async function sendSingle(
  { ports, signal, onProgress }: Sending,
  { files: [one], part, at }: StoreRequest,
): Sent {
  if (one === undefined) return ok(undefined);
  const sent = await sendPart(
    ports,
    {
      slotKind: 'file',
      body: one.file,
      checksums: { number: 1, ...one.digests },
      signature: { part, at },
      sign: signerOf(ports, one.upload.id, signal),
      onProgress: (sentBytes) => onProgress(one.job, sentBytes),
    },
    signal,
  );
  return sent.ok ? ok(undefined) : sent;
}

/**
 * All files of a bundle share one signature. Rejects if a file was cancelled, the URL expired, or all attempts failed.
 */
async function sendBundle(
  { ports, signal, onProgress }: Sending,
  { files, part, at, bundle }: StoreRequest & { readonly bundle: Blob },
): Sent {
  const slotKind = {
    slotKind: 'file',
    body: bundle,
    onProgress: (sentBytes: number) => spreadProgress(files, sentBytes / bundle.size, onProgress),
  } as const;
  let tries = 0;
  const attempt = async (): Promise<Result<string | undefined, TransferFailure>> => {
    tries += 1;
    if (
      tries > BUNDLE_ATTEMPTS_MAX ||
      ports.now() - at > URL_LIFE_MS ||
      files.some((one) => one.signal.aborted)
    )
      throw new DOMException('unwanted', 'AbortError');
    return await sendOnce(ports, slotKind, { part, signal });
  };
  const sent = await retryUntilAvailable({ ports, signal, breaker: ports.breakers.store }, attempt, isDamage);
  return sent.ok ? ok(parseReceipt(sent.value ?? '')) : sent;
}

/** Distributes the sent bytes over the files of a bundle, which are sent in order. Paused files are skipped. */
function spreadProgress(
  files: readonly ReservedFile[],
  share: number,
  onProgress: Sending['onProgress'],
): void {
  if (share >= 1) return;
  let left = share * files.reduce((sum, { job }) => sum + job.transfer.sizeBytes, 0);
  for (const { job, signal } of files) {
    const { sizeBytes, sentBytes: before } = job.transfer;
    const sentBytes = Math.floor(Math.min(Math.max(left, 0), sizeBytes));
    left -= sizeBytes;
    if (sentBytes !== before && !signal.aborted) onProgress(job, sentBytes);
  }
}

/** Returns a signal that is aborted once all the given signals are. */
export function whenAllAborted(signals: readonly AbortSignal[]): AbortSignal {
  const all = new AbortController();
  let left = signals.length;
  const leave = (): void => {
    left -= 1;
    if (left === 0) all.abort(new DOMException('unwanted', 'AbortError'));
  };
  for (const signal of signals) {
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  }
  return all.signal;
}
