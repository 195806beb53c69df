import type { SpaceRetention } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { changeOf, draftOf, numberIn, rebased, shortened, valuesOf } from './draft.ts';

const SEEN: SpaceRetention = {
  own: { trashDays: 44, versionsKept: null, versionDays: null },
  installation: { trashDays: 30, versionsKept: 100, versionDays: 30 },
  bounds: {
    trashDays: { min: 7, max: 40 },
    versionsKept: { min: 1, max: 100 },
    versionDays: { min: 0, max: 90 },
  },
  deletesFrom: null,
  isOnHold: false,
  mayChange: true,
  revision: 3,
};
const typed = (trashDays: string) => ({ ...draftOf(SEEN), trashDays: { isOwn: true, typed: trashDays } });

test('what a space has is no change, even beyond the bounds', () => {
  expect(changeOf(draftOf(SEEN), SEEN)).toEqual({ change: {}, before: {}, isEmpty: true });
  expect(valuesOf(draftOf(SEEN), SEEN)).toEqual({ trashDays: 44, versionsKept: 100, versionDays: 30 });
});

test.each([
  ['7', 7],
  ['40', 40],
  [' 12 ', 12],
  ['٣٥', 35],
  ['44', 44],
  ['6', undefined],
  ['41', undefined],
  ['', undefined],
  ['1.5', undefined],
  ['-8', undefined],
])('“%s” days are %s', (text, days) => {
  expect(numberIn(typed(text), 'trashDays', SEEN)).toBe(days);
});

test('following all spaces again is a change to null, which undo takes back', () => {
  const draft = { ...draftOf(SEEN), trashDays: { isOwn: false, typed: 'anything' } };
  expect(changeOf(draft, SEEN)).toEqual({
    change: { trashDays: null },
    before: { trashDays: 44 },
    isEmpty: false,
  });
  expect(valuesOf(draft, SEEN)?.trashDays).toBe(30);
});

test('only a smaller value can delete anything', () => {
  const current = { trashDays: 44, versionsKept: 100, versionDays: 30 };
  expect(shortened(current, SEEN)).toEqual({ trash: false, versions: false });
  expect(shortened({ ...current, trashDays: 43, versionsKept: 101 }, SEEN)).toEqual({
    trash: true,
    versions: false,
  });
  expect(shortened({ ...current, versionDays: 29 }, SEEN)).toEqual({ trash: false, versions: true });
});

test('what the person has not touched follows the change of somebody else', () => {
  const draft = { ...draftOf(SEEN), versionsKept: { isOwn: true, typed: '5' } };
  const now = { ...SEEN, own: { trashDays: 20, versionsKept: 9, versionDays: 3 }, revision: 4 };
  const kept = rebased(draft, SEEN, now);
  expect(kept).toEqual({ ...draftOf(now), versionsKept: { isOwn: true, typed: '5' } });
  expect(changeOf(kept, now).change).toEqual({ versionsKept: 5 });
});
