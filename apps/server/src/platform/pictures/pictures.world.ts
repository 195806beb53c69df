// Test pictures, created when they are needed.
import { crc32, createDeflate } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { Picture } from './thumbnails.ts';

export const SECRET_LOCATION = 'a street that nobody may know';

export function plain(width: number, height: number, color: string): Sharp {
  return sharp({ create: { width, height, channels: 4, background: color } });
}

/** Red on the left, blue on the right. */
export function halves(width: number, height: number): Sharp {
  const blue = { create: { width: width / 2, height, channels: 3 as const, background: '#0000ff' } };
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: blue, left: width / 2, top: 0 },
  ]);
}

/** Rotated like a photo from a camera, with a location in its metadata. */
export async function cameraPhoto(): Promise<Buffer> {
  return await halves(600, 400)
    .jpeg()
    .withExif({
      IFD0: { ImageDescription: SECRET_LOCATION },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

export async function noise(width: number, height: number): Promise<Buffer> {
  const gaussian = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  return await sharp({ create: { width, height, channels: 3, background: '#808080', noise: gaussian } })
    .jpeg()
    .toBuffer();
}

export async function animation(): Promise<Buffer> {
  const frames = await Promise.all(
    ['#ff0000', '#00ff00', '#0000ff'].map(async (color) => await plain(300, 200, color).png().toBuffer()),
  );
  return await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer();
}

/** A complete PNG of black 1-bit pixels: small as a file, gigabytes when decoded. */
export async function bomb(edge: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 1 });
  const packed: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => packed.push(chunk));
  const ended = new Promise((resolve) => deflate.once('end', resolve));
  const rows = Buffer.alloc((1 + Math.ceil(edge / 8)) * 100);
  for (let row = 0; row < edge; row += 100) {
    if (!deflate.write(rows)) await new Promise((resolve) => deflate.once('drain', resolve));
  }
  deflate.end();
  await ended;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header.writeUInt8(1, 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.concat(packed)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

export function pictureOf(bytes: Buffer): Picture {
  return { sizeBytes: bytes.length, bytes: piecesOf(bytes) };
}

// oxlint-disable-next-line require-await -- The source of a picture is asynchronous.
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** `box` and `content` are written to the file unchanged. */
export function onePagePdf(box: string, content: string): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents 4 0 R/Resources<<>>>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj${object}endobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const end = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`;
  return Buffer.from(`${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${end}`);
}
