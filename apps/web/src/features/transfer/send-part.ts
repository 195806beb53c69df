import { LIMITS, type PartChecksums, type SignedPart } from '@coffer/contracts';
import { err, MINUTE_MS, ok, type Result, SECOND_MS } from '@coffer/kit';
import type { Cargo, Lines } from './lines.ts';
import type { TransferFailure } from './machine.ts';
import type { PutOutcome, TransferPorts } from './ports.ts';

const TRIES_MAX = 6;
const BACKOFF_FIRST_MS = SECOND_MS / 2;
const BACKOFF_MAX_MS = 20 * SECOND_MS;
const RETRY_AFTER_MAX_MS = 2 * MINUTE_MS;
/** A URL that is nearly over is signed again before it is used. */
const URL_LIFE_MS = LIMITS.partUrlLifeMs - MINUTE_MS;

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

export type SendPorts = Pick<TransferPorts, 'put' | 'sleep' | 'online' | 'random' | 'now'> & {
  readonly lines: Lines;
};

/**
 * Sends one part until the store has it. A part that the store refuses for its checksum was damaged on the way: it is sent
 * again, like one that met a network failure. A URL that the store no longer accepts is signed anew.
 */
export async function sendPart(
  ports: SendPorts,
  job: PartJob,
  signal: AbortSignal,
): Promise<Result<void, TransferFailure>> {
  let { signature } = job;
  let failure: TransferFailure = { code: 'network' };
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    signal.throwIfAborted();
    await ports.online(signal);
    if (signature === undefined || ports.now() - signature.at > URL_LIFE_MS) {
      const fresh = await job.sign(job.checksums);
      signature = fresh.ok ? { part: fresh.value, at: ports.now() } : undefined;
      if (!fresh.ok && !isPassing(fresh.error)) return fresh;
      if (!fresh.ok) failure = fresh.error;
    }
    if (signature !== undefined) {
      const outcome = await putOnce(ports, job, { part: signature.part, signal });
      if (outcome.kind === 'stored') return ok(undefined);
      failure = failureOf(outcome);
      if (!isWorthRepeating(outcome)) return err(failure);
      job.onProgress(0);
      signature = undefined;
      // A URL that was over is no reason to wait.
      if (tries === 0 && outcome.kind === 'refused' && outcome.status === 403) continue;
    }
    await ports.sleep(pauseMs(failure, backoffMs(tries, ports.random())), signal);
  }
  return err(failure);
}

async function putOnce(
  { put, lines }: SendPorts,
  { cargo, body, onProgress }: PartJob,
  { part, signal }: { readonly part: SignedPart; readonly signal: AbortSignal },
): Promise<PutOutcome> {
  const line = await lines.take(cargo, signal);
  try {
    const handleProgress = (sentBytes: number): void => {
      line.moved(sentBytes);
      onProgress(sentBytes);
    };
    const outcome = await put(part, body, { signal, onProgress: handleProgress });
    if (outcome.kind === 'stored') line.moved(body.size);
    line.free(endOf(outcome));
    return outcome;
  } finally {
    line.free('refused');
  }
}

function endOf(outcome: PutOutcome): 'stored' | 'congested' | 'refused' {
  if (outcome.kind === 'stored') return 'stored';
  return outcome.kind === 'unreachable' || isOverload(outcome.status) ? 'congested' : 'refused';
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

/** There is no room left in the store. Nothing makes room in the next minute. */
const FULL = 507;

function isOverload(status: number): boolean {
  return (status >= 500 && status !== FULL) || status === 408 || status === 429;
}

function isWorthRepeating(outcome: Exclude<PutOutcome, { kind: 'stored' }>): boolean {
  if (outcome.kind === 'unreachable') return true;
  return isOverload(outcome.status) || outcome.status === 403 || isDamage(outcome.code);
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
    code: isOverload(outcome.status) ? 'store_unavailable' : 'store_refused',
    facts: { status: outcome.status },
  };
}
