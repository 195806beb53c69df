import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, openSync, writeFileSync, writeSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

export interface Samples {
  readonly folder: string;
  readonly big: {
    readonly path: string;
    readonly name: string;
    readonly sizeBytes: number;
    readonly sha256: string;
  };
}

const MIB = 1024 * 1024;

export function createSamples(root: string, bigMib: number): Samples {
  const folder = join(root, 'Holiday 2026');
  for (const name of ['notes', 'pictures', 'pictures/raw'])
    mkdirSync(join(folder, name), { recursive: true });
  for (let number = 1; number <= 198; number += 1) {
    const place = ['notes', 'pictures', 'pictures/raw'][number % 3] ?? 'notes';
    writeFileSync(
      join(folder, place, `note ${number}.txt`),
      `note ${number}\n${randomBytes(number * 7).toString('hex')}\n`,
    );
  }
  writeFileSync(join(folder, 'sunset.png'), createPng(320, 200));
  writeFileSync(join(folder, 'letter.pdf'), createPdf('Dear reader, this is page one.'));
  return { folder, big: createBig(join(root, 'film archive.bin'), bigMib) };
}

function createBig(path: string, mib: number): Samples['big'] {
  const hash = createHash('sha256');
  const file = openSync(path, 'w');
  for (let count = 0; count < mib; count += 1) {
    const bytes = randomBytes(MIB);
    hash.update(bytes);
    writeSync(file, bytes);
  }
  closeSync(file);
  return { path, name: 'film archive.bin', sizeBytes: mib * MIB, sha256: hash.digest('hex') };
}

/** @see https://www.w3.org/TR/png-3/ */
export function createPng(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([
      0,
      ...Array.from({ length: width }, (__, x) =>
        [255 - y, 90 + (x * 120) / width, 60 + y / 2].map(Math.floor),
      ).flat(),
    ]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** @see ISO 32000-1 */
export function createPdf(...lines: readonly string[]): Buffer {
  const pages = lines.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, index) => {
      const stream = `BT /F1 28 Tf 60 700 Td (${line}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
