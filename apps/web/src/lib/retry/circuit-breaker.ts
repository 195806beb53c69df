import { type Backoff, backoffMs } from './backoff.ts';
import type { CallFailure } from './call-failure.ts';

/**
 * Shared by all calls to the server, or to the store. While open, it lets single probes through with growing pauses; the
 * first success closes it.
 */
export interface CircuitBreaker {
  /** The last failure of a probe since the breaker opened. */
  readonly failure: () => CallFailure | undefined;
  /**
   * Waits until a call may be made, and resolves to whether the breaker is closed; rejects with the signal's reason
   * when aborted. `failed` counts the failures of that call while the breaker was closed.
   */
  readonly acquire: (signal: AbortSignal, failed: number) => Promise<boolean>;
  readonly reset: () => void;
  readonly trip: (failure: CallFailure) => void;
  /** Allows a probe at once: the browser is online again, or the person asked for it. */
  readonly retryNow: () => void;
}

export type CircuitBreakers = Readonly<Record<'server' | 'store', CircuitBreaker>>;

export interface CircuitBreakerPorts {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
}

/** `onChange` receives the failure that calls are waiting for. If both services are unavailable, it is the store's. */
export function createCircuitBreakers(
  ports: CircuitBreakerPorts,
  backoff: Backoff,
  onChange: (failure: CallFailure | undefined) => void = () => undefined,
): CircuitBreakers {
  const changed = (): void => onChange(store.failure() ?? server.failure());
  const store = createCircuitBreaker(ports, backoff, changed);
  const server = createCircuitBreaker(ports, backoff, changed);
  return { server, store };
}

export function createCircuitBreaker(
  { sleep, now, random }: CircuitBreakerPorts,
  backoff: Backoff,
  changed: () => void,
): CircuitBreaker {
  /** Number of probes since the breaker opened. Undefined while it is closed. */
  let probes: number | undefined;
  let pauses = 0;
  let openUntil = 0;
  let lastFailure: CallFailure | undefined;
  let wake = new AbortController();
  const endPause = (): void => {
    openUntil = 0;
    wake.abort();
    wake = new AbortController();
  };
  const startPause = (): void => {
    openUntil = now() + backoffMs(backoff, pauses, random);
    pauses += 1;
  };
  return {
    failure: () => lastFailure,
    async acquire(signal, failed) {
      for (;;) {
        signal.throwIfAborted();
        const ms = openUntil - now();
        if (ms <= 0) break;
        await Promise.allSettled([sleep(ms, AbortSignal.any([signal, wake.signal]))]);
      }
      if (probes !== undefined) {
        // This call is the probe; the next one waits for its result or for the pause.
        probes += 1;
        startPause();
        return false;
      }
      if (failed > 0) await sleep(backoffMs(backoff, failed - 1, random), signal);
      return true;
    },
    reset() {
      if (probes === undefined) return;
      probes = undefined;
      lastFailure = undefined;
      endPause();
      changed();
    },
    trip(failure) {
      if (probes === undefined) {
        probes = 0;
        pauses = 0;
        startPause();
      } else if (probes > 0) {
        lastFailure = failure;
        changed();
      }
    },
    retryNow() {
      // A network may need a moment after coming online, so the pauses start from the shortest again.
      pauses = 0;
      endPause();
    },
  };
}
