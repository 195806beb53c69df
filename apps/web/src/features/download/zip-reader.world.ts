import { crc32 } from 'node:zlib';

export interface ReadEntry {
  readonly path: string;
  readonly sizeBytes: number;
  readonly offset: number;
  readonly crc: number;
}

/** Reads the central directory. Throws if it is inconsistent. */
export function directoryOf(zip: Buffer): readonly ReadEntry[] {
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== 0x06_05_4b_50) throw new Error('no end of directory');
  let [count, length] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 12)];
  let behind = end;
  if (count === 0xff_ff) {
    if (zip.readUInt32LE(end - 20) !== 0x07_06_4b_50) throw new Error('no Zip64 locator');
    const wide = end - 20 - 56;
    if (zip.readUInt32LE(wide) !== 0x06_06_4b_50) throw new Error('no Zip64 end of directory');
    count = Number(zip.readBigUInt64LE(wide + 32));
    length = Number(zip.readBigUInt64LE(wide + 40));
    behind = wide;
  }
  const from = behind - length;
  const entries: ReadEntry[] = [];
  let at = from;
  for (let number = 0; number < count; number += 1) {
    if (zip.readUInt32LE(at) !== 0x02_01_4b_50) throw new Error(`no directory entry ${number}`);
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const path = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const wide = wideOf(zip.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength));
    const size = zip.readUInt32LE(at + 24);
    const sizeBytes = size === 0xff_ff_ff_ff ? Number(wide.shift()) : size;
    if (size === 0xff_ff_ff_ff) wide.shift();
    const near = zip.readUInt32LE(at + 42);
    const offset = near === 0xff_ff_ff_ff ? Number(wide.shift()) : near;
    entries.push({ path, sizeBytes, offset, crc: zip.readUInt32LE(at + 16) });
    at += 46 + nameLength + extraLength;
  }
  if (at !== behind) throw new Error('the directory does not end where it should');
  return entries;
}

function wideOf(extra: Buffer): bigint[] {
  for (let at = 0; at < extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const count = extra.readUInt16LE(at + 2) / 8;
    return Array.from({ length: count }, (_, index) => extra.readBigUInt64LE(at + 4 + index * 8));
  }
  return [];
}

/** Unpacks a zip file; a folder is null. Throws on a wrong checksum. */
export function unzipped(zip: Buffer): Record<string, Buffer | null> {
  const found: Record<string, Buffer | null> = {};
  for (const { path, sizeBytes, offset, crc } of directoryOf(zip)) {
    if (zip.readUInt32LE(offset) !== 0x04_03_4b_50) throw new Error(`no local header for ${path}`);
    const from = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
    const bytes = zip.subarray(from, from + sizeBytes);
    if (crc32(bytes) !== crc) throw new Error(`damaged: ${path}`);
    found[path] = path.endsWith('/') ? null : bytes;
  }
  return found;
}

export function unzippedTexts(zip: Buffer): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(unzipped(zip)).map(([path, bytes]) => [path, bytes === null ? null : bytes.toString()]),
  );
}
