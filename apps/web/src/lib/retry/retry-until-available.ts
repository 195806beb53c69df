import { MINUTE_MS, type Result } from '@coffer/kit';
import { type CallFailure, isTemporary } from './call-failure.ts';
import type { CircuitBreaker, CircuitBreakers } from './circuit-breaker.ts';

const REPEATS_MAX = 6;
/** Counts failures only while the breaker is closed; a general outage has no limit. */
const TEMPORARY_FAILURES_MAX = 12;
const RETRY_AFTER_MAX_MS = 2 * MINUTE_MS;

export interface RetryPorts {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly untilSignedIn: (signal: AbortSignal) => Promise<void>;
  readonly breakers: CircuitBreakers;
}

export interface RetryOptions<F extends CallFailure = CallFailure> {
  readonly ports: RetryPorts;
  readonly signal: AbortSignal;
  /** Default: the breaker of the server. */
  readonly breaker?: CircuitBreaker;
  /** Called before each wait for an available service or a session. */
  readonly onWait?: (failure: F) => void;
}

/**
 * Retries transient failures, up to 12 times while the breaker is closed, and `isWorthRepeating` failures a few times;
 * rejects with the signal's reason when aborted. Waits for Retry-After up to a maximum, and for the next sign-in if the
 * session ended.
 */
export async function retryUntilAvailable<T, F extends CallFailure>(
  { ports, signal, breaker = ports.breakers.server, onWait }: RetryOptions<F>,
  call: () => Promise<Result<T, F>>,
  isWorthRepeating?: (failure: F) => boolean,
): Promise<Result<T, F>> {
  let temporaryFailures = 0;
  for (let repeats = 0; ; ) {
    const isClosed = await breaker.acquire(signal, temporaryFailures);
    const answer = await call();
    signal.throwIfAborted();
    const failure = answer.ok ? undefined : answer.error;
    if (isClosed) temporaryFailures += 1;
    if (failure !== undefined && isTemporary(failure) && temporaryFailures < TEMPORARY_FAILURES_MAX) {
      onWait?.(failure);
      breaker.trip(failure);
      await ports.sleep(Math.min(failure.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS), signal);
      continue;
    }
    breaker.reset();
    if (failure?.code === 'not_signed_in') {
      onWait?.(failure);
      await ports.untilSignedIn(signal);
      temporaryFailures = 0;
      continue;
    }
    repeats += 1;
    if (failure === undefined || repeats === REPEATS_MAX || !isWorthRepeating?.(failure)) return answer;
  }
}
