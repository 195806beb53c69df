import { expect, test } from 'vitest';
import { mediaTypeFor } from './media-type.ts';

test.each([
  ['main.py', '', 'text/plain'],
  ['main.go', 'application/octet-stream', 'text/plain'],
  ['App.tsx', '', 'text/plain'],
  ['Main.kt', '', 'text/plain'],
  ['Program.cs', '', 'text/plain'],
  ['lib.rs', '', 'text/plain'],
  ['run.BAT', 'application/x-msdownload', 'text/plain'],
  ['README', '', 'text/plain'],
  ['Makefile', 'application/octet-stream', 'text/plain'],
  ['.gitignore', '', 'text/plain'],
  ['notes.md', '', 'text/markdown'],
  ['table.csv', '', 'text/csv'],
  ['data.json', '', 'application/json'],
  ['photo.jpg', 'text/plain', 'image/jpeg'],
  // `.ts` means TypeScript or an MPEG video. The client decides by the first bytes.
  ['index.ts', 'text/plain', 'text/plain'],
  ['index.ts', '', 'text/plain'],
  ['index.ts', 'application/octet-stream', 'text/plain'],
  ['index.ts', 'text/vnd.trolltech.linguist', 'text/plain'],
  ['film.ts', 'video/mp2t', 'video/mp2t'],
  ['film.mts', 'video/mp2t', 'video/mp2t'],
  ['module.mts', 'text/plain', 'text/plain'],
  ['film.m2ts', '', 'video/mp2t'],
  ['.hidden', '', 'application/octet-stream'],
  ['.png', '', 'application/octet-stream'],
  ['zip', '', 'application/octet-stream'],
  ['scan', 'application/pdf', 'application/pdf'],
  ['scan', 'Image/PNG; charset=x', 'image/png'],
  ['scan', 'nonsense', 'application/octet-stream'],
])('%s, sent as %j, is %s', (name, claimed, mediaType) => {
  expect(mediaTypeFor(name, claimed)).toBe(mediaType);
});
