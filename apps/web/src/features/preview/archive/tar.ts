import { type ArchiveItem, ITEMS_MAX } from './item.ts';

export interface TarSource {
  /** Undefined at the end of the archive. Throws if fewer than `length` bytes are left. */
  read(length: number): Promise<Uint8Array | undefined>;
  /** Undefined if a limit on requests, size or time is exceeded. */
  skip(length: number): Promise<true | undefined>;
}

export interface TarItem extends ArchiveItem {
  /** Offset of the content in the archive. */
  readonly offset: number;
}

interface TarListing {
  readonly items: readonly TarItem[];
  readonly isTruncated: boolean;
}

const BLOCK = 512;
const LONG_NAME_MAX = 64 * 1_024;

interface Header {
  readonly name: string;
  readonly size: number;
  readonly modifiedMs: number;
  readonly type: string;
}

interface ExtendedHeader {
  path?: string;
  size?: number;
  modifiedMs?: number;
}

/** Lists a tar archive by reading its headers one after another and skipping the contents. */
export async function listTar(source: TarSource): Promise<TarListing> {
  const items: TarItem[] = [];
  let extended: ExtendedHeader = {};
  let offset = 0;
  for (;;) {
    const block = await source.read(BLOCK);
    if (block === undefined) return { items, isTruncated: false };
    offset += BLOCK;
    // Two blocks of zeros end an archive; the first one is enough to stop.
    if (block.every((byte) => byte === 0)) return { items, isTruncated: false };
    const header = headerOf(block);
    const padded = (size: number): number => Math.ceil(size / BLOCK) * BLOCK;
    if (header.type === 'L' || header.type === 'K' || header.type === 'x' || header.type === 'g') {
      if (header.size > LONG_NAME_MAX) throw new Error('an extended header exceeds the size limit');
      const bytes = header.size === 0 ? new Uint8Array() : await source.read(padded(header.size));
      if (bytes === undefined) throw new Error('the archive is truncated');
      offset += padded(header.size);
      extended = { ...extended, ...readExtendedHeader(header.type, bytes.subarray(0, header.size)) };
      continue;
    }
    const item = itemOf(header, extended, offset);
    const size = extended.size ?? header.size;
    extended = {};
    if (items.length === ITEMS_MAX) return { items, isTruncated: true };
    items.push(item);
    offset += padded(size);
    if (size > 0 && (await source.skip(padded(size))) === undefined) return { items, isTruncated: true };
  }
}

function itemOf(header: Header, extended: ExtendedHeader, offset: number): TarItem {
  const path = extended.path ?? header.name;
  const kind =
    header.type === '5' || path.endsWith('/')
      ? 'folder'
      : header.type === '1' || header.type === '2'
        ? 'link'
        : 'file';
  return {
    path,
    kind,
    sizeBytes: kind === 'file' ? (extended.size ?? header.size) : 0,
    modifiedMs: extended.modifiedMs ?? header.modifiedMs,
    isEncrypted: false,
    offset,
  };
}

function headerOf(block: Uint8Array): Header {
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (sum !== numberAt(block, 148, 8)) throw new Error('the checksum of a header is wrong');
  const isUstar = textAt(block, 257, 5) === 'ustar';
  const prefix = isUstar ? textAt(block, 345, 155) : '';
  const name = textAt(block, 0, 100);
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    size: numberAt(block, 124, 12),
    modifiedMs: numberAt(block, 136, 12) * 1_000,
    type: String.fromCharCode(block[156] ?? 0),
  };
}

function textAt(block: Uint8Array, from: number, length: number): string {
  const field = block.subarray(from, from + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}

/** Reads a number field: octal, or binary if the first bit is set. */
function numberAt(block: Uint8Array, from: number, length: number): number {
  const first = block[from] ?? 0;
  if (first >= 0x80) {
    let value = first & 0x3f;
    for (const byte of block.subarray(from + 1, from + length)) value = value * 256 + byte;
    return checked(value);
  }
  const digits = textAt(block, from, length).trim();
  return digits === '' ? 0 : checked(Number.parseInt(digits, 8));
}

function checked(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error('a number in a header is negative or too large');
  return value;
}

/** Reads metadata that applies to the next header. */
function readExtendedHeader(type: string, bytes: Uint8Array): ExtendedHeader {
  const text = new TextDecoder().decode(bytes);
  if (type === 'L') return { path: text.replace(/\0.*$/s, '') };
  if (type !== 'x') return {};
  const extended: ExtendedHeader = {};
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const length = Number(new TextDecoder().decode(bytes.subarray(at, space)));
    if (space < 0 || !Number.isInteger(length) || length <= space - at) break;
    const [key = '', ...rest] = new TextDecoder()
      .decode(bytes.subarray(space + 1, at + length - 1))
      .split('=');
    const value = rest.join('=');
    if (key === 'path') extended.path = value;
    if (key === 'size') extended.size = checked(Number(value));
    if (key === 'mtime') extended.modifiedMs = Math.round(Number(value) * 1_000);
    at += length;
  }
  return extended;
}
