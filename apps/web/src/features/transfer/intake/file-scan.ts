import { onWipe } from '../../../lib/wipe.ts';

/** Chosen or dropped files while they are being read, which takes seconds for thousands. */
export interface FileScan {
  /** Reports the count so far. False once the person has cancelled. */
  readonly report: (count: number) => boolean;
  /** `loss` is set when nothing is uploaded although the person wants it. */
  readonly end: (loss?: ScanError) => void;
}

/** `lost`: the code could not be fetched. `unread`: none of the files could be read. */
export type ScanError = 'code_unavailable' | 'unreadable';

/** Not reported yet: the component for it may not be loaded. */
let unreported: ScanError | undefined;
const counts = new Map<FileScan, number>();
const listeners = new Set<() => void>();

export function startScan(): FileScan {
  const scan: FileScan = {
    report: (count) => {
      if (!counts.has(scan)) return false;
      // Opened files are walked through again and must not be counted twice.
      change(() => counts.set(scan, Math.max(count, counts.get(scan) ?? 0)));
      return true;
    },
    end: (loss) =>
      change(() => {
        if (counts.delete(scan)) unreported = loss ?? unreported;
      }),
  };
  change(() => counts.set(scan, 0));
  return scan;
}

/** Undefined while none are being read. */
export function scannedCount(): number | undefined {
  return counts.size === 0 ? undefined : [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Returns the loss once. */
export function takeScanError(): ScanError | undefined {
  const loss = unreported;
  unreported = undefined;
  return loss;
}

export function cancelScans(): void {
  change(() => counts.clear());
}

onWipe(() => {
  takeScanError();
  cancelScans();
});

export function onScansChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(act: () => unknown): void {
  act();
  for (const listener of listeners) listener();
}
