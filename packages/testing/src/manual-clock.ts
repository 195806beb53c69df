import type { Clock } from '@coffer/kit';

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /** Moves the clock by `milliseconds`; negative values move it back. */
  advance(milliseconds: number): void;
  /** Sets the clock to an instant. */
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
