import type { TaskName } from '@coffer/contracts';
import type { Leadership } from './platform/db/leader.ts';

/** Work without a request. It may be killed at any time, and must tolerate two servers running it. */
export interface BackgroundTask {
  readonly name: TaskName;
  /** Pause between two rounds. */
  readonly everyMs: number;
  /** Pause while Coffer is idle; activity ends it. Default: the usual pause. */
  readonly restMs?: number;
  /** Whether a commit, here or on another server, ends the pause. The rounds that find nothing must be cheap. */
  readonly isWokenByCommits?: true;
  /** Only one server runs it at a time. Without, every server does. */
  readonly leader?: Leadership;
  /** A number above 0 means that there was work, so the next round follows soon. */
  readonly work: (signal: AbortSignal) => Promise<unknown>;
}
