import { LIMITS, type PartChecksums, type SignedPart, type UploadId } from '@coffer/contracts';
import { err, MINUTE_MS, ok, type Result } from '@coffer/kit';
import type { Cargo, Lines } from './lines.ts';
import type { TransferFailure } from './machine.ts';
import { isPassing, type Patient, patiently } from './patiently.ts';
import type { PutOutcome, TransferPorts } from './ports.ts';

/** A URL that is nearly over is signed again before it is used. */
export const URL_LIFE_MS = LIMITS.partUrlLifeMs - MINUTE_MS;

/** What the store answered. */
type Sent = Promise<Result<string | undefined, TransferFailure>>;

/** A signed URL, and when it came by the clock of this page. */
export interface Signature {
  readonly part: SignedPart;
  readonly at: number;
}

/** One part on its way: its bytes, its checksums, and how to get a (new) signed URL for it. */
export interface PartJob {
  readonly cargo: Cargo;
  readonly body: Blob;
  readonly checksums: PartChecksums;
  readonly sign: (checksums: PartChecksums) => Promise<Result<SignedPart, TransferFailure>>;
  /** A URL that was signed already. */
  readonly signature?: Signature | undefined;
  readonly onProgress: (sentBytes: number) => void;
}

export type SendPorts = Patient['ports'] &
  Pick<TransferPorts, 'put' | 'now'> & {
    readonly lines: Lines;
  };

/** Signs one part again. */
export function signerOf(
  ports: Patient['ports'] & Pick<TransferPorts, 'api'>,
  uploadId: UploadId,
  signal: AbortSignal,
): PartJob['sign'] {
  return async (checksums) => {
    const answer = await patiently({ ports, signal }, () =>
      ports.api.signParts(uploadId, [checksums], signal),
    );
    if (!answer.ok) return answer;
    const fresh = answer.value.signed.find((one) => one.number === checksums.number);
    return fresh === undefined ? err({ code: 'internal' }) : ok(fresh);
  };
}

/**
 * Sends one part until the store has it, however long nobody answers there. A part that the store refuses for its checksum was damaged on the way: it is sent
 * again, some times. A URL that the store no longer accepts is signed anew, at once.
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
  return await patiently({ ports, signal, gate: ports.gates.store }, attempt, isWorthRepeating);
}

/** Makes one request to the store. What it answered, where it took everything. */
export async function sendOnce(
  { put, lines }: SendPorts,
  { cargo, body, onProgress }: Pick<PartJob, 'cargo' | 'body' | 'onProgress'>,
  { part, signal }: { readonly part: SignedPart; readonly signal: AbortSignal },
): Sent {
  const line = await lines.take(cargo, signal);
  try {
    const handleProgress = (sentBytes: number): void => {
      line.moved(sentBytes);
      if (sentBytes >= body.size) line.emptied();
      onProgress(sentBytes);
    };
    const outcome = await put(part, body, { signal, onProgress: handleProgress });
    if (outcome.kind === 'stored') {
      line.moved(body.size);
      line.free('stored');
      return ok(outcome.answer);
    }
    const failure = failureOf(outcome);
    line.free(isPassing(failure) ? 'congested' : 'refused');
    onProgress(0);
    return err(failure);
  } finally {
    line.free('refused');
  }
}

/** There is no room left in the store. Nothing makes room in the next minute. */
const FULL = 507;

/** Not 500 and 501: so a store also answers each time anew what it cannot take, and all others would wait for that. */
function isOverload(status: number): boolean {
  return (status > 501 && status !== FULL) || status === 408 || status === 429;
}

function isForbidden({ facts }: TransferFailure): boolean {
  return facts?.['status'] === 403;
}

function isWorthRepeating(failure: TransferFailure): boolean {
  return isDamage(failure) || isForbidden(failure) || failure.facts?.['status'] === 500;
}

/** It may go better the next time. */
export function isDamage({ code }: TransferFailure): boolean {
  return code === 'checksum_mismatch';
}

const DAMAGE = /^(BadDigest|InvalidDigest|XAmzContent(SHA256|Checksum)Mismatch|IncompleteBody)$/;
/** The line moved nothing for a while, which the store noticed before the page did. */
const STALLED = 'RequestTimeout';

function failureOf(outcome: Exclude<PutOutcome, { kind: 'stored' }>): TransferFailure {
  if (outcome.kind === 'unreachable' || outcome.code === STALLED) return { code: 'network' };
  const { status, code } = outcome;
  if (DAMAGE.test(code)) return { code: 'checksum_mismatch' };
  return { code: isOverload(status) ? 'store_unavailable' : 'store_refused', facts: { status } };
}
