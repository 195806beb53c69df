import { onWipe } from '../../../lib/wipe.ts';

/** Reading chosen or dropped files, which takes seconds for thousands of files. */
export interface FileScan {
  /** Reports the number of files so far. Returns false once the person has cancelled. */
  readonly report: (count: number) => boolean;
  /** `error` is set if nothing is uploaded and the person did not cancel. */
  readonly end: (error?: ScanError) => void;
}

/** `code_unavailable`: the code could not be loaded. `unreadable`: none of the files could be read. */
export type ScanError = 'code_unavailable' | 'unreadable';

/** An error that is not reported yet, because the component that shows it may not be loaded. */
let unreported: ScanError | undefined;
const counts = new Map<FileScan, number>();
const listeners = new Set<() => void>();

export function startScan(): FileScan {
  const scan: FileScan = {
    report: (count) => {
      if (!counts.has(scan)) return false;
      // Files that were already opened are visited again, and must not be counted twice.
      change(() => counts.set(scan, Math.max(count, counts.get(scan) ?? 0)));
      return true;
    },
    end: (error) =>
      change(() => {
        if (counts.delete(scan)) unreported = error ?? unreported;
      }),
  };
  change(() => counts.set(scan, 0));
  return scan;
}

/** The number of files read so far. Undefined while no files are being read. */
export function scannedCount(): number | undefined {
  return counts.size === 0 ? undefined : [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Returns the error, and forgets it. */
export function takeScanError(): ScanError | undefined {
  const error = unreported;
  unreported = undefined;
  return error;
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
