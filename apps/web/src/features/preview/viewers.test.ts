import { expect, test } from 'vitest';
import { decidedKindOf, previewKindOf } from './viewers.ts';

test.each([
  ['image/png', 10, 'image'],
  ['image/svg+xml', 10, 'image'],
  ['image/png', 201 * 1024 * 1024, 'large'],
  ['image/x-unknown', 10, 'none'],
  ['application/pdf', 10, 'pdf'],
  ['text/markdown', 10, 'markdown'],
  ['text/markdown', 2_000_000, 'text'],
  ['application/ld+json', 10, 'json'],
  ['application/json', 10, 'json'],
  ['application/json', 21 * 1024 * 1024, 'text'],
  ['video/mp4', 10, 'video'],
  ['audio/ogg', 10, 'audio'],
  ['application/octet-stream', 10, 'none'],
  ['application/zip', 10, 'archive'],
  ['application/x-tar', 10, 'archive'],
  ['application/gzip', 10, 'none'],
  ['application/rls-services+xml', 10, 'text'],
  ['application/x-json-like', 10, 'none'],
] as const)('%s of %i bytes is shown as %s', (mediaType, sizeBytes, kind) => {
  expect(decidedKindOf({ name: 'file', mediaType, sizeBytes })).toBe(kind);
});

test.each([
  ['photo.png', 'image/png', 'image'],
  ['film.mp4', 'video/mp4', 'video'],
  ['notes.md', 'text/markdown', 'markdown'],
  ['notes.md', 'text/plain', 'markdown'],
  ['notes.MARKDOWN', 'text/plain', 'markdown'],
  ['notes.md', 'image/png', 'image'],
  ['notes.md', 'application/octet-stream', 'undecided'],
  ['main.py', 'text/plain', 'text'],
  ['archive.zip', 'application/zip', 'archive'],
  ['archive.zip', 'application/x-zip', 'undecided'],
  ['archive.tar.gz', 'application/gzip', 'archive'],
  ['archive.tgz', 'application/x-compressed-tar', 'undecided'],
  ['log.gz', 'application/gzip', 'none'],
  ['letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'word'],
  ['letter.docx', 'application/octet-stream', 'word'],
  ['talk.pptx', 'application/zip', 'slides'],
  ['talk.odp', '', 'odf'],
  ['letter', 'application/vnd.oasis.opendocument.text', 'odf'],
  ['birds.csv', 'text/csv', 'table'],
  ['birds.CSV', 'text/plain', 'table'],
  ['birds.tsv', 'text/tab-separated-values', 'table'],
  ['birds.csv', 'application/vnd.ms-excel', 'undecided'],
  ['birds.csv', 'application/octet-stream', 'undecided'],
  ['birds.xls', 'application/vnd.ms-excel', 'none'],
  ['face.ttf', 'font/ttf', 'font'],
  ['face.woff2', 'application/font-woff2', 'font'],
  ['face.otf', 'application/vnd.ms-opentype', 'undecided'],
  // Older uploads may have a wrong type.
  ['index.ts', 'video/mp2t', 'undecided'],
  ['index.mts', 'video/mp2t', 'undecided'],
  ['index.ts', 'text/plain', 'undecided'],
  ['main.py', 'application/octet-stream', 'undecided'],
  ['README', 'application/octet-stream', 'undecided'],
  ['Makefile', '', 'undecided'],
  ['run.bat', 'application/x-msdownload', 'undecided'],
  ['.hidden', 'application/octet-stream', 'undecided'],
  ['scan', 'application/octet-stream', 'undecided'],
] as const)('%s of the type %j is shown as %s', (name, mediaType, kind) => {
  expect(previewKindOf({ name, mediaType, sizeBytes: 10 })).toBe(kind);
});
