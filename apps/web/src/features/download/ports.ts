import type { ContentsRequest, ContentsResult, TreePage, TreeRequest } from '@coffer/contracts';
import type { Result } from '@coffer/kit';

/** `code` is an error code of the API or of the browser side. */
export interface DownloadFailure {
  readonly code: string;
  readonly entries?: readonly NamedNode[] | undefined;
  readonly status?: number;
  readonly retryAfterMs?: number;
}

export interface NamedNode {
  readonly nodeId: string;
  /** Set if only this version is unavailable. */
  readonly versionId?: string | null;
  readonly name: string;
}

export class DownloadError extends Error {
  override readonly name = 'DownloadStopped';
  readonly failure: DownloadFailure;

  constructor(failure: DownloadFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** The calls of a member, or of a guest with a public link. */
export interface ContentCalls {
  readonly listTree: (
    request: TreeRequest,
    signal: AbortSignal,
  ) => Promise<Result<TreePage, DownloadFailure>>;
  readonly signContents: (
    files: ContentsRequest['files'],
    signal: AbortSignal,
  ) => Promise<Result<ContentsResult, DownloadFailure>>;
  /** Maximum number of files in one call. */
  readonly signedMax: number;
  readonly urlLifeMs: number;
}

export interface DownloadPorts {
  readonly api: ContentCalls;
  /** Rejects if the store is unreachable, or with the signal's reason. */
  readonly get: (url: string, from: number, signal: AbortSignal) => Promise<Response>;
  readonly openSink: (file: SinkFile, signal: AbortSignal) => Promise<Sink>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Calls the listener when a retry may succeed: the browser is online again, or the page is visible again. */
  readonly onRetryHint: (listener: () => void) => void;
  readonly untilSignedIn: (signal: AbortSignal) => Promise<void>;
  readonly schedule: (notify: () => void) => void;
  readonly now: () => number;
  readonly random: () => number;
  readonly newId: () => string;
}

export interface SinkFile {
  readonly name: string;
  readonly sizeBytes: number;
}

/** Receives the bytes of a file, which is complete only after `close`. */
export interface Sink {
  /** Rejects if the person cancels the download in the browser. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly abort: () => void;
}
