import type { Clock } from '@coffer/kit';

export interface ManualClock extends Clock {
  /** A negative value moves the clock back. */
  advance(milliseconds: number): void;
  set(instant: Date): void;
}

export function manualClock(start: Date | string = '2030-01-01T00:00:00.000Z'): ManualClock {
  let nowMs = new Date(start).getTime();
  return {
    now: () => new Date(nowMs),
    advance: (milliseconds) => {
      nowMs += milliseconds;
    },
    set: (instant) => {
      nowMs = instant.getTime();
    },
  };
}
