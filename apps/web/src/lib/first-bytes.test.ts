import { expect, test } from 'vitest';
import { mediaTypeOfBytes, textOrStream } from './first-bytes.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

function stream(count: number, stamp = 0): Uint8Array {
  const packet = new Uint8Array(188 + stamp);
  packet[stamp] = 0x47;
  return Uint8Array.from(Array.from({ length: count }, () => Array.from(packet)).flat());
}

test.each([
  ['nothing', bytes()],
  ['TypeScript', text("import { a } from './a.ts';\n\nexport const b = a;\n")],
  ['TypeScript that begins with the sign of a packet', text(`G${' '.repeat(187)}G${' '.repeat(187)}G`)],
  ['Arabic', text('مرحبا بالعالم\n'.repeat(50))],
  ['text that is cut within a character', text('a é').slice(0, 3)],
  ['a byte order mark', bytes(0xef, 0xbb, 0xbf, 0x61)],
  ['UTF-16', bytes(0xff, 0xfe, 0x61, 0x00)],
  ['Windows-1252', bytes(...text('Gr'), 0xfc, 0xdf, ...text(' an alle'))],
  ['what begins like a picture', text('BMW and other makers\n')],
  ['the output of a program', text('\u001b[31mred\u001b[0m\n')],
])('%s is text', (_, given) => {
  expect(textOrStream(given)).toBe('text/plain');
});

test.each([
  ['one packet', stream(1)],
  ['many packets', stream(21)],
  ['packets with the stamp of a camera', stream(5, 4)],
])('%s is a transport stream', (_, given) => {
  expect(textOrStream(given)).toBe('video/mp2t');
});

test.each([
  [
    'image/png',
    bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, ...text('IHDR'), ...Array(40).fill(0)),
  ],
  ['image/jpeg', bytes(0xff, 0xd8, 0xff, 0xe0, 0, 16, ...text('JFIF'), 0)],
  ['application/pdf', text('%PDF-1.7\n1 0 obj\n')],
  ['application/zip', bytes(...text('PK'), 3, 4, ...Array(30).fill(0))],
  ['video/mp4', bytes(0, 0, 0, 24, ...text('ftypisom'), 0, 0, 2, 0, ...text('isomiso2'))],
  [undefined, bytes(1, 2, 3, 4, 5, 6, 7, 8)],
  [undefined, new Uint8Array(4_096)],
])('%s is detected by its first bytes', async (mediaType, given) => {
  expect(await mediaTypeOfBytes(given)).toBe(mediaType);
});
