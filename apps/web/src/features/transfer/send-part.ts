import type { PartChecksums, SignedPart } from '@coffer/contracts';
import { err, MINUTE_MS, ok, type Result, SECOND_MS } from '@coffer/kit';
import type { TransferFailure } from './machine.ts';
import type { PutOutcome, TransferPorts } from './ports.ts';

const TRIES_MAX = 6;
const BACKOFF_FIRST_MS = SECOND_MS / 2;
const BACKOFF_MAX_MS = 20 * SECOND_MS;
const RETRY_AFTER_MAX_MS = 2 * MINUTE_MS;

/** One part on its way: its bytes, its checksums, and how to get a (new) signed URL for it. */
export interface PartJob {
  readonly body: Blob;
  readonly checksums: PartChecksums;
  readonly sign: (checksums: PartChecksums) => Promise<Result<SignedPart, TransferFailure>>;
  /** A URL that was signed with the reservation already. */
  readonly signed?: SignedPart | undefined;
  readonly onProgress: (sentBytes: number) => void;
}

/**
 * Sends one part until the store has it. A part that the store refuses for its checksum was damaged on the way: it is sent
 * again, like one that met a network failure. A URL that the store no longer accepts is signed anew.
 */
export async function sendPart(
  ports: Pick<TransferPorts, 'put' | 'sleep' | 'online' | 'random'>,
  job: PartJob,
  signal: AbortSignal,
): Promise<Result<void, TransferFailure>> {
  let signed = job.signed;
  let failure: TransferFailure = { code: 'network' };
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    signal.throwIfAborted();
    await ports.online(signal);
    if (signed === undefined) {
      const fresh = await job.sign(job.checksums);
      if (fresh.ok) signed = fresh.value;
      else if (!isPassing(fresh.error)) return fresh;
      else failure = fresh.error;
    }
    if (signed !== undefined) {
      const outcome = await ports.put(signed, job.body, { signal, onProgress: job.onProgress });
      if (outcome.kind === 'stored') return ok(undefined);
      failure = failureOf(outcome);
      if (!isWorthRepeating(outcome)) return err(failure);
      job.onProgress(0);
      signed = undefined;
    }
    await ports.sleep(pauseMs(failure, backoffMs(tries, ports.random())), signal);
  }
  return err(failure);
}

/** Full jitter: between zero and an upper bound that doubles. */
function backoffMs(tries: number, random: number): number {
  return random * Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** tries);
}

/** True for failures of the API that pass by themselves: also where the answer was lost, or a proxy gave one of its own. */
export function isPassing(failure: TransferFailure): boolean {
  return [
    'offline',
    'timed_out',
    'unreadable_answer',
    'rate_limited',
    'store_unavailable',
    'database_unavailable',
    'pool_unavailable',
    'network',
  ].includes(failure.code);
}

/** How long to wait after a failure: never shorter than the server wants, as long as that is not absurd. */
export function pauseMs(failure: TransferFailure, backoff: number): number {
  return Math.max(backoff, Math.min(failure.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
}

function isWorthRepeating(outcome: Exclude<PutOutcome, { kind: 'stored' }>): boolean {
  if (outcome.kind === 'unreachable') return true;
  if (outcome.status >= 500 || outcome.status === 408 || outcome.status === 429) return true;
  return outcome.status === 403 || isDamage(outcome.code);
}

function isDamage(code: string): boolean {
  return [
    'BadDigest',
    'InvalidDigest',
    'XAmzContentSHA256Mismatch',
    'XAmzContentChecksumMismatch',
    'IncompleteBody',
    'RequestTimeout',
  ].includes(code);
}

function failureOf(outcome: Exclude<PutOutcome, { kind: 'stored' }>): TransferFailure {
  if (outcome.kind === 'unreachable') return { code: 'network' };
  if (isDamage(outcome.code)) return { code: 'checksum_mismatch' };
  return {
    code: outcome.status >= 500 ? 'store_unavailable' : 'store_refused',
    facts: { status: outcome.status },
  };
}
