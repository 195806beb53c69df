import { SECOND_MS } from '@coffer/kit';

/** Sleeping disks and network drives may need seconds for the first byte. */
export const READ_TIMEOUT_MS = 10 * SECOND_MS;
const SLOWEST_BYTES_PER_MS = 100;
const READS_MAX = 3;

/** Watches a read of `bytes` bytes. The read fails if no parallel read has made progress for too long. */
export type ReadWatchdog = <T>(read: Promise<T>, bytes?: number) => Promise<T>;

/**
 * Chromium sometimes loses a read of a Blob, which then neither resolves nor rejects; a retry works. Parallel reads
 * share the drive, so a read may wait as long as another one makes progress.
 */
export function createReadWatchdog(): ReadWatchdog {
  const waiting = new Set<() => void>();
  let bytesAwaited = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = (): void => {
    clearTimeout(timer);
    if (waiting.size === 0) return;
    timer = setTimeout(
      () => {
        for (const timeOut of waiting) timeOut();
      },
      READ_TIMEOUT_MS + bytesAwaited / SLOWEST_BYTES_PER_MS,
    );
  };
  return async (read, bytes = 0) => {
    const { promise, reject } = Promise.withResolvers<never>();
    const timeOut = (): void => reject(new DOMException('timed out', TIMEOUT));
    waiting.add(timeOut);
    bytesAwaited += bytes;
    restartTimer();
    try {
      return await Promise.race([read, promise]);
    } finally {
      waiting.delete(timeOut);
      bytesAwaited -= bytes;
      restartTimer();
    }
  };
}

export async function retryLostReads<T>(read: () => Promise<T>): Promise<T> {
  for (let reads = 1; ; reads += 1) {
    const [end] = await Promise.allSettled([read()]);
    if (end.status === 'fulfilled') return end.value;
    if (reads === READS_MAX || !isTimeout(end.reason)) throw end.reason;
  }
}

export async function isReadable(blob: Blob): Promise<boolean> {
  const watch = createReadWatchdog();
  const [read] = await Promise.allSettled([retryLostReads(() => watch(blob.slice(0, 1).arrayBuffer()))]);
  return read.status === 'fulfilled';
}

const TIMEOUT = 'TimeoutError';

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === TIMEOUT;
}
