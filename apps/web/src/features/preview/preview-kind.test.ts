import { expect, test } from 'vitest';
import { previewKindOf } from './preview-kind.ts';

test.each([
  ['image/png', 10, 'image'],
  ['image/svg+xml', 10, 'image'],
  ['image/png', 201 * 1024 * 1024, 'large'],
  ['image/x-unknown', 10, 'none'],
  ['application/pdf', 10, 'pdf'],
  ['text/markdown', 10, 'text'],
  ['application/ld+json', 10, 'text'],
  ['application/json', 10, 'text'],
  ['video/mp4', 10, 'video'],
  ['audio/ogg', 10, 'audio'],
  ['application/octet-stream', 10, 'none'],
  ['application/x-json-like', 10, 'none'],
] as const)('%s of %i bytes is shown as %s', (mediaType, sizeBytes, kind) => {
  expect(previewKindOf({ mediaType, sizeBytes })).toBe(kind);
});
