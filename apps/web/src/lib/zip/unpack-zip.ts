import { KIB, MIB } from '@coffer/kit';
import { configure, type Entry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';

// The library creates its workers from `blob:` URLs, which our content security policy refuses.
configure({ useWebWorkers: false });

export interface UnpackLimits {
  readonly parts: number;
  /** Limit of one part. */
  readonly partBytes: number;
  readonly totalBytes: number;
}

export const DOCUMENT_LIMITS: UnpackLimits = {
  parts: 10_000,
  partBytes: 64 * MIB,
  totalBytes: 192 * MIB,
};

/** Contents by path. */
export type Parts = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

export type UnpackRefusal = 'damaged' | 'encrypted' | 'large';

const PATH_MAX = KIB;

/** Counts the unpacked bytes instead of trusting the directory, so that a small file cannot fill the memory. */
export async function unpackZip(
  bytes: Uint8Array<ArrayBuffer>,
  limits: UnpackLimits = DOCUMENT_LIMITS,
): Promise<Parts | UnpackRefusal> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes));
  const [end] = await Promise.allSettled([readAll(zip, limits)]);
  if (end.status === 'fulfilled') return end.value;
  return end.reason instanceof TooMuch ? 'large' : 'damaged';
}

class TooMuch extends Error {}

async function readAll(
  zip: ZipReader<unknown>,
  limits: UnpackLimits,
): Promise<Parts | Exclude<UnpackRefusal, 'large'>> {
  const entries: Entry[] = [];
  const tolerant = { strictness: 'tolerant', filenameValidation: 'tolerant' } as const;
  for await (const entry of zip.getEntriesGenerator(tolerant)) {
    if (entries.length >= limits.parts) throw new TooMuch('the archive has more entries than the limit');
    if (entry.encrypted) return 'encrypted';
    if (!entry.directory && entry.filename.length <= PATH_MAX) entries.push(entry);
  }
  const parts = new Map<string, Uint8Array<ArrayBuffer>>();
  let left = limits.totalBytes;
  for (const entry of entries) {
    const part = await readEntry(entry, Math.min(left, limits.partBytes));
    left -= part.length;
    parts.set(entry.filename.replace(/^\/+/, ''), part);
  }
  return parts;
}

async function readEntry(entry: Entry, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.directory) return new Uint8Array();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const kept = new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (piece) => {
      length += piece.length;
      if (length > maxBytes) throw new TooMuch('the unpacked entries exceed the size limit');
      pieces.push(piece.slice());
    },
  });
  await entry.getData(kept);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
