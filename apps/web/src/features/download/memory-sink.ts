import { GIB } from '@coffer/kit';
import { DownloadError, type Sink, type SinkFile } from './ports.ts';

const HELD_MAX_BYTES = GIB;

/** A fallback for browsers without service workers. */
export function openMemorySink({ name, sizeBytes }: SinkFile): Promise<Sink> {
  if (sizeBytes > HELD_MAX_BYTES) return Promise.reject(new DownloadError({ code: 'too_large_for_window' }));
  const parts: Blob[] = [];
  return Promise.resolve({
    // A Blob instead of bytes, because browsers may move Blobs to disk.
    write: (bytes) => Promise.resolve(void parts.push(new Blob([bytes]))),
    close: () => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(parts, { type: 'application/zip' }));
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      return Promise.resolve();
    },
    abort: () => {
      parts.length = 0;
    },
  });
}
