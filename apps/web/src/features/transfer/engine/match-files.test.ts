import { expect, test } from 'vitest';
import { matchFiles, type Sought } from './match-files.ts';

const sought = (path: string): Sought => ({ path: path.split('/'), sizeBytes: 1, modifiedMs: 1_000 });
const elsewhere = (name: string): Sought => ({ path: [name], sizeBytes: 1, modifiedMs: undefined });

/** `inFolder` is false for files that are chosen one by one. */
function chosen(path: string, inFolder = path.includes('/')): File {
  const file = new File(['x'], path.slice(path.lastIndexOf('/') + 1), { lastModified: 1_000 });
  return Object.assign(file, { webkitRelativePath: inFolder ? path : '' });
}

const pairs = (wanted: readonly Sought[], files: readonly File[]) =>
  matchFiles(wanted, files).map(([{ path }, file]) => [path.join('/'), file.webkitRelativePath || file.name]);

const TWINS = [sought('root/a/x.js'), sought('root/b/x.js')];

test.each([
  ['the folder itself', 'root/a/x.js', 'root/b/x.js'],
  ['the folder above', 'up/root/a/x.js', 'up/root/b/x.js'],
])('files alike keep their folders with %s', (_name, a, b) => {
  expect(pairs(TWINS, [chosen(b), chosen(a)])).toEqual([
    ['root/a/x.js', a],
    ['root/b/x.js', b],
  ]);
});

test('a folder inside takes only its own files', () => {
  expect(pairs(TWINS, [chosen('b/x.js')])).toEqual([['root/b/x.js', 'b/x.js']]);
  expect(pairs([sought('root/a/x.js')], [chosen('b/x.js')])).toEqual([]);
});

test('a renamed copy is not taken for the folder', () => {
  expect(pairs(TWINS, [chosen('copy/a/x.js'), chosen('copy/b/x.js')])).toEqual([]);
});

test('files chosen one by one are taken where only one can be meant', () => {
  expect(pairs(TWINS, [chosen('x.js')])).toEqual([]);
  expect(pairs([sought('root/a/x.js')], [chosen('x.js'), chosen('x.js')])).toEqual([]);
  expect(pairs([sought('root/a/x.js'), sought('x.js')], [chosen('x.js')])).toEqual([['x.js', 'x.js']]);
  expect(pairs([sought('root/a/x.js')], [chosen('x.js')])).toEqual([['root/a/x.js', 'x.js']]);
});

test('a file that was uploaded to two folders is taken for both', () => {
  expect(pairs([sought('root/x.js'), sought('root/x.js')], [chosen('up/root/x.js')])).toHaveLength(2);
});

test('uploads of another device with the same name and size are not guessed', () => {
  expect(pairs([elsewhere('x.js')], [chosen('x.js')])).toHaveLength(1);
  expect(pairs([elsewhere('x.js'), elsewhere('x.js')], [chosen('x.js')])).toEqual([]);
});

test('a name is the same however its accents are written', () => {
  expect(
    pairs([elsewhere('Überblick.pdf'.normalize('NFC'))], [chosen('Überblick.pdf'.normalize('NFD'))]),
  ).toHaveLength(1);
});

test('a hundred thousand files are matched at once', () => {
  const paths = Array.from(
    { length: 100_000 },
    (_, at) => `root/${at % 1_000}/${Math.trunc(at / 1_000)}/x.js`,
  );
  const began = performance.now();
  expect(
    matchFiles(
      paths.map((path) => sought(path)),
      paths.map((path) => chosen(path)),
    ),
  ).toHaveLength(100_000);
  expect(performance.now() - began).toBeLessThan(10_000);
});
