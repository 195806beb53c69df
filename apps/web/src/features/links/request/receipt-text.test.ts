import { HandIn } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { hexOf, receiptText } from './receipt-text.ts';

const EMPTY_SHA256 = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
const EMPTY_HEX = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const WORDS = {
  title: 'Receipt',
  from: 'Handed in by',
  to: 'To',
  request: 'For',
  received: 'Received',
  sum: 'Files',
  pending: 'not known yet',
};

test('a checksum is written as `sha256sum` does', () => {
  expect(hexOf(EMPTY_SHA256)).toBe(EMPTY_HEX);
});

test('the text names every file with its size, its time and its checksum', () => {
  const id = '01963f6e-0000-7000-8000-000000000001';
  const handIn = HandIn.parse({
    folderId: id,
    title: 'Autumn count',
    sharedBy: null,
    name: 'Ingrid',
    email: '',
    begunAt: '2026-11-24T10:00:00.000Z',
    finishedAt: '2026-11-24T10:05:00.000Z',
    files: [
      { id, path: ['x', 'a.txt'], sizeBytes: 0, arrivedAt: '2026-11-24T10:04:00.000Z', sha256: EMPTY_SHA256 },
      { id, path: ['b.bin'], sizeBytes: 9, arrivedAt: '2026-11-24T10:04:30.000Z', sha256: null },
    ],
  });
  expect(receiptText(handIn, WORDS)).toBe(`Receipt

For: Autumn count
Handed in by: Ingrid
Received: 2026-11-24T10:05:00.000Z
Files: 2

x/a.txt
  0 B  2026-11-24T10:04:00.000Z
  SHA-256 ${EMPTY_HEX}
b.bin
  9 B  2026-11-24T10:04:30.000Z
  SHA-256 not known yet
`);
});
