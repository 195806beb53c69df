import type { NodeId, SignedPart, StoreReceipt, UploadView } from '@coffer/contracts';
import { ok, type Result } from '@coffer/kit';
import { receiptIn } from './bundle.ts';
import type { Job, LaneHost } from './job.ts';
import type { TransferFailure } from './machine.ts';
import { patiently } from './patiently.ts';
import type { Digests } from './ports.ts';
import { isDamage, sendOnce, sendPart, signerOf, URL_LIFE_MS } from './send-part.ts';

/** The store may be there and not take bundles: then files go by themselves. */
const BUNDLE_TRIES_MAX = 6;

/** A job from the moment when it was taken from the queue until it is paused or given up: then somebody else has it. */
export interface Taken {
  readonly job: Job;
  readonly signal: AbortSignal;
}

export interface Located extends Taken {
  readonly file: File;
  readonly folderId: NodeId;
}

export interface Hashed extends Located {
  readonly digests: Digests;
  /** As they were read, where a bundle may carry them. */
  bytes: Uint8Array<ArrayBuffer> | undefined;
}

/** A file that has its place at the server. */
export interface Reserved extends Hashed {
  readonly upload: UploadView;
}

/** One request to the store: a file by itself, or a bundle of them. */
export interface Shipment {
  readonly files: readonly Reserved[];
  readonly part: SignedPart;
  readonly bundle?: Blob;
  readonly at: number;
}

/** A file that the store has, by what it said itself where it came in a bundle. */
export interface Stored extends Reserved {
  readonly receipt: StoreReceipt | undefined;
}

type Sent = Promise<Result<StoreReceipt | undefined, TransferFailure>>;

/** Sends it until the store has it, or it is plain that it will not. */
export async function sendShipment(host: LaneHost, shipment: Shipment, signal: AbortSignal): Sent {
  const { bundle } = shipment;
  return bundle === undefined
    ? await sendAlone(host, shipment, signal)
    : await sendBundle(host, { ...shipment, bundle }, signal);
}

async function sendAlone(host: LaneHost, { files: [one], part, at }: Shipment, signal: AbortSignal): Sent {
  const { ports } = host;
  if (one === undefined) return ok(undefined);
  const sent = await sendPart(
    ports,
    {
      cargo: 'file',
      body: one.file,
      checksums: { number: 1, ...one.digests },
      signature: { part, at },
      sign: signerOf(ports, one.upload.id, signal),
      onProgress: (sentBytes) => host.apply(one.job, { type: 'progressed', sentBytes }),
    },
    signal,
  );
  return sent.ok ? ok(undefined) : sent;
}

/** It is signed once, for all of its files: what cannot pass by itself ends it, and a file that is not wanted any more,
 * or an address that is over, rejects it. */
async function sendBundle(
  host: LaneHost,
  { files, part, at, bundle }: Shipment & { readonly bundle: Blob },
  signal: AbortSignal,
): Sent {
  const { ports } = host;
  const cargo = {
    cargo: 'file',
    body: bundle,
    onProgress: (sentBytes: number) => spread(host, files, sentBytes / bundle.size),
  } as const;
  let tries = 0;
  const attempt = async (): Promise<Result<string | undefined, TransferFailure>> => {
    tries += 1;
    if (tries > BUNDLE_TRIES_MAX || ports.now() - at > URL_LIFE_MS || files.some((one) => one.signal.aborted))
      throw new DOMException('unwanted', 'AbortError');
    return await sendOnce(ports, cargo, { part, signal });
  };
  const sent = await patiently({ ports, signal, gate: ports.gates.store }, attempt, isDamage);
  return sent.ok ? ok(receiptIn(sent.value ?? '')) : sent;
}

/** Files of a bundle leave one after the other. Of all of them its answer tells; one that was paused is in other hands. */
function spread(host: LaneHost, files: readonly Reserved[], share: number): void {
  if (share >= 1) return;
  let left = share * files.reduce((sum, { job }) => sum + job.transfer.sizeBytes, 0);
  for (const { job, signal } of files) {
    const { sizeBytes, sentBytes: before } = job.transfer;
    const sentBytes = Math.floor(Math.min(Math.max(left, 0), sizeBytes));
    left -= sizeBytes;
    if (sentBytes !== before && !signal.aborted) host.apply(job, { type: 'progressed', sentBytes });
  }
}

/** Aborted once each of them is: while one file of many still waits for the answer, it is waited for. */
export function allAborted(signals: readonly AbortSignal[]): AbortSignal {
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
