import type { Leadership } from './platform/db/leader.ts';

/** Work without a request. It may be killed anywhere, and must tolerate that two servers run it at once. */
export interface BackgroundTask {
  readonly name: string;
  /** Pause between two rounds. */
  readonly everyMs: number;
  /** Pause while Coffer is idle; activity ends it. Default: the usual pause. */
  readonly restMs?: number;
  /** Only one server runs it at a time. Without, every server does. */
  readonly leader?: Leadership;
  /** A number above 0 says that there was something to do, so that it does not rest now. */
  readonly work: (signal: AbortSignal) => Promise<unknown>;
}
