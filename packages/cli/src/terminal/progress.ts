import { SECOND_MS } from '@coffer/kit';
import { formatBytes } from './format.ts';
import type { Stream } from './output.ts';

const EVERY_MS = 100;
/** Width of a terminal that does not report one. */
const COLUMNS = 80;
const SPEED_OVER_MS = 5 * SECOND_MS;

/** One progress line on standard error, only on a terminal. */
export interface Progress {
  /** Expects more files and bytes. */
  readonly expect: (files: number, bytes: number) => void;
  /** Negative if bytes have to be sent again. */
  readonly addBytes: (bytes: number) => void;
  readonly addFile: () => void;
  readonly clear: () => void;
}

interface ProgressOptions {
  readonly stderr: Stream;
  readonly isShown: boolean;
  readonly now: () => number;
}

export function createProgress({ stderr, isShown, now }: ProgressOptions): Progress {
  const total = { files: 0, bytes: 0 };
  const done = { files: 0, bytes: 0 };
  const samples: { readonly at: number; readonly bytes: number }[] = [];
  let drawnAt = 0;
  let isDrawn = false;
  const clear = (): void => {
    if (isDrawn) stderr.write('\r\u001B[K');
    isDrawn = false;
  };
  const draw = (): void => {
    const at = now();
    if (!isShown || at - drawnAt < EVERY_MS || total.files === 0) return;
    drawnAt = at;
    samples.push({ at, bytes: done.bytes });
    while (samples.length > 2 && at - (samples[0]?.at ?? at) > SPEED_OVER_MS) samples.shift();
    const text = progressLine({ total, done, bytesPerSecond: speedOf(samples) });
    stderr.write(`\r\u001B[K${text.slice(0, Math.max(20, (stderr.columns || COLUMNS) - 1))}`);
    isDrawn = true;
  };
  return {
    expect: (files, bytes) => {
      total.files += files;
      total.bytes += bytes;
      draw();
    },
    addBytes: (bytes) => {
      done.bytes += bytes;
      draw();
    },
    addFile: () => {
      done.files += 1;
      draw();
    },
    clear,
  };
}

function speedOf(samples: readonly { readonly at: number; readonly bytes: number }[]): number {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.at === first.at) return 0;
  return Math.max(0, ((last.bytes - first.bytes) * SECOND_MS) / (last.at - first.at));
}

interface Amount {
  readonly files: number;
  readonly bytes: number;
}

export function progressLine({
  total,
  done,
  bytesPerSecond,
}: {
  readonly total: Amount;
  readonly done: Amount;
  readonly bytesPerSecond: number;
}): string {
  const files = total.files === 1 ? '' : `${done.files} of ${total.files} files, `;
  const bytes = `${formatBytes(done.bytes)} of ${formatBytes(total.bytes)}`;
  if (bytesPerSecond === 0) return `${files}${bytes}`;
  const seconds = Math.ceil(Math.max(0, total.bytes - done.bytes) / bytesPerSecond);
  return `${files}${bytes}, ${formatBytes(bytesPerSecond)}/s, ${durationOf(seconds)} left`;
}

function durationOf(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.ceil((seconds % 3600) / 60)} min`;
}
