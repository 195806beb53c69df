// The clock is fake, the server is a list of questions that each test answers when it likes.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeQueryCache, type Query } from './query-cache.ts';

interface Question {
  readonly answer: (text: string) => void;
  readonly fail: (cause: Error) => void;
  readonly signal: AbortSignal;
}

let asked: Question[] = [];
const FRESH_MS = 15_000;
const KEPT_MS = 300_000;

function query(settings: Partial<Query<string>> = {}): Query<string> {
  return {
    key: ['list', 'a', 0],
    read: (signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      asked.push({ answer: resolve, fail: reject, signal });
      return promise;
    },
    ...settings,
  };
}

const at = (start: number): Query<string> => query({ key: ['list', 'a', start] });

/** Lets everything go on that waits for nothing but its turn. */
const settle = async () => await vi.advanceTimersByTimeAsync(0);
const later = async (ms: number) => await vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
});

afterEach(() => {
  vi.useRealTimers();
});

test('what is watched is asked for once, and everybody hears of the answer', async () => {
  const cache = makeQueryCache();
  let changes = 0;
  cache.subscribe(() => {
    changes += 1;
  });
  cache.watch(query());
  cache.watch(query());
  expect(cache.stateOf(query())).toMatchObject({ stamp: 0, readAt: 0 });
  asked[0]?.answer('one');
  await settle();
  expect(asked).toHaveLength(1);
  expect(changes).toBe(1);
  expect(cache.stateOf(query()).data).toBe('one');
  expect(cache.stateOf(query({ key: ['list', 'b', 0] })).data).toBeUndefined();
});

test('a fresh answer is taken, an older one is shown and asked for again', async () => {
  const cache = makeQueryCache();
  const release = cache.watch(query());
  asked[0]?.answer('one');
  await settle();
  release();
  await later(FRESH_MS - 1);
  const releaseAgain = cache.watch(query());
  expect(asked).toHaveLength(1);
  releaseAgain();
  await later(1);
  cache.watch(query());
  expect(asked).toHaveLength(2);
  expect(cache.stateOf(query()).data).toBe('one');
  asked[1]?.answer('two');
  await settle();
  expect(cache.stateOf(query()).data).toBe('two');
});

test('what nobody watches any more is no longer fetched, and forgotten after a time', async () => {
  const cache = makeQueryCache();
  const release = cache.watch(query());
  release();
  await settle();
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[0]?.answer('too late');
  await settle();
  expect(cache.stateOf(query()).data).toBeUndefined();
  const releaseAgain = cache.watch(query());
  asked[1]?.answer('one');
  await settle();
  releaseAgain();
  await later(KEPT_MS - 1);
  expect(cache.stateOf(query()).data).toBe('one');
  await later(1);
  expect(cache.stateOf(query()).data).toBeUndefined();
});

test('whoever takes over in the same turn does not ask anew', async () => {
  const cache = makeQueryCache();
  const release = cache.watch(query());
  release();
  cache.watch(query());
  await settle();
  expect(asked).toHaveLength(1);
  expect(asked[0]?.signal.aborted).toBe(false);
  await later(KEPT_MS);
  asked[0]?.answer('one');
  await settle();
  expect(cache.stateOf(query()).data).toBe('one');
});

test('what is kept for no time is asked for at each opening', async () => {
  const cache = makeQueryCache();
  const shortLived = query({ keptMs: 0, freshMs: Number.POSITIVE_INFINITY });
  const release = cache.watch(shortLived);
  asked[0]?.answer('one');
  await settle();
  release();
  await settle();
  expect(cache.stateOf(shortLived).data).toBeUndefined();
  cache.watch(shortLived);
  expect(asked).toHaveLength(2);
});

test('a failure is part of the state and leaves the data that were there', async () => {
  const cache = makeQueryCache();
  cache.watch(query());
  const cause = new Error('no');
  asked[0]?.fail(cause);
  await settle();
  expect(cache.stateOf(query())).toMatchObject({ failure: { cause }, readAt: 0 });
  const again = cache.refetch(query());
  expect(cache.stateOf(query()).failure).toBeUndefined();
  asked[1]?.answer('one');
  await again;
  expect(cache.stateOf(query())).toMatchObject({ data: 'one' });
  const worse = cache.refetch(query());
  asked[2]?.fail(cause);
  await worse;
  expect(cache.stateOf(query())).toMatchObject({ data: 'one', failure: { cause } });
});

test('what failed is asked for again by the next who watches', async () => {
  const cache = makeQueryCache();
  const release = cache.watch(query());
  asked[0]?.fail(new Error('no'));
  await settle();
  release();
  await settle();
  cache.watch(query());
  expect(asked).toHaveLength(2);
});

test('a change makes old whatever begins with its key', async () => {
  const cache = makeQueryCache();
  const here = query({ key: ['list', 'a'] });
  const away = query({ key: ['list', 'b'] });
  const other = query({ key: ['lists', 'a'] });
  cache.watch(here);
  cache.watch(other);
  cache.watch(away)();
  for (const question of asked) question.answer('one');
  await settle();
  cache.set(away, 'one');
  asked = [];
  const done = cache.invalidate(['list']);
  expect(asked).toHaveLength(1);
  asked[0]?.answer('two');
  await done;
  expect(cache.stateOf(here).data).toBe('two');
  expect(cache.stateOf(away).data).toBe('one');
  cache.watch(away);
  expect(asked).toHaveLength(2);
});

test('an answer from before a change does not come after it', async () => {
  const cache = makeQueryCache();
  cache.watch(query());
  const done = cache.invalidate(['list']);
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[1]?.answer('after');
  await done;
  asked[0]?.answer('before');
  await settle();
  expect(cache.stateOf(query()).data).toBe('after');
});

test('whoever waits for an answer gets that of the newest question', async () => {
  const cache = makeQueryCache();
  const answer = cache.ensure(query());
  cache.watch(query());
  void cache.invalidate(['list']);
  asked[0]?.fail(new Error('given up'));
  asked[1]?.answer('after');
  await expect(answer).resolves.toBe('after');
});

test('ensure takes what is there, however old, and asks for what is not', async () => {
  const cache = makeQueryCache();
  const first = cache.ensure(query());
  asked[0]?.answer('one');
  await expect(first).resolves.toBe('one');
  await later(FRESH_MS * 2);
  await expect(cache.ensure(query())).resolves.toBe('one');
  expect(asked).toHaveLength(1);
});

test('ensure rejects with the failure, and with one of its own when the cache is emptied below it', async () => {
  const cache = makeQueryCache();
  const failing = cache.ensure(query());
  const cause = new Error('no');
  asked[0]?.fail(cause);
  await expect(failing).rejects.toBe(cause);
  const emptied = cache.ensure(query({ key: ['else'] }));
  cache.clear();
  asked[1]?.fail(new Error('aborted'));
  await expect(emptied).rejects.toThrow('There is no answer');
});

test('an ensured answer is not given up when somebody else stops watching', async () => {
  const cache = makeQueryCache();
  const release = cache.watch(query());
  const answer = cache.ensure(query());
  release();
  await settle();
  expect(asked[0]?.signal.aborted).toBe(false);
  asked[0]?.answer('one');
  await expect(answer).resolves.toBe('one');
});

test('coming back to the tab asks again for what is watched and no longer fresh', async () => {
  const cache = makeQueryCache();
  cache.watch(query());
  const release = cache.watch(query({ key: ['away'] }));
  cache.watch(query({ key: ['lasting'], freshMs: Number.POSITIVE_INFINITY }));
  for (const question of asked) question.answer('one');
  await settle();
  release();
  cache.refresh();
  expect(asked).toHaveLength(3);
  await later(FRESH_MS);
  cache.refresh();
  cache.refresh();
  expect(asked).toHaveLength(4);
});

test('the data of a family are those of any member', async () => {
  const cache = makeQueryCache();
  expect(cache.dataOfFamily(at(0), 2)).toBeUndefined();
  cache.watch(at(200));
  asked[0]?.answer('one');
  await settle();
  expect(cache.dataOfFamily(at(0), 2)).toBe('one');
  expect(cache.dataOfFamily(at(0), 3)).toBeUndefined();
});

test('what did not change is the same object after another answer', async () => {
  const cache = makeQueryCache();
  const rows: Query<readonly { readonly id: number }[]> = {
    key: ['rows'],
    read: async () => await Promise.resolve([{ id: 1 }]),
  };
  cache.watch(rows);
  await settle();
  const before = cache.stateOf(rows);
  await cache.refetch(rows);
  const after = cache.stateOf(rows);
  expect(after.data).toBe(before.data);
  expect(after.stamp).toBeGreaterThan(before.stamp);
});

test('an emptied cache holds nothing and gives up what is on its way', async () => {
  const cache = makeQueryCache();
  cache.set(query({ key: ['own'] }), 'mine');
  const release = cache.watch(query());
  cache.clear();
  expect(cache.stateOf(query({ key: ['own'] })).data).toBeUndefined();
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[0]?.answer('too late');
  await settle();
  expect(cache.stateOf(query()).data).toBeUndefined();
  release();
  await later(KEPT_MS);
  expect(cache.stateOf(query()).data).toBeUndefined();
});
