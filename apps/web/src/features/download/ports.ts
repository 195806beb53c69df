import type { ContentsRequest, ContentsResult, TreePage, TreeRequest } from '@coffer/contracts';
import type { Result } from '@coffer/kit';

/** Why a download stopped: an error code of the API, or what only a browser can meet. */
export interface DownloadFailure {
  readonly code: string;
  /** The entries that it happened to. */
  readonly entries?: readonly Wanted[] | undefined;
  /** How long the server asks to wait. */
  readonly retryAfterMs?: number | undefined;
}

/** What tells one entry of a download from another. */
export interface Wanted {
  readonly nodeId: string;
  readonly name: string;
}

/** A {@link DownloadFailure} on its way up. */
export class DownloadStopped extends Error {
  override readonly name = 'DownloadStopped';
  readonly failure: DownloadFailure;

  constructor(failure: DownloadFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

export interface DownloadPorts {
  readonly api: {
    readonly listTree: (
      request: TreeRequest,
      signal: AbortSignal,
    ) => Promise<Result<TreePage, DownloadFailure>>;
    readonly signContents: (
      files: ContentsRequest['files'],
      signal: AbortSignal,
    ) => Promise<Result<ContentsResult, DownloadFailure>>;
  };
  /** Asks the store for the bytes from `from` on. Rejects where it cannot be reached, or with the signal's reason. */
  readonly get: (url: string, from: number, signal: AbortSignal) => Promise<Response>;
  /** Opens a way for the bytes to the disk of the person. */
  readonly openSink: (file: SinkFile, signal: AbortSignal) => Promise<Sink>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Resolves when another try is worth it: the browser comes online, or the page is seen again. */
  readonly stirred: (signal: AbortSignal) => Promise<void>;
  /** Resolves when the person has signed in again. */
  readonly signedIn: (signal: AbortSignal) => Promise<void>;
  /** Runs a notification a little later, so that many changes are told once. */
  readonly later: (notify: () => void) => void;
  readonly now: () => number;
  readonly random: () => number;
  readonly newId: () => string;
}

export interface SinkFile {
  readonly name: string;
  readonly sizeBytes: number;
}

/** Where a download goes. What is not closed is never a whole file for the person. */
export interface Sink {
  /** Resolves when there is room for more. Rejects when the person has stopped it outside of the page. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly abort: () => void;
}
