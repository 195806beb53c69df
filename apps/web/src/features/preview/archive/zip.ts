import { MIB } from '@coffer/kit';
import { configure, type Entry, Reader, ZipReader } from '@zip.js/zip.js';
import { type ArchiveItem, ITEMS_MAX, type Listing, EXTRACT_MAX_BYTES, type ExtractError } from './item.ts';

// This code already runs in a worker. The library would start another one from a `blob:` URL, which the
// Content-Security-Policy of the page forbids.
configure({ useWebWorkers: false });

/** Limit of one read. A larger zip directory has more items than the list shows anyway. */
const READ_MAX = 64 * MIB;

export type ReadRange = (from: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

class RangeReader extends Reader<undefined> {
  readonly readRange: ReadRange;

  constructor(sizeBytes: number, readRange: ReadRange) {
    super(undefined);
    this.size = sizeBytes;
    this.readRange = readRange;
  }

  override async readUint8Array(from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const fitting = Math.min(length, this.size - from);
    if (fitting <= 0) return new Uint8Array();
    if (fitting > READ_MAX) throw new Error('a read exceeds the size limit');
    return await this.readRange(from, fitting);
  }
}

export interface OpenZip extends Listing {
  readonly extract: (index: number) => Promise<Blob | ExtractError>;
}

/** Reads only the directory at the end of the file, and unpacks nothing. */
export async function openZip(sizeBytes: number, readRange: ReadRange): Promise<OpenZip> {
  const zip = new ZipReader(new RangeReader(sizeBytes, readRange));
  const entries: Entry[] = [];
  let isTruncated = false;
  // Suspicious names are listed unchanged. A file is saved under the last part of its name, without control
  // characters.
  const tolerant = { strictness: 'tolerant', filenameValidation: 'tolerant' } as const;
  for await (const entry of zip.getEntriesGenerator(tolerant)) {
    isTruncated = entries.length === ITEMS_MAX;
    if (isTruncated) break;
    entries.push(entry);
  }
  return { items: entries.map(itemOf), isTruncated, extract: async (index) => await extract(entries[index]) };
}

function itemOf(entry: Entry): ArchiveItem {
  const modifiedMs = entry.lastModDate.getTime();
  return {
    path: entry.filename,
    kind: entry.directory ? 'folder' : 'file',
    sizeBytes: entry.uncompressedSize,
    modifiedMs: Number.isNaN(modifiedMs) ? undefined : modifiedMs,
    isEncrypted: entry.encrypted,
  };
}

async function extract(entry: Entry | undefined): Promise<Blob | ExtractError> {
  if (entry === undefined || entry.directory) return 'damaged';
  if (entry.encrypted) return 'encrypted';
  const { uncompressedSize } = entry;
  if (uncompressedSize > EXTRACT_MAX_BYTES) return 'large';
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (part) => {
      length += part.length;
      // The size declared in the directory may be wrong.
      if (length > uncompressedSize) throw new Error('the content is larger than declared');
      parts.push(part.slice());
    },
  });
  const [end] = await Promise.allSettled([entry.getData(sink, { checkSignature: true })]);
  if (end.status === 'rejected' || length !== uncompressedSize) return 'damaged';
  return new Blob(parts, { type: 'application/octet-stream' });
}
