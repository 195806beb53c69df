/** The time, as a dependency: tests pass a clock that they move by hand. */
export interface Clock {
  /** The present instant. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
