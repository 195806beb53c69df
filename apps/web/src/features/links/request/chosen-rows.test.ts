import { expect, test } from 'vitest';
import { judgeChosen, mergeChosen, withoutRow } from './chosen-rows.ts';
import type { ChosenEntry } from './guest-transfers.ts';

const file = (path: string, sizeBytes = 10, lastModified = 1_000): ChosenEntry => ({
  kind: 'file',
  path: path.split('/'),
  file: new File([new Uint8Array(sizeBytes)], path.split('/').at(-1) ?? '', { lastModified }),
});
const choice = (...entries: readonly ChosenEntry[]) => ({ entries, roots: [] });
const OPEN = { kinds: [], filesLeft: 100, bytesLeft: null };
const refusals = (judged: ReturnType<typeof judgeChosen>) => judged.rows.map(({ refusal }) => refusal);

test('files of a folder are one row, and a file of the same name next to it is another', () => {
  const { rows, acceptedFiles } = judgeChosen(
    [file('round/a.jpg'), file('round/deep/b.jpg'), file('round')],
    OPEN,
  );
  expect(rows).toMatchObject([
    { name: 'round', isFolder: true, fileCount: 2, sizeBytes: 20 },
    { name: 'round', isFolder: false, fileCount: 1 },
  ]);
  expect(acceptedFiles).toBe(3);
});

test('files of wrong kind, name or size and unreadable ones stay behind, and the rest is sent', () => {
  const entries = [
    file('a.jpg', 40),
    file('film.mov'),
    { kind: 'file', path: ['gone.jpg'], file: undefined } as const,
    file('bad\u202ename.jpg'),
    file('b.jpg', 70),
    file('c.jpg', 50),
    file('d.jpg'),
  ];
  const judged = judgeChosen(entries, { kinds: ['image'], filesLeft: 2, bytesLeft: 100 });
  expect(refusals(judged)).toEqual([undefined, 'kind', 'unreadable', 'name', 'room', undefined, 'full']);
  expect(judged).toMatchObject({ acceptedFiles: 2, acceptedBytes: 90, refusedFiles: 5 });
});

test('a folder is sent without the rejected files', () => {
  const { rows, accepted } = judgeChosen([file('x/a.jpg'), file('x/b.mov'), file('x/c.jpg')], {
    ...OPEN,
    kinds: ['image'],
  });
  expect(rows).toMatchObject([{ fileCount: 3, refusedCount: 1, refusal: 'kind' }]);
  expect(accepted.map(({ path }) => path.at(-1))).toEqual(['a.jpg', 'c.jpg']);
});

test('an empty folder is sent too', () => {
  const { rows, accepted } = judgeChosen([{ kind: 'folder', path: ['empty'] }], OPEN);
  expect(rows).toMatchObject([{ name: 'empty', isFolder: true, fileCount: 0 }]);
  expect(accepted).toHaveLength(1);
});

test('another photo of the same name is kept, and the same file chosen again is not', () => {
  const first = choice(file('image.jpg'), file('camera/1.jpg'));
  const second = choice(file('image.jpg', 10, 2_000), file('image.jpg', 11), file('camera/1.jpg', 12));
  const merged = mergeChosen(mergeChosen(first, second), choice(file('image.jpg'), file('camera/1.jpg')));
  expect(merged.entries).toEqual([...first.entries, ...second.entries]);
});

test('files of the same name have a row each, which removes only its own file', () => {
  const chosen = choice(file('image.jpg'), file('image.jpg', 20), file('image.jpg', 20));
  const { rows } = judgeChosen(chosen.entries, OPEN);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
  expect(rows.map(({ sizeBytes }) => sizeBytes)).toEqual([10, 20, 20]);
  expect(withoutRow(chosen, { entries: rows[1]?.entries ?? [] }).entries).toEqual([
    chosen.entries[0],
    chosen.entries[2],
  ]);
});
