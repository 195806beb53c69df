import type { ContentsRequest, ContentsResult, TreePage, TreeRequest } from '@coffer/contracts';
import type { Result } from '@coffer/kit';

/** An API error code or a code of the browser side. */
export interface DownloadFailure {
  readonly code: string;
  readonly entries?: readonly NamedNode[] | undefined;
  readonly status?: number;
  readonly retryAfterMs?: number;
}

export interface NamedNode {
  readonly nodeId: string;
  /** Where only this version cannot be had. */
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

/** Calls of a member, or of a guest with a public link. */
export interface ContentCalls {
  readonly listTree: (
    request: TreeRequest,
    signal: AbortSignal,
  ) => Promise<Result<TreePage, DownloadFailure>>;
  readonly signContents: (
    files: ContentsRequest['files'],
    signal: AbortSignal,
  ) => Promise<Result<ContentsResult, DownloadFailure>>;
  /** Files in one call. */
  readonly signedMax: number;
  readonly urlLifeMs: number;
}

export interface DownloadPorts {
  readonly api: ContentCalls;
  /** Rejects when the store is unreachable, or with the signal's reason. */
  readonly get: (url: string, from: number, signal: AbortSignal) => Promise<Response>;
  readonly openSink: (file: SinkFile, signal: AbortSignal) => Promise<Sink>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Calls the listener when a retry may succeed: the browser is online or the page visible again. */
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

/** Without `close` the file is never complete. */
export interface Sink {
  /** Rejects when the person cancels in the browser. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly abort: () => void;
}
