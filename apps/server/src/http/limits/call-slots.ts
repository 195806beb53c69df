import { SERVER_LIMITS } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { createFairSlots, type FairSlots, type Release } from '../../platform/fair-slots.ts';
import type { Failure } from '../../operation.ts';

export interface Caller {
  /** The person, or the network of an anonymous client. */
  readonly key: string;
  readonly isChange: boolean;
  readonly signal: () => AbortSignal;
}

export interface CallSlots {
  /** Acquires a slot. Fails with `rate_limited` if the queue is full. */
  acquire(caller: Caller): Promise<Result<Release, Failure>>;
}

/**
 * The number of slots, for reads and for changes each. Calls that wait for the store or the user pool use no database
 * connection.
 */
const SLOTS_MAX = 128;
const WAITING_MAX = 4_000;
const RETRY_AFTER_SECONDS = 2;

/**
 * Distributes slots fairly between people. Reads and changes have separate slots, so that a list does not wait for a
 * long upload.
 */
export function createCallSlots(): CallSlots {
  const reads = slotsOfPeople();
  const changes = slotsOfPeople();
  return {
    acquire: async ({ key, isChange, signal }) => {
      const slot = await (isChange ? changes : reads).acquire(key, signal);
      return slot.ok
        ? ok(slot.value)
        : err({ code: 'rate_limited', facts: { retry_after: RETRY_AFTER_SECONDS } });
    },
  };
}

function slotsOfPeople(): FairSlots {
  return createFairSlots({
    slotsMax: SLOTS_MAX,
    slotsPerKeyMax: SERVER_LIMITS.callsInFlightPerson,
    waitingMax: WAITING_MAX,
    waitingPerKeyMax: SERVER_LIMITS.callsWaitingPerson,
  });
}
