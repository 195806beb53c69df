import type { Leadership } from './platform/db/leader.ts';

/** Work without a request. It may be killed anywhere, and must tolerate that two servers run it at once. */
export interface BackgroundTask {
  readonly name: string;
  /** Pause between two rounds. */
  readonly everyMs: number;
  /** Only one server runs it at a time. Without, every server does. */
  readonly leader?: Leadership;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
}
