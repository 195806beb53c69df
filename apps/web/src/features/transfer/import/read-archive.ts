import { KIB, MIB } from '@coffer/kit';
import { nodeNameIssue } from '@coffer/contracts';
import { BlobReader, configure, type Entry, type FileEntry, ZipReader } from '@zip.js/zip.js';

// The library creates its workers from `blob:` URLs, which our content security policy refuses.
configure({ useWebWorkers: false });

const ENTRIES_MAX = 1_000_000;
const PATH_MAX = 64 * KIB;
/** Deflate compresses at most 1,032 to 1, so an entry that claims more is forged. */
const PACKED_MAX = 1_040;
/** Compressed entries are unpacked in memory, so larger ones are not imported. */
const UNPACKED_MAX_BYTES = 2_048 * MIB;

export type ProblemCode =
  | 'path'
  | 'twin'
  | 'encrypted'
  | 'link'
  | 'size'
  | 'missing'
  | 'damaged'
  | 'failed'
  | 'details';

/** An item that was not imported, or not imported unchanged. */
export interface ImportProblem {
  readonly path: string;
  readonly code: ProblemCode;
}

export interface ArchiveFile {
  /** The path in the zip file, checked to be safe. */
  readonly path: readonly string[];
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly entry: FileEntry;
}

export interface Archive {
  readonly zip: Blob;
  /** Keyed by the path in the zip file. */
  readonly files: ReadonlyMap<string, ArchiveFile>;
  readonly folders: ReadonlyMap<string, readonly string[]>;
  readonly problems: readonly ImportProblem[];
}

/**
 * Reads only the directory of the zip file. Resolves to undefined if it cannot be read, its entries overlap, or there
 * are more than `ENTRIES_MAX`.
 */
export async function readArchive(zip: Blob): Promise<Archive | undefined> {
  const [read] = await Promise.allSettled([readEntries(zip)]);
  return read.status === 'fulfilled' ? read.value : undefined;
}

async function readEntries(zip: Blob): Promise<Archive> {
  const files = new Map<string, ArchiveFile>();
  const folders = new Map<string, readonly string[]>();
  const problems: ImportProblem[] = [];
  let packedBytes = 0;
  let count = 0;
  const tolerant = { strictness: 'tolerant', filenameValidation: 'tolerant' } as const;
  for await (const entry of new ZipReader(new BlobReader(zip)).getEntriesGenerator(tolerant)) {
    count += 1;
    packedBytes += entry.compressedSize;
    if (count > ENTRIES_MAX || packedBytes > zip.size) throw new Error('overlapping or too many entries');
    const path = pathOf(entry);
    const code = path === undefined ? 'path' : problemOf(entry, { path, files, folders });
    if (path === undefined || code !== undefined) {
      problems.push({ path: entry.filename.slice(0, 1_000), code: code ?? 'path' });
    } else if (entry.directory) folders.set(path.join('/'), path);
    else {
      const modifiedMs = entry.lastModDate.getTime();
      const { uncompressedSize: sizeBytes } = entry;
      files.set(path.join('/'), {
        path,
        sizeBytes,
        entry,
        modifiedMs: Number.isNaN(modifiedMs) ? 0 : modifiedMs,
      });
    }
  }
  return { zip, files, folders, problems };
}

/** Returns undefined for a path that leads outside, is too long, or contains a name that Coffer does not allow. */
function pathOf({ filename, directory }: Entry): readonly string[] | undefined {
  if (filename.length > PATH_MAX) return undefined;
  return safePath(directory ? filename.replace(/\/$/, '') : filename);
}

export function safePath(text: string): readonly string[] | undefined {
  const names = text.split('/');
  const isSafe = names.every((name) => nodeNameIssue(name) === undefined);
  return isSafe && !/^[a-z]:/i.test(text) && !text.includes('\\') ? names : undefined;
}

function problemOf(
  entry: Entry,
  { path, files, folders }: { readonly path: readonly string[] } & Pick<Archive, 'files' | 'folders'>,
): ProblemCode | undefined {
  const key = path.join('/');
  if (files.has(key) || (!entry.directory && folders.has(key))) return 'twin';
  if (entry.symlink) return 'link';
  if (entry.encrypted) return 'encrypted';
  const { compressedSize, uncompressedSize } = entry;
  if (isStored(entry)) return compressedSize === uncompressedSize ? undefined : 'size';
  const isBomb = uncompressedSize > KIB + compressedSize * PACKED_MAX;
  return isBomb || uncompressedSize > UNPACKED_MAX_BYTES ? 'size' : undefined;
}

function isStored({ compressionMethod }: Entry): boolean {
  return compressionMethod === 0;
}

const LOCAL_HEADER_BYTES = 30;
const LOCAL_HEADER = 0x04_03_4b_50;

/**
 * Takes a slice of the zip file for an uncompressed entry, however large, and unpacks a compressed one. Resolves to
 * undefined if the entry is damaged.
 */
export async function contentOf(zip: Blob, { entry, sizeBytes }: ArchiveFile): Promise<Blob | undefined> {
  if (!isStored(entry)) return await unpack(entry);
  const header = new DataView(await zip.slice(entry.offset, entry.offset + LOCAL_HEADER_BYTES).arrayBuffer());
  if (header.byteLength < LOCAL_HEADER_BYTES || header.getUint32(0, true) !== LOCAL_HEADER) return undefined;
  const from = entry.offset + LOCAL_HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  const content = zip.slice(from, from + sizeBytes);
  return content.size === sizeBytes ? content : undefined;
}

async function unpack(entry: FileEntry): Promise<Blob | undefined> {
  const parts: Blob[] = [];
  let length = 0;
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (part) => {
      length += part.length;
      if (length > entry.uncompressedSize) throw new Error('the entry is larger than it declares');
      parts.push(new Blob([part]));
    },
  });
  const [end] = await Promise.allSettled([entry.getData(sink, { checkSignature: true })]);
  return end.status === 'fulfilled' && length === entry.uncompressedSize ? new Blob(parts) : undefined;
}
