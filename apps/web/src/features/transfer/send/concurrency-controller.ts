import { LIMITS } from '@coffer/contracts';
import { KIB, SECOND_MS } from '@coffer/kit';

/**
 * The limit of parallel requests, found by probing. The limit grows by one while throughput grows, shrinks by one when
 * it does not, and halves on congestion.
 */
export interface ConcurrencyController {
  readonly limit: number;
  readonly windowStartedAt: number;
  readonly windowBytes: number;
  /** Whether slots were free during this window, so that its rate says nothing about the limit. */
  readonly hasFreeSlots: boolean;
  /** Bytes per millisecond at the previous limit; zero until measured. */
  readonly previousRate: number;
  /** Consecutive windows without growth. */
  readonly flatWindows: number;
  readonly heldUntil: number;
  readonly recoveringUntil: number;
}

const WINDOW_MS = SECOND_MS / 2;
/** Smaller amounts would measure buffers instead of the network. */
const WINDOW_MIN_BYTES = 512 * KIB;
const GROWTH = 1.06;
const FLAT_MAX = 2;
const HOLD_MS = 10 * SECOND_MS;
const RECOVERY_MS = 3 * SECOND_MS;

export function startController(at: number): ConcurrencyController {
  return {
    ...newWindow(at),
    // Connections are slow while they open, so the first window is ignored.
    hasFreeSlots: true,
    limit: LIMITS.requestsInFlightFirst,
    previousRate: 0,
    flatWindows: 0,
    heldUntil: 0,
    recoveringUntil: 0,
  };
}

/** Counts sent bytes. `hasFreeSlots` means that fewer requests are running than the limit allows. */
export function onBytes(
  controller: ConcurrencyController,
  bytes: number,
  now: { readonly at: number; readonly hasFreeSlots: boolean },
): ConcurrencyController {
  // Measuring starts once all slots are in use.
  if (controller.hasFreeSlots && !now.hasFreeSlots) return { ...controller, ...newWindow(now.at) };
  const counted = {
    ...controller,
    windowBytes: controller.windowBytes + bytes,
    hasFreeSlots: controller.hasFreeSlots || now.hasFreeSlots,
  };
  const elapsedMs = now.at - counted.windowStartedAt;
  if (elapsedMs < WINDOW_MS || counted.windowBytes < WINDOW_MIN_BYTES) return counted;
  const after = { ...counted, ...newWindow(now.at) };
  if (counted.hasFreeSlots || now.at < counted.heldUntil) return after;
  return adjust(after, counted.windowBytes / elapsedMs);
}

/**
 * Halves the limit after congestion or a broken connection. Further reports during the recovery have the same cause and
 * are ignored.
 */
export function onOverload(controller: ConcurrencyController, at: number): ConcurrencyController {
  if (at < controller.recoveringUntil) return controller;
  const limit = Math.max(1, Math.floor(controller.limit / 2));
  const recoveringUntil = at + RECOVERY_MS;
  return {
    ...controller,
    ...newWindow(at),
    limit,
    previousRate: 0,
    flatWindows: 0,
    heldUntil: recoveringUntil,
    recoveringUntil,
  };
}

function adjust(controller: ConcurrencyController, rate: number): ConcurrencyController {
  if (rate >= controller.previousRate * GROWTH) {
    if (controller.limit >= LIMITS.requestsInFlightMax) return { ...controller, flatWindows: 0 };
    return { ...controller, limit: controller.limit + 1, previousRate: rate, flatWindows: 0 };
  }
  const flatWindows = controller.flatWindows + 1;
  if (flatWindows < FLAT_MAX) return { ...controller, flatWindows };
  // Use one slot fewer for a while, then measure again.
  const limit = Math.max(LIMITS.requestsInFlightFirst, controller.limit - 1);
  return {
    ...controller,
    limit,
    previousRate: 0,
    flatWindows: 0,
    heldUntil: controller.windowStartedAt + HOLD_MS,
  };
}

function newWindow(
  at: number,
): Pick<ConcurrencyController, 'windowStartedAt' | 'windowBytes' | 'hasFreeSlots'> {
  return { windowStartedAt: at, windowBytes: 0, hasFreeSlots: false };
}
