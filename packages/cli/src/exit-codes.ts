/** Documented in docs/command-line.md. */
export const EXIT = {
  done: 0,
  failed: 1,
  /** Files changed on both sides; nothing was overwritten. */
  conflict: 3,
  wrongArguments: 64,
  unreachable: 69,
  notSignedIn: 77,
  stopped: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
