import { GIB } from '@coffer/kit';
import { DownloadStopped, type Sink, type SinkFile } from './ports.ts';

/** What a browser is asked to hold at once, where it takes nothing as it comes. */
const HELD_MAX_BYTES = GIB;

/** For browsers without service workers, such as private windows of some: gathers everything, then saves it. */
export function openMemorySink({ name, sizeBytes }: SinkFile): Promise<Sink> {
  if (sizeBytes > HELD_MAX_BYTES) return Promise.reject(new DownloadStopped({ code: 'too_large_here' }));
  const parts: Blob[] = [];
  return Promise.resolve({
    // As a Blob each, which browsers may lay on the disk.
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
