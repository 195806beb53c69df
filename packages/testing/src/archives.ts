import { crc32, deflateRawSync } from 'node:zlib';

export interface ArchivePart {
  readonly name: string;
  readonly content?: Buffer;
  /** The size that the archive claims, independent of the actual size. */
  readonly claimedSize?: number;
  readonly isEncrypted?: boolean;
  readonly isPacked?: boolean;
}

const UTF8_NAME = 0x0800;
/** 14 October 2026, 09:20, in MS-DOS format. */
const DOS_TIME = (9 << 11) | (20 << 5);
const DOS_DATE = ((2026 - 1980) << 9) | (10 << 5) | 14;

/** @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
export function createZip(parts: readonly ArchivePart[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const { name, content = Buffer.alloc(0), isPacked = false } = part;
    const nameBytes = Buffer.from(name);
    const data = isPacked ? deflateRawSync(content) : content;
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(UTF8_NAME | (part.isEncrypted === true ? 1 : 0), 2);
    shared.writeUInt16LE(isPacked ? 8 : 0, 4);
    shared.writeUInt16LE(DOS_TIME, 6);
    shared.writeUInt16LE(DOS_DATE, 8);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(part.claimedSize ?? content.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, nameBytes, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), shared, rest, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  // A count that exceeds the field is derived from the bytes of the directory.
  end.writeUInt16LE(Math.min(parts.length, 0xfffe), 8);
  end.writeUInt16LE(Math.min(parts.length, 0xfffe), 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([
    ...locals,
    ...(parts.length > 0xfffe ? [index, zip64End(parts.length, index, offset), end64(end)] : [index, end]),
  ]);
}

function zip64End(count: number, index: Buffer, offset: number): Buffer {
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(index.length), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + index.length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator]);
}

function end64(end: Buffer): Buffer {
  const marked = Buffer.from(end);
  marked.fill(0xff, 8, 20);
  return marked;
}

const TAR_TYPES = { file: '0', folder: '5', longName: 'L', ahead: 'x' } as const;

/** @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html */
export function createTar(
  parts: readonly (ArchivePart & { readonly type?: keyof typeof TAR_TYPES })[],
): Buffer {
  const blocks = parts.flatMap(({ name, content = Buffer.alloc(0), claimedSize, type = 'file' }) => {
    const header = Buffer.alloc(512);
    header.write(name.slice(0, 100));
    header.write('0000644\0', 100);
    header.write(`${(claimedSize ?? content.length).toString(8).padStart(11, '0')}\0`, 124);
    header.write(`${Math.floor(Date.UTC(2026, 9, 14) / 1_000).toString(8)}\0`, 136);
    header.write(TAR_TYPES[type], 156);
    header.write('ustar\x0000', 257);
    header.fill(' ', 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}
