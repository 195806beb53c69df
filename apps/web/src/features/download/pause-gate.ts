import { createBell } from '../../lib/waiting.ts';

/** Holds the reads of one download while the person has paused it. */
export interface PauseGate {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly isPaused: () => boolean;
  /** Aborts at the next pause, so that no idle connection is kept. */
  readonly signal: () => AbortSignal;
  /** Rejects with the signal's reason when aborted. */
  readonly untilResumed: (signal: AbortSignal) => Promise<void>;
}

export function createPauseGate(): PauseGate {
  const bell = createBell();
  let pausing = new AbortController();
  return {
    pause: () => pausing.abort(new DOMException('paused', 'AbortError')),
    resume: () => {
      pausing = new AbortController();
      bell.ring();
    },
    isPaused: () => pausing.signal.aborted,
    signal: () => pausing.signal,
    untilResumed: async (signal) => {
      while (pausing.signal.aborted) await bell.wait(signal);
    },
  };
}
