import { expect, test } from 'vitest';
import { fileKindOf, kindName } from './file-kind.ts';
import type { BrowseText } from '../texts.ts';

const words: BrowseText = (key, values) => (values === undefined ? key : `${key} ${JSON.stringify(values)}`);

test.each([
  ['main.py', 'application/octet-stream', 10, 'code'],
  ['main.go', '', 10, 'code'],
  ['run.sh', 'application/x-sh', 10, 'code'],
  ['notes.md', 'text/markdown', 10, 'text'],
  ['README', 'application/octet-stream', 10, 'text'],
  ['index.ts', 'text/plain', 376, 'code'],
  ['index.ts', 'video/mp2t', 375, 'code'],
  ['film.ts', 'video/mp2t', 376, 'video'],
  ['film.mts', 'video/mp2t', 384, 'video'],
  ['photo.png', 'image/png', 10, 'image'],
  ['table.csv', 'text/csv', 10, 'sheet'],
  ['letter.eml', 'message/rfc822', 10, 'mail'],
  ['novel.epub', 'application/epub+zip', 10, 'book'],
  ['count.ipynb', 'application/x-ipynb+json', 10, 'notebook'],
  ['heron.gltf', 'model/gltf+json', 10, 'model'],
  ['heron.stl', 'application/vnd.ms-pki.stl', 10, 'model'],
  ['unknown.xyz', 'application/octet-stream', 10, 'other'],
] as const)('%s, %s of %i bytes, is of the kind %s', (...[name, mediaType, sizeBytes, kind]) => {
  expect(fileKindOf({ kind: 'file', name, mediaType, sizeBytes })).toBe(kind);
});

test.each([
  ['a.xyz', 'browse.kind.named {"extension":"XYZ"}'],
  ['.hidden', 'browse.kind.other'],
  ['..hidden', 'browse.kind.other'],
  ['.hidden.xyz', 'browse.kind.named {"extension":"XYZ"}'],
  ['hidden', 'browse.kind.other'],
  ['a.what is this', 'browse.kind.other'],
])('%s is called %s', (name, called) => {
  const node = { kind: 'file', name, mediaType: 'application/octet-stream', sizeBytes: 1 } as const;
  expect(kindName(words, node)).toBe(called);
});
