import { MIB } from '@coffer/kit';
import { configure, type Entry, Reader, ZipReader } from '@zip.js/zip.js';
import { type ArchiveItem, ITEMS_MAX, type Listing, TAKE_MAX_BYTES, type TakeRefusal } from './item.ts';

// It runs in a worker of ours; its own are made from `blob:`, which the page refuses.
configure({ useWebWorkers: false });

/** A larger directory could not be shown in a list anyway. */
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
    if (fitting > READ_MAX) throw new Error('too much at once');
    return await this.readRange(from, fitting);
  }
}

export interface OpenZip extends Listing {
  readonly take: (index: number) => Promise<Blob | TakeRefusal>;
}

/** Only the directory at the end is read; nothing is unpacked. */
export async function openZip(sizeBytes: number, readRange: ReadRange): Promise<OpenZip> {
  const zip = new ZipReader(new RangeReader(sizeBytes, readRange));
  const entries: Entry[] = [];
  let isCut = false;
  // Suspicious names are shown as they are, and never used for saving.
  const tolerant = { strictness: 'tolerant', filenameValidation: 'tolerant' } as const;
  for await (const entry of zip.getEntriesGenerator(tolerant)) {
    isCut = entries.length === ITEMS_MAX;
    if (isCut) break;
    entries.push(entry);
  }
  return { items: entries.map(itemOf), isCut, take: async (index) => await take(entries[index]) };
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

async function take(entry: Entry | undefined): Promise<Blob | TakeRefusal> {
  if (entry === undefined || entry.directory) return 'damaged';
  if (entry.encrypted) return 'encrypted';
  const { uncompressedSize } = entry;
  if (uncompressedSize > TAKE_MAX_BYTES) return 'large';
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const kept = new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (part) => {
      length += part.length;
      // The directory may lie about the size.
      if (length > uncompressedSize) throw new Error('more than it says');
      parts.push(part.slice());
    },
  });
  const [end] = await Promise.allSettled([entry.getData(kept, { checkSignature: true })]);
  if (end.status === 'rejected' || length !== uncompressedSize) return 'damaged';
  return new Blob(parts, { type: 'application/octet-stream' });
}
