import { InfiniteQueryObserver, hashKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { invalidate, makeQueryCache, type QueryCache } from './query-cache.ts';
import { keepFirstPage, pagesQuery } from './pages-query.ts';

const KEY = ['nodes', 'recent'];
const SIZE = 3;

let cache: QueryCache;
/** What the server has, newest first. A page begins after the item that its cursor names. */
let stored: readonly string[];
let asked: (string | undefined)[];

const query = pagesQuery(KEY, async (after: string | undefined) => {
  asked.push(after);
  const from = after === undefined ? 0 : stored.indexOf(after) + 1;
  const items = stored.slice(from, from + SIZE).map((id) => ({ id }));
  const next = from + SIZE < stored.length ? (items.at(-1)?.id ?? null) : null;
  return await Promise.resolve({ items, next });
});

function show() {
  const observer = new InfiniteQueryObserver(cache, query);
  const seen: string[] = [];
  const hide = observer.subscribe(({ data }) => {
    const text = data?.pages.map(({ items }) => items.map(({ id }) => id).join('')).join(' ') ?? '';
    if (text !== seen.at(-1)) seen.push(text);
  });
  return { observer, seen, hide };
}

beforeEach(() => {
  vi.useFakeTimers();
  cache = makeQueryCache();
  stored = ['d', 'e', 'f', 'g', 'h'];
  asked = [];
});
afterEach(() => {
  cache.clear();
  vi.useRealTimers();
});

const settle = async () => await vi.advanceTimersByTimeAsync(1);

test('new items push no other item out between two loaded pages, and the list never empties', async () => {
  const { observer, seen } = show();
  await settle();
  await observer.fetchNextPage();
  stored = ['a', 'b', 'c', ...stored];
  await invalidate(cache, KEY);
  await settle();
  expect(seen.filter((text) => text !== '')).toEqual(['def', 'def gh', 'abc def']);
  expect(asked).toEqual([undefined, 'f', undefined, 'c']);
  await observer.fetchNextPage();
  await settle();
  expect(seen.at(-1)).toBe('abc def gh');
});

test('a change while the next page is loading is read by all pages', async () => {
  const { observer, seen } = show();
  await settle();
  const more = observer.fetchNextPage();
  stored = ['c', ...stored];
  await invalidate(cache, KEY);
  await more;
  await settle();
  expect(seen.at(-1)).toBe('cde');
  await observer.fetchNextPage();
  await settle();
  expect(seen.at(-1)).toBe('cde fgh');
});

test('a list that is left keeps its first page, with its age and its marks', async () => {
  const { observer, hide } = show();
  await settle();
  await observer.fetchNextPage();
  keepFirstPage(cache, hashKey(KEY));
  expect(observer.getCurrentResult().data?.pages, 'still shown elsewhere').toHaveLength(2);
  hide();
  await cache.invalidateQueries({ queryKey: KEY, refetchType: 'none' });
  const before = cache.getQueryState(KEY);
  await vi.advanceTimersByTimeAsync(1000);
  keepFirstPage(cache, hashKey(KEY));
  const { data, ...state } = cache.getQueryState(KEY) ?? {};
  expect(data).toEqual({
    pages: [{ items: [{ id: 'd' }, { id: 'e' }, { id: 'f' }], next: 'f' }],
    pageParams: [undefined],
  });
  expect(state).toMatchObject({ isInvalidated: true, dataUpdatedAt: before?.dataUpdatedAt });
  await observer.refetch();
  expect(asked).toEqual([undefined, 'f', undefined]);
});
