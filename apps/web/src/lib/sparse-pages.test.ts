import { expect, test } from 'vitest';
import {
  emptyPages,
  findIndex,
  invalidate,
  itemAt,
  mapItems,
  missingPages,
  putPage,
  type SparsePages,
  touchWindow,
} from './sparse-pages.ts';

const LIMITS = { pageSize: 10, pagesMax: 4 };

/** A store of the list 0, 1, 2, ... with these pages. */
function filled(total: number, ...pages: readonly number[]): SparsePages<number> {
  return pages.reduce((store, page) => put(store, page, total), emptyPages<number>(LIMITS));
}

function put(store: SparsePages<number>, page: number, total: number): SparsePages<number> {
  const length = Math.max(0, Math.min(10, total - page * 10));
  return putPage(store, page, { items: Array.from({ length }, (_, i) => page * 10 + i), total });
}

test('pages hold two hundred items unless told otherwise', () => {
  expect(missingPages(emptyPages(), 0, 399)).toEqual([0, 1]);
});

test('before the first answer the whole window is missing', () => {
  const store = emptyPages<number>(LIMITS);
  expect(store.total).toBeUndefined();
  expect(itemAt(store, 0)).toBeUndefined();
  expect(missingPages(store, 5, 25)).toEqual([0, 1, 2]);
});

test('a page gives its items, and its neighbours stay missing', () => {
  const store = filled(35, 1);
  expect(store.total).toBe(35);
  expect([9, 10, 19, 20].map((i) => itemAt(store, i))).toEqual([undefined, 10, 19, undefined]);
  expect(missingPages(store, 0, 1_000)).toEqual([0, 2, 3]);
  expect(missingPages(store, 10, 19)).toEqual([]);
});

test.each([
  [-5, -1, []],
  [35, 90, []],
  [34, 34, [3]],
  [20, 10, []],
  [-3, 0, [0]],
])('a window from %d to %d asks only for rows of the list', (first, last, expected) => {
  expect(missingPages(filled(35, 1), first, last)).toEqual(expected);
});

test('an impossible window asks for no more pages than can be held', () => {
  expect(missingPages(emptyPages<number>(LIMITS), 0, 1_000_000_000)).toEqual([0, 1, 2, 3]);
});

test('the page used longest ago leaves first', () => {
  const store = put(filled(1_000, 0, 1, 2, 3), 4, 1_000);
  expect([...store.pages.keys()]).toEqual([1, 2, 3, 4]);
  const touched = touchWindow(store, 10, 19);
  expect([...put(touched, 5, 1_000).pages.keys()]).toEqual([3, 4, 1, 5]);
});

test('touching what was just used, or what is not there, changes nothing', () => {
  const store = filled(1_000, 0, 1, 2);
  expect(touchWindow(store, 10, 29)).toBe(store);
  expect(touchWindow(store, 500, 520)).toBe(store);
  expect(touchWindow(emptyPages<number>(LIMITS), 0, 9).pages.size).toBe(0);
});

test('a window as wide as the store is whole after its pages were put in any order', () => {
  const store = filled(40, 3, 1, 0, 2);
  expect(missingPages(store, 0, 39)).toEqual([]);
  expect(Array.from({ length: 40 }, (_, i) => itemAt(store, i))).toEqual(
    Array.from({ length: 40 }, (_, i) => i),
  );
});

test('invalid pages stay on show and are missing until they come again', () => {
  const store = invalidate(filled(35, 0, 1));
  expect(itemAt(store, 12)).toBe(12);
  expect(missingPages(store, 0, 19)).toEqual([0, 1]);
  expect(missingPages(put(store, 1, 35), 0, 19)).toEqual([0]);
});

test('a shorter list loses what is beyond its end', () => {
  const store = put(filled(35, 0, 2, 3), 0, 24);
  expect(store.total).toBe(24);
  expect([...store.pages.keys()]).toEqual([2, 0]);
  expect([23, 24, 30].map((i) => itemAt(store, i))).toEqual([23, undefined, undefined]);
  expect(missingPages(store, 20, 23)).toEqual([]);
});

test('a longer list makes only the page stale that was its last', () => {
  const store = put(filled(35, 0, 3), 1, 60);
  expect(missingPages(store, 0, 59)).toEqual([2, 3]);
  expect(itemAt(store, 34)).toBe(34);
  expect(missingPages(store, 30, 34)).toEqual([3]);
});

test('answers whose totals disagree do not fetch each other in circles', () => {
  let store = emptyPages<number>(LIMITS);
  let fetched = 0;
  for (let round = 0; round < 20; round++) {
    for (const page of missingPages(store, 0, 19)) {
      fetched += 1;
      store = put(store, page, 100 + fetched);
    }
  }
  expect(fetched).toBe(2);
});

test('a page beyond the end of its own list is not kept', () => {
  const store = putPage(emptyPages<number>(LIMITS), 3, { items: [1, 2], total: 20 });
  expect(store.total).toBe(20);
  expect(store.pages.size).toBe(0);
});

test('more items than a page or the list has room for are cut', () => {
  const many = Array.from({ length: 50 }, (_, i) => i);
  expect(itemAt(putPage(emptyPages<number>(LIMITS), 0, { items: many, total: 50 }), 10)).toBeUndefined();
  expect(itemAt(putPage(emptyPages<number>(LIMITS), 0, { items: many, total: 3 }), 3)).toBeUndefined();
  expect(putPage(emptyPages<number>(LIMITS), 0, { items: many, total: -1 }).total).toBe(0);
});

test('an item is changed in place, and the store is the same when nothing changed', () => {
  const store = filled(35, 0, 1);
  const changed = mapItems(store, (item) => (item === 12 ? -12 : item));
  expect([itemAt(changed, 12), itemAt(changed, 11), itemAt(store, 12)]).toEqual([-12, 11, 12]);
  expect(changed.pages.get(0)).toBe(store.pages.get(0));
  expect(mapItems(store, (item) => item)).toBe(store);
});

test('an item is found where it is, among the pages that are there', () => {
  const store = filled(35, 2);
  expect(findIndex(store, (item) => item === 24)).toBe(24);
  expect(findIndex(store, (item) => item === 4)).toBeUndefined();
});
