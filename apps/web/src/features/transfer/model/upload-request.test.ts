import { Instant, NodeId } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { mediaTypeOf, requestOf } from './upload-request.ts';

const PLACE = {
  parentId: NodeId.parse('01890a5d-ac96-774b-bcce-b302099a8057'),
  name: 'a.txt',
  conflict: 'ask',
  mediaType: '',
} as const;

test.each([
  [Date.parse('2026-11-21T03:09:46.000Z'), '2026-11-21T03:09:46.000Z'],
  [-8.64e15, '0001-01-01T00:00:00.000Z'],
  [8.64e15, '9999-12-31T23:59:59.999Z'],
])('the modification time %i is sent as %s', (lastModified, expected) => {
  const { modifiedAt } = requestOf({ size: 1, lastModified }, PLACE);
  expect([modifiedAt, Instant.safeParse(modifiedAt).success]).toEqual([expected, true]);
});

const SOURCE = 'export const a = 1;\n';
const VIDEO = Uint8Array.from(Array.from({ length: 564 }, (_, at) => (at % 188 === 0 ? 0x47 : 0)));

test.each<[string, string, BlobPart, string]>([
  ['index.ts', 'video/mp2t', SOURCE, 'text/plain'],
  ['film.ts', 'video/mp2t', VIDEO, 'video/mp2t'],
  ['film.mts', '', VIDEO, 'video/mp2t'],
  ['broken.ts', 'video/mp2t', Uint8Array.of(0, 1, 2), ''],
  ['empty.ts', 'video/mp2t', '', 'text/plain'],
  ['.hidden', '', 'a=1\n', 'text/plain'],
  ['unknown', '', Uint8Array.of(0, 1, 2), ''],
  ['main.py', 'text/x-python', VIDEO, 'text/x-python'],
  ['photo.jpg', 'image/jpeg', SOURCE, 'image/jpeg'],
])(
  '%s, reported by the browser as %j, is sent with the media type of its first bytes',
  async (...[name, type, content, sent]) => {
    expect(await mediaTypeOf(new File([content], name, { type }), name)).toBe(sent);
  },
);

test('an unreadable file has no media type', async () => {
  const file = new File(['a'], 'a.ts');
  file.slice = () => {
    throw new DOMException('gone', 'NotReadableError');
  };
  expect(await mediaTypeOf(file, 'a.ts')).toBe('');
});
