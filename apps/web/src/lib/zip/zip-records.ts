// An uncompressed entry, so that the size is known before the first byte. The checksum follows the content.
// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT

export interface ZipEntry {
  /** Separated by `/`; a folder ends with `/`. */
  readonly path: string;
  readonly isFolder: boolean;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

export interface WrittenEntry {
  readonly entry: ZipEntry;
  readonly offset: number;
  readonly crc: number;
}

const MAX_16 = 0xff_ff;
const MAX_32 = 0xff_ff_ff_ff;
/** Names are UTF-8. */
const UTF8 = 0x08_00;
/** The checksum follows in a data descriptor. */
const CRC_FOLLOWS = 0x00_08;
const VERSION = 20;
const VERSION_64 = 45;
const MADE_ON_UNIX = 3 << 8;
const FILE_MODE = 0o100_644;
const FOLDER_MODE = 0o040_755;
const DOS_FOLDER = 0x10;

const encoder = new TextEncoder();

/** Local file header. */
export function headerOf(entry: ZipEntry): Uint8Array<ArrayBuffer> {
  const name = encoder.encode(entry.path);
  const isLarge = needs64(entry.sizeBytes);
  const out = new Writer();
  out.u32(0x04_03_4b_50);
  out.u16(isLarge ? VERSION_64 : VERSION);
  out.u16(flagsOf(entry));
  out.u16(0);
  out.u32(dosTimeOf(entry.modifiedAt));
  out.u32(0);
  const size = isLarge ? MAX_32 : entry.sizeBytes;
  out.u32(size);
  out.u32(size);
  out.u16(name.length);
  const extra = new Writer();
  if (isLarge) extra.extra64([entry.sizeBytes, entry.sizeBytes]);
  extra.time(entry.modifiedAt);
  out.u16(extra.length);
  out.bytes(name);
  out.bytes(extra.done());
  return out.done();
}

/** Data descriptor; empty for a folder. */
export function footerOf(entry: ZipEntry, crc: number): Uint8Array<ArrayBuffer> {
  if (entry.isFolder) return new Uint8Array();
  const out = new Writer();
  out.u32(0x08_07_4b_50);
  out.u32(crc);
  const write = needs64(entry.sizeBytes) ? out.u64.bind(out) : out.u32.bind(out);
  write(entry.sizeBytes);
  write(entry.sizeBytes);
  return out.done();
}

/** Central directory record. */
export function directoryEntryOf({ entry, offset, crc }: WrittenEntry): Uint8Array<ArrayBuffer> {
  const name = encoder.encode(entry.path);
  const isLarge = needs64(entry.sizeBytes);
  const isFar = needs64(offset);
  const out = new Writer();
  out.u32(0x02_01_4b_50);
  out.u16(MADE_ON_UNIX | VERSION_64);
  out.u16(isLarge || isFar ? VERSION_64 : VERSION);
  out.u16(flagsOf(entry));
  out.u16(0);
  out.u32(dosTimeOf(entry.modifiedAt));
  out.u32(crc);
  const size = isLarge ? MAX_32 : entry.sizeBytes;
  out.u32(size);
  out.u32(size);
  out.u16(name.length);
  const extra = new Writer();
  const wide = [...(isLarge ? [entry.sizeBytes, entry.sizeBytes] : []), ...(isFar ? [offset] : [])];
  if (wide.length > 0) extra.extra64(wide);
  extra.time(entry.modifiedAt);
  out.u16(extra.length);
  out.u16(0);
  out.u16(0);
  out.u16(0);
  out.u32((((entry.isFolder ? FOLDER_MODE : FILE_MODE) << 16) >>> 0) + (entry.isFolder ? DOS_FOLDER : 0));
  out.u32(isFar ? MAX_32 : offset);
  out.bytes(name);
  out.bytes(extra.done());
  return out.done();
}

/** End of central directory. */
export function endOf(count: number, offset: number, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const is64 = count >= MAX_16 || needs64(offset) || needs64(sizeBytes);
  const out = new Writer();
  if (is64) {
    out.u32(0x06_06_4b_50);
    out.u64(44);
    out.u16(MADE_ON_UNIX | VERSION_64);
    out.u16(VERSION_64);
    out.u32(0);
    out.u32(0);
    out.u64(count);
    out.u64(count);
    out.u64(sizeBytes);
    out.u64(offset);
    out.u32(0x07_06_4b_50);
    out.u32(0);
    out.u64(offset + sizeBytes);
    out.u32(1);
  }
  out.u32(0x06_05_4b_50);
  out.u16(0);
  out.u16(0);
  out.u16(is64 ? MAX_16 : count);
  out.u16(is64 ? MAX_16 : count);
  out.u32(is64 ? MAX_32 : sizeBytes);
  out.u32(is64 ? MAX_32 : offset);
  out.u16(0);
  return out.done();
}

/** The exact size in bytes. */
export function sizeOfZip(entries: readonly ZipEntry[]): number {
  let offset = 0;
  let directory = 0;
  for (const entry of entries) {
    directory += directoryEntryOf({ entry, offset, crc: 0 }).length;
    offset += headerOf(entry).length + entry.sizeBytes + footerOf(entry, 0).length;
  }
  return offset + directory + endOf(entries.length, offset, directory).length;
}

function needs64(value: number): boolean {
  return value >= MAX_32;
}

function flagsOf({ isFolder }: ZipEntry): number {
  return isFolder ? UTF8 : UTF8 | CRC_FOLLOWS;
}

/** Local time in steps of two seconds, 1980 to 2107. */
function dosTimeOf(at: Date): number {
  const year = at.getFullYear();
  if (!(year >= 1980)) return 0x00_21_00_00;
  if (year > 2107) return 0xff_9f_bf_7d;
  const day = ((year - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate();
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

class Writer {
  #room = new Uint8Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  u16(value: number): void {
    this.#take(2).setUint16(0, value, true);
  }

  u32(value: number): void {
    this.#take(4).setUint32(0, value, true);
  }

  u64(value: number): void {
    this.#take(8).setBigUint64(0, BigInt(value), true);
  }

  bytes(some: Uint8Array): void {
    const at = this.#length;
    this.#take(some.length);
    this.#room.set(some, at);
  }

  /** Zip64 extra field: values that overflow 32 bits, in field order. */
  extra64(values: readonly number[]): void {
    this.u16(0x00_01);
    this.u16(values.length * 8);
    for (const value of values) this.u64(value);
  }

  /** Extended timestamp in UTC. */
  time(at: Date): void {
    const seconds = Math.floor(at.getTime() / 1_000);
    this.u16(0x54_55);
    this.u16(5);
    this.#take(1).setUint8(0, 1);
    this.#take(4).setInt32(0, Math.max(-(2 ** 31), Math.min(seconds, 2 ** 31 - 1)), true);
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.#room.slice(0, this.#length);
  }

  #take(count: number): DataView {
    const at = this.#length;
    this.#length += count;
    if (this.#length > this.#room.length) {
      const wider = new Uint8Array(Math.max(this.#length, this.#room.length * 2));
      wider.set(this.#room);
      this.#room = wider;
    }
    return new DataView(this.#room.buffer, at, count);
  }
}
