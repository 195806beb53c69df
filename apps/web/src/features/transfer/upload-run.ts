import type { NodeView, UploadId, UploadView } from '@coffer/contracts';
import type { Gates } from './gate.ts';
import type { Lines } from './lines.ts';
import type { TransferPorts } from './ports.ts';
import type { Place } from './reservation.ts';
import type { sameParts } from './same-parts.ts';

/** One file and where it goes. */
export interface UploadTask {
  readonly file: File;
  /** Reserved before: go on with it. */
  readonly uploadId: UploadId | undefined;
  /** Asked for before, or to be asked for now. */
  readonly place: Place;
  /** Set where the file was picked again, or read again after a reload: it must show that it is still the one that was begun. */
  readonly isSame: typeof sameParts | undefined;
}

export interface UploadObserver {
  readonly onReserved: (upload: UploadView) => void;
  readonly onProgress: (sentBytes: number) => void;
  readonly onSent: () => void;
}

export type UploadOutcome =
  | { readonly kind: 'committed'; readonly node: NodeView }
  | { readonly kind: 'skipped' };

export type UploadPorts = TransferPorts & { readonly lines: Lines; readonly gates: Gates };

/** Everything that one run of one file needs. */
export interface UploadRun {
  readonly ports: UploadPorts;
  readonly task: UploadTask;
  readonly observer: UploadObserver;
  readonly signal: AbortSignal;
}
