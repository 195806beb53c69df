import { LIMITS, type PartChecksums, type SignedPart, type UploadId } from '@coffer/contracts';
import { err, MINUTE_MS, ok, type Result } from '@coffer/kit';
import type { SlotKind, UploadSlots } from './upload-slots.ts';
import type { TransferFailure } from '../model/machine.ts';
import { isOverload, isTemporary } from '../../../lib/retry/call-failure.ts';
import { type RetryPorts, retryUntilAvailable } from '../../../lib/retry/retry-until-available.ts';
import type { PutOutcome } from '../worker/worker-api.ts';
import type { TransferPorts } from './ports.ts';

/** Shorter than the real lifetime, so that a URL that is about to expire is signed again. */
export const URL_LIFE_MS = LIMITS.partUrlLifeMs - MINUTE_MS;

type Sent = Promise<Result<string | undefined, TransferFailure>>;

/** `at` is when the signature was received, by this page's clock. */
export interface Signature {
  readonly part: SignedPart;
  readonly at: number;
}

export interface PartJob {
  readonly slotKind: SlotKind;
  readonly body: Blob;
  readonly checksums: PartChecksums;
  readonly sign: (checksums: PartChecksums) => Promise<Result<SignedPart, TransferFailure>>;
  readonly signature?: Signature | undefined;
  readonly onProgress: (sentBytes: number) => void;
}

export type SendPorts = RetryPorts &
  Pick<TransferPorts, 'put' | 'now'> & {
    readonly slots: UploadSlots;
  };

export function signerOf(
  ports: RetryPorts & Pick<TransferPorts, 'api'>,
  uploadId: UploadId,
  signal: AbortSignal,
): PartJob['sign'] {
  return async (checksums) => {
    const answer = await retryUntilAvailable({ ports, signal }, () =>
      ports.api.signParts(uploadId, [checksums], signal),
    );
    if (!answer.ok) return answer;
    const fresh = answer.value.signed.find((one) => one.number === checksums.number);
    return fresh === undefined ? err({ code: 'internal' }) : ok(fresh);
  };
}

/**
 * Sends one part, waiting while the store is unavailable. Checksum failures, rejected URLs and status 500 are retried a
 * few times; a rejected URL is first signed again.
 */
export async function sendPart(ports: SendPorts, job: PartJob, signal: AbortSignal): Sent {
  let { signature } = job;
  const attempt = async (): Sent => {
    const known = signature;
    signature = undefined;
    const isUsable = known !== undefined && ports.now() - known.at <= URL_LIFE_MS;
    const part = isUsable ? ok(known.part) : await job.sign(job.checksums);
    if (!part.ok) return part;
    const sent = await sendOnce(ports, job, { part: part.value, signal });
    return !sent.ok && isUsable && isForbidden(sent.error) ? await attempt() : sent;
  };
  return await retryUntilAvailable({ ports, signal, breaker: ports.breakers.store }, attempt, isRepeatable);
}

/** Makes one request to the store. */
export async function sendOnce(
  { put, slots }: SendPorts,
  { slotKind, body, onProgress }: Pick<PartJob, 'slotKind' | 'body' | 'onProgress'>,
  { part, signal }: { readonly part: SignedPart; readonly signal: AbortSignal },
): Sent {
  const slot = await slots.acquire(slotKind, signal);
  try {
    const handleProgress = (sentBytes: number): void => {
      slot.onBytes(sentBytes);
      if (sentBytes >= body.size) slot.onBodySent();
      onProgress(sentBytes);
    };
    const outcome = await put(part, body, { signal, onProgress: handleProgress });
    if (outcome.kind === 'stored') {
      slot.onBytes(body.size);
      slot.release('stored');
      return ok(outcome.answer);
    }
    const failure = failureOf(outcome);
    slot.release(isTemporary(failure) ? 'overloaded' : 'refused');
    onProgress(0);
    return err(failure);
  } finally {
    slot.release('refused');
  }
}

function isForbidden({ facts }: TransferFailure): boolean {
  return facts?.['status'] === 403;
}

function isRepeatable(failure: TransferFailure): boolean {
  return isDamage(failure) || isForbidden(failure) || failure.facts?.['status'] === 500;
}

export function isDamage({ code }: TransferFailure): boolean {
  return code === 'checksum_mismatch';
}

const DAMAGE = /^(BadDigest|InvalidDigest|XAmzContent(SHA256|Checksum)Mismatch|IncompleteBody)$/;
/** S3 code: the connection was idle for too long. */
const STALLED = 'RequestTimeout';

function failureOf(outcome: Exclude<PutOutcome, { kind: 'stored' }>): TransferFailure {
  if (outcome.kind === 'unreachable' || outcome.code === STALLED) return { code: 'network' };
  const { status, code } = outcome;
  if (DAMAGE.test(code)) return { code: 'checksum_mismatch' };
  return { code: isOverload(status) ? 'store_unavailable' : 'store_refused', facts: { status } };
}
