/** Larger than any screen draws a face. */
const EDGE_MAX = 512;
/** Each makes a browser draw all pixels again. Progressive pictures have ten. */
const SCANS_MAX = 16;

const START = Buffer.from('ffd8', 'hex');
const END = 0xd9;
const SCAN = 0xda;
/** Baseline, extended and progressive. No browser draws the others. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Tables, and the pause between restarts. */
const TABLES: ReadonlySet<number> = new Set([0xc4, 0xdb, 0xdd]);
/** Says in which colours the picture is. Has always this length. */
const ADOBE = { marker: 0xee, length: 14 } as const;

/**
 * A JPEG with what is needed to draw it, and without metadata and what follows it. Undefined if it is something else,
 * incomplete, or larger than a face may be.
 */
export function plainJpeg(bytes: Buffer): Buffer | undefined {
  if (!bytes.subarray(0, 2).equals(START)) return undefined;
  const parts: Buffer[] = [START];
  const counts = { frames: 0, scans: 0 };
  for (let at = 2; at + 1 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === END) {
      const isWhole = counts.frames === 1 && counts.scans > 0;
      return isWhole ? Buffer.concat([...parts, bytes.subarray(at, at + 2)]) : undefined;
    }
    const length = at + 4 > bytes.length ? 0 : bytes.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) return undefined;
    const segment = bytes.subarray(at, end);
    if (FRAMES.has(marker)) {
      counts.frames += 1;
      if (!isSmall(segment)) return undefined;
      parts.push(segment);
    } else if (marker === SCAN) {
      counts.scans += 1;
      if (counts.frames !== 1 || counts.scans > SCANS_MAX) return undefined;
      const next = endOfScan(bytes, end);
      parts.push(bytes.subarray(at, next));
      at = next;
      continue;
    } else if (TABLES.has(marker) || (marker === ADOBE.marker && length === ADOBE.length)) {
      parts.push(segment);
    } else if (!isMetadata(marker)) return undefined;
    at = end;
  }
  return undefined;
}

function isSmall(frame: Buffer): boolean {
  if (frame.length < 10) return false;
  const [height, width] = [frame.readUInt16BE(5), frame.readUInt16BE(7)];
  return Math.min(height, width) > 0 && Math.max(height, width) <= EDGE_MAX;
}

/** Applications and comments: camera, place, small pictures, colours, further pictures. */
function isMetadata(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
}

/** Where the next marker is that is no restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}
