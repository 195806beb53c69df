import { expect, test } from 'vitest';
import { judgeChosen } from './chosen-rows.ts';
import type { ChosenEntry } from './guest-transfers.ts';

const file = (path: string, sizeBytes = 10): ChosenEntry => ({
  kind: 'file',
  path: path.split('/'),
  file: new File([new Uint8Array(sizeBytes)], path.split('/').at(-1) ?? ''),
});
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
