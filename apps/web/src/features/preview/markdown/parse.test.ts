import { expect, test } from 'vitest';
import { isLinkAddress, pictureSourceOf } from './addresses.ts';
import { parseMarkdown } from './parse.ts';
import type { Piece } from './piece.ts';

function piecesOf(source: string): readonly Piece[] {
  const page = parseMarkdown(source);
  if (page === undefined) throw new Error('too large');
  return page.pieces;
}

function kindsIn(pieces: readonly Piece[]): readonly string[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [];
    return [piece.kind, ...('children' in piece ? kindsIn(piece.children) : [])];
  });
}

test('headings make an outline with ids that links within the file resolve to', () => {
  const page = parseMarkdown('# One *two*\n\n## One two!\n\n[there](#One-two-1)');
  expect(page?.headings).toEqual([
    { id: 'one-two', depth: 1, text: 'One two' },
    { id: 'one-two-1', depth: 2, text: 'One two!' },
  ]);
  expect(page?.pieces.at(-1)).toMatchObject({ children: [{ kind: 'jump', id: 'one-two-1' }] });
});

test('tables, tasks, footnotes and front matter are read', () => {
  const pieces = piecesOf(
    '---\ntitle: x\n---\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\nWord[^1]\n\n[^1]: note',
  );
  expect(pieces[0]).toEqual({ kind: 'block', text: 'title: x', language: 'yaml' });
  expect(pieces[1]).toMatchObject({ kind: 'table', align: [null, 'right'] });
  expect(pieces[2]).toMatchObject({ children: [{ isDone: true }, { isDone: false }] });
  expect(pieces.at(-1)).toMatchObject({ kind: 'note', number: 1 });
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://example.org/1',
  '/relative',
  '//example.org',
  '',
])('%j is not accepted as a link address', (address) => {
  expect(isLinkAddress(address)).toBe(false);
});

test.each(['https://example.org/a', 'HTTP://example.org', 'mailto:ada@example.org'])(
  '%s is an address of a link',
  (address) => {
    expect(isLinkAddress(address)).toBe(true);
  },
);

test('a picture is embedded in the file, or only named with its host', () => {
  expect(pictureSourceOf('data:image/png;base64,AAAA')).toMatchObject({ from: 'file' });
  expect(pictureSourceOf('data:image/svg+xml;base64,AAAA')).toEqual({ from: 'elsewhere' });
  expect(pictureSourceOf('data:image/png;base64,AAAA" onerror="x')).toEqual({ from: 'elsewhere' });
  expect(pictureSourceOf('//example.org/a.png')).toMatchObject({ from: 'web', host: 'example.org' });
  expect(pictureSourceOf('picture.png')).toEqual({ from: 'elsewhere' });
  expect(pictureSourceOf('javascript:alert(1)')).toEqual({ from: 'elsewhere' });
});

test('HTML stays text everywhere, and comments are hidden', () => {
  const pieces = piecesOf('<script>alert(1)</script>\n\na <img src=x onerror=alert(1)> b<br>c\n\n<!-- x -->');
  expect(kindsIn(pieces)).toEqual(['html', 'paragraph', 'html', 'break']);
  expect(JSON.stringify(pieces)).toContain('<img src=x onerror=alert(1)>');
  expect(JSON.stringify(pieces)).not.toContain('<!--');
});

test('references to nothing, to themselves and to each other terminate', () => {
  const pieces = piecesOf('[a][a] [^x]\n\n[a]: javascript:alert(1)\n\n[^x]: [^x] [^y]\n\n[^y]: [^x]');
  expect(kindsIn(pieces).filter((kind) => kind === 'note')).toHaveLength(2);
  expect(kindsIn(pieces)).not.toContain('link');
});

test('nested quotes are limited in depth', () => {
  const pieces = piecesOf(`${'> '.repeat(500)}deep`);
  expect(kindsIn(pieces).length).toBeLessThan(70);
});

test('a file with too many nodes is not rendered', () => {
  expect(parseMarkdown('# a\n\n'.repeat(31_000))).toBeUndefined();
});

test('an empty file has no pieces', () => {
  expect(parseMarkdown('')).toEqual({ pieces: [], headings: [], words: 0, count: 0 });
});
