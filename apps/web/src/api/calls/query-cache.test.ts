import {
  focusManager,
  MutationObserver,
  onlineManager,
  type QueryKey,
  queryOptions,
  QueryObserver,
  type QueryState,
} from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dataOfFamily, ensure, invalidate, makeQueryCache, type QueryCache } from './query-cache.ts';

interface Question {
  readonly answer: (text: string) => void;
  readonly fail: (cause: Error) => void;
  readonly signal: AbortSignal;
}

let asked: Question[] = [];
let cache: QueryCache;
const FRESH_MS = 15_000;
const KEPT_MS = 300_000;

function query({ queryKey = ['list', 'a', 0], ...settings }: Settings = {}) {
  return {
    queryKey,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      asked.push({ answer: resolve, fail: reject, signal });
      return promise;
    },
    ...settings,
  };
}

interface Settings {
  readonly queryKey?: QueryKey;
  readonly staleTime?: number;
  readonly gcTime?: number;
}

const at = (start: number) => query({ queryKey: ['list', 'a', start] });
const watch = (watched: ReturnType<typeof query>): (() => void) =>
  new QueryObserver(cache, watched).subscribe(() => undefined);
const stateOf = (known: ReturnType<typeof query>): QueryState<string> | undefined =>
  cache.getQueryState<string>(known.queryKey);
const dataOf = (known: ReturnType<typeof query>): string | undefined => stateOf(known)?.data;
const refetch = (known: ReturnType<typeof query>): Promise<void> => invalidate(cache, known.queryKey);

const settle = async () => await vi.advanceTimersByTimeAsync(0);
const later = async (ms: number) => await vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  cache = makeQueryCache();
  cache.mount();
});

afterEach(() => {
  cache.clear();
  cache.unmount();
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

test('a watched query is fetched once, and all observers get the answer', async () => {
  const heard: (string | undefined)[] = [];
  for (const watcher of [1, 2]) {
    new QueryObserver(cache, query()).subscribe(({ data }) => (heard[watcher] = data));
  }
  expect(stateOf(query())).toMatchObject({ dataUpdatedAt: 0, fetchStatus: 'fetching' });
  asked[0]?.answer('one');
  await settle();
  expect(asked).toHaveLength(1);
  expect(heard).toEqual([undefined, 'one', 'one']);
  expect(dataOf(query())).toBe('one');
  expect(dataOf(query({ queryKey: ['list', 'b', 0] }))).toBeUndefined();
});

test('a fresh answer is used, a stale one is shown and refetched', async () => {
  const release = watch(query());
  asked[0]?.answer('one');
  await settle();
  release();
  await later(FRESH_MS - 1);
  const releaseAgain = watch(query());
  expect(asked).toHaveLength(1);
  releaseAgain();
  await later(1);
  watch(query());
  expect(asked).toHaveLength(2);
  expect(dataOf(query())).toBe('one');
  asked[1]?.answer('two');
  await settle();
  expect(dataOf(query())).toBe('two');
});

test('a query without observers is no longer fetched, and is removed after a time', async () => {
  const release = watch(query());
  release();
  await settle();
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[0]?.answer('too late');
  await settle();
  expect(dataOf(query())).toBeUndefined();
  const releaseAgain = watch(query());
  asked[1]?.answer('one');
  await settle();
  releaseAgain();
  await later(KEPT_MS - 1);
  expect(dataOf(query())).toBe('one');
  await later(1);
  expect(stateOf(query())).toBeUndefined();
});

test('a second watcher keeps the request of the first', async () => {
  const release = watch(query());
  watch(query());
  release();
  await settle();
  expect(asked).toHaveLength(1);
  expect(asked[0]?.signal.aborted).toBe(false);
  await later(KEPT_MS);
  asked[0]?.answer('one');
  await settle();
  expect(dataOf(query())).toBe('one');
});

test('a query with a cache time of zero is fetched at each mount', async () => {
  const shortLived = query({ gcTime: 0, staleTime: Number.POSITIVE_INFINITY });
  const release = watch(shortLived);
  asked[0]?.answer('one');
  await later(KEPT_MS);
  expect(dataOf(shortLived)).toBe('one');
  release();
  await settle();
  expect(stateOf(shortLived)).toBeUndefined();
  watch(shortLived);
  expect(asked).toHaveLength(2);
});

test('a failure is part of the state, is not retried, and keeps the existing data', async () => {
  watch(query());
  const cause = new Error('no');
  asked[0]?.fail(cause);
  await later(KEPT_MS);
  expect(asked).toHaveLength(1);
  expect(stateOf(query())).toMatchObject({ error: cause, dataUpdatedAt: 0 });
  const again = refetch(query());
  expect(stateOf(query())?.error).toBeNull();
  asked[1]?.answer('one');
  await again;
  expect(stateOf(query())).toMatchObject({ data: 'one', error: null });
  const worse = refetch(query());
  asked[2]?.fail(cause);
  await worse;
  expect(stateOf(query())).toMatchObject({ data: 'one', error: cause });
});

test('a failed query is refetched by the next observer', async () => {
  const release = watch(query());
  asked[0]?.fail(new Error('no'));
  await settle();
  release();
  await settle();
  watch(query());
  expect(asked).toHaveLength(2);
});

test('a request is sent while the browser says that it is offline', async () => {
  onlineManager.setOnline(false);
  watch(query());
  expect(asked).toHaveLength(1);
  expect(stateOf(query())?.fetchStatus).toBe('fetching');
});

test('a change marks all queries with its key prefix as stale', async () => {
  const here = query({ queryKey: ['list', 'a'] });
  const away = query({ queryKey: ['list', 'b'] });
  const other = query({ queryKey: ['lists', 'a'] });
  watch(here);
  watch(other);
  const release = watch(away);
  for (const question of asked) question.answer('one');
  await settle();
  release();
  asked = [];
  const done = invalidate(cache, ['list']);
  expect(asked).toHaveLength(1);
  asked[0]?.answer('two');
  await done;
  expect(dataOf(here)).toBe('two');
  expect(dataOf(away)).toBe('one');
  watch(away);
  expect(asked).toHaveLength(2);
});

test('a change does not fetch a query that is only read', async () => {
  cache.setQueryData(['list'], 'one');
  new QueryObserver(cache, { ...query({ queryKey: ['list'] }), enabled: false }).subscribe(() => undefined);
  await invalidate(cache, ['list']);
  expect(asked).toHaveLength(0);
});

test('an answer from before a change does not replace a newer one', async () => {
  watch(query());
  const done = invalidate(cache, ['list']);
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[0]?.answer('before');
  await settle();
  expect(dataOf(query())).toBeUndefined();
  asked[1]?.answer('after');
  await done;
  expect(dataOf(query())).toBe('after');
});

test('an answer from before a change does not replace a newer one while older data are shown', async () => {
  watch(query());
  asked[0]?.answer('old');
  await settle();
  void invalidate(cache, ['list']);
  const done = invalidate(cache, ['list']);
  expect(asked[1]?.signal.aborted).toBe(true);
  asked[1]?.answer('before');
  asked[2]?.answer('after');
  await done;
  expect(asked).toHaveLength(3);
  expect(dataOf(query())).toBe('after');
});

test('a waiting caller gets the answer to the newest request', async () => {
  const answer = ensure(cache, query());
  watch(query());
  void invalidate(cache, ['list']);
  asked[0]?.fail(new Error('given up'));
  asked[1]?.answer('after');
  await expect(answer).resolves.toBe('after');
});

test('a waiting caller without observers gets the answer to the newest request', async () => {
  const answer = ensure(cache, query());
  void invalidate(cache, ['list']);
  asked[1]?.answer('after');
  await expect(answer).resolves.toBe('after');
});

test('ensure returns cached data of any age, and fetches what is missing', async () => {
  const first = ensure(cache, query());
  asked[0]?.answer('one');
  await expect(first).resolves.toBe('one');
  await later(FRESH_MS * 2);
  await expect(ensure(cache, query())).resolves.toBe('one');
  expect(asked).toHaveLength(1);
});

test('ensure rejects with the failure, and with one of its own when the cache is emptied below it', async () => {
  const failing = ensure(cache, query());
  const cause = new Error('no');
  asked[0]?.fail(cause);
  await expect(failing).rejects.toBe(cause);
  const emptied = ensure(cache, query({ queryKey: ['else'] }));
  cache.clear();
  asked[1]?.fail(new Error('aborted'));
  await expect(emptied).rejects.toThrow('CancelledError');
});

test('an ensured request is not cancelled when an observer leaves', async () => {
  const release = watch(query());
  const answer = ensure(cache, query());
  release();
  await settle();
  expect(asked[0]?.signal.aborted).toBe(false);
  asked[0]?.answer('one');
  await expect(answer).resolves.toBe('one');
});

test('an ensured answer is fresh for the page that shows it, and kept no longer than others', async () => {
  const answer = ensure(cache, query());
  asked[0]?.answer('one');
  await answer;
  watch(query())();
  expect(asked).toHaveLength(1);
  await later(KEPT_MS);
  expect(stateOf(query())).toBeUndefined();
});

test('returning to the tab refetches watched queries that are stale', async () => {
  const showTab = async (): Promise<void> => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await settle();
  };
  watch(query());
  const release = watch(query({ queryKey: ['away'] }));
  watch(query({ queryKey: ['lasting'], staleTime: Number.POSITIVE_INFINITY }));
  for (const question of asked) question.answer('one');
  await settle();
  release();
  await showTab();
  expect(asked).toHaveLength(3);
  await later(FRESH_MS);
  await showTab();
  await showTab();
  expect(asked).toHaveLength(4);
});

test('the data of a family are those of any member', async () => {
  expect(dataOfFamily(cache, at(0), 2)).toBeUndefined();
  watch(at(0));
  watch(at(200));
  asked[1]?.answer('one');
  await settle();
  expect(dataOfFamily(cache, at(0), 2)).toBe('one');
  expect(dataOfFamily(cache, at(0), 3)).toBeUndefined();
});

test('what did not change is the same object after another answer', async () => {
  let total = 0;
  const rows = queryOptions({
    queryKey: ['rows'],
    queryFn: async () => await Promise.resolve({ items: [{ id: 1, tags: ['a'] }], total: (total += 1) }),
  });
  new QueryObserver(cache, rows).subscribe(() => undefined);
  await settle();
  const before = cache.getQueryData(rows.queryKey);
  await invalidate(cache, rows.queryKey);
  const after = cache.getQueryData(rows.queryKey);
  expect(after?.total).toBe(2);
  expect(after?.items).toBe(before?.items);
});

test('a cleared cache is empty and cancels running requests', async () => {
  cache.setQueryData(['own'], 'mine');
  const release = watch(query());
  cache.clear();
  expect(cache.getQueryData(['own'])).toBeUndefined();
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[0]?.answer('too late');
  await settle();
  expect(dataOf(query())).toBeUndefined();
  release();
  await later(KEPT_MS);
  expect(dataOf(query())).toBeUndefined();
});

test('sent data are forgotten once no one waits for the outcome', async () => {
  const observer = new MutationObserver(cache, {
    mutationFn: async (secret: string) => await Promise.resolve(secret),
  });
  const release = observer.subscribe(() => undefined);
  await observer.mutate('a password');
  release();
  await settle();
  expect(cache.getMutationCache().getAll()).toEqual([]);
});
