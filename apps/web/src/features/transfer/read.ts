import { SECOND_MS } from '@coffer/kit';

/** Discs that sleep and folders of a network need some seconds for the first byte, and the slowest give so much in a millisecond. */
export const SILENT_MS = 10 * SECOND_MS;
const SLOWEST_BYTES_PER_MS = 100;
const READS_MAX = 3;

/** Listens to a read of so many bytes that come at once: it is given up when none of those beside it has shown anything for too long. */
export type Heard = <T>(read: Promise<T>, bytes?: number) => Promise<T>;

/**
 * Nothing may wait for a read for ever: Chromium loses one of a file now and then (measured: one `read()` of a stream of a Blob in some ten
 * thousand neither gives nor fails), and the next one works. Reads beside each other share a drive, in whatever way: as long as one of
 * them is answered the others may be waiting for their turn, and each of them may have waited for the bytes of all.
 */
export function createHeard(): Heard {
  const waiting = new Set<() => void>();
  let bytesAwaited = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listen = (): void => {
    clearTimeout(timer);
    if (waiting.size === 0) return;
    timer = setTimeout(
      () => {
        for (const giveUp of waiting) giveUp();
      },
      SILENT_MS + bytesAwaited / SLOWEST_BYTES_PER_MS,
    );
  };
  return async (read, bytes = 0) => {
    const { promise, reject } = Promise.withResolvers<never>();
    const giveUp = (): void => reject(new DOMException('lost', LOST));
    waiting.add(giveUp);
    bytesAwaited += bytes;
    listen();
    try {
      return await Promise.race([read, promise]);
    } finally {
      waiting.delete(giveUp);
      bytesAwaited -= bytes;
      listen();
    }
  };
}

/** Reads; a read that was lost is made again. */
export async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  for (let reads = 1; ; reads += 1) {
    const [end] = await Promise.allSettled([read()]);
    if (end.status === 'fulfilled') return end.value;
    if (reads === READS_MAX || !isLost(end.reason)) throw end.reason;
  }
}

/** Whether anything can be read of it (still). */
export async function isReadable(blob: Blob): Promise<boolean> {
  const heard = createHeard();
  const [read] = await Promise.allSettled([readAgain(() => heard(blob.slice(0, 1).arrayBuffer()))]);
  return read.status === 'fulfilled';
}

const LOST = 'TimeoutError';

function isLost(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === LOST;
}
