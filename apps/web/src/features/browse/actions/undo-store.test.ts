import { expect, test } from 'vitest';
import { newestUndo, rememberUndo, undoOnce } from './undo-store.ts';

const nothing = () => ({ run: async () => undefined, doneText: 'Restored' });

test('a change is taken back once, however often it is asked', async () => {
  let times = 0;
  const undo = rememberUndo({
    doneText: 'Restored',
    run: async () => {
      times += 1;
    },
  });
  expect(await undoOnce(undo)).toBe(true);
  expect(await undoOnce(undo)).toBe(false);
  expect(times).toBe(1);
});

test('the newest change comes first and only the last twenty are kept', () => {
  const all = Array.from({ length: 25 }, () => rememberUndo(nothing()));
  expect(newestUndo()).toBe(all.at(-1));
});

test('what fell off the end cannot be taken back any more', async () => {
  const first = rememberUndo(nothing());
  for (let count = 0; count < 20; count += 1) rememberUndo(nothing());
  expect(await undoOnce(first)).toBe(false);
});
