import { onWipe } from '../../../lib/wipe.ts';

/** Chosen or dropped files while they are being read, which takes seconds for thousands. */
export interface FileScan {
  /** Reports the count so far. False once the person has cancelled. */
  readonly report: (count: number) => boolean;
  /** `error` is set when nothing is uploaded although the person did not cancel. */
  readonly end: (error?: ScanError) => void;
}

/** `code_unavailable`: the code could not be fetched. `unreadable`: none of the files could be read. */
export type ScanError = 'code_unavailable' | 'unreadable';

/** Not reported yet: the component that reports it may not be loaded. */
let unreported: ScanError | undefined;
const counts = new Map<FileScan, number>();
const listeners = new Set<() => void>();

export function startScan(): FileScan {
  const scan: FileScan = {
    report: (count) => {
      if (!counts.has(scan)) return false;
      // Opened files are visited again and must not be counted twice.
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

/** Undefined while none are being read. */
export function scannedCount(): number | undefined {
  return counts.size === 0 ? undefined : [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Returns the error once. */
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
