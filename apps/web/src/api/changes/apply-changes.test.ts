import type { Change, ChangeEvent, NodeView } from '@coffer/contracts';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { versionsQuery } from '../details/versions-query.ts';
import { makeQueryCache, type QueryCache } from '../calls/query-cache.ts';
import { onJobsAnnounced } from '../jobs/announced.ts';
import { type ChangeApplier, createChangeApplier } from './apply-changes.ts';

const LIST = ['nodes', 'list', 'folder', 'name', 'asc', 0, 200];
const folder = (revision: number | null, folderId: string | null = 'folder') =>
  ({ kind: 'folder', spaceId: 'space', folderId, revision }) as Change;
const changed = (...changes: Change[]): ChangeEvent => ({ type: 'changed', changes });

let cache: QueryCache;
let applier: ChangeApplier;
let isHeld: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  cache = makeQueryCache();
  isHeld = false;
  applier = createChangeApplier(cache, () => isHeld);
});
afterEach(() => {
  applier.stop();
  cache.clear();
  vi.useRealTimers();
});

/** Mounts a query that has data. Returns a function that tells how often it was fetched. */
async function show(queryKey: readonly unknown[], data: unknown): Promise<() => number> {
  const fetched = vi.fn<() => Promise<unknown>>(async () => await Promise.resolve(data));
  new QueryObserver(cache, { queryKey, queryFn: fetched }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  fetched.mockClear();
  return () => fetched.mock.calls.length;
}

const pass = async (ms: number) => await vi.advanceTimersByTimeAsync(ms);
const apply = async (event: ChangeEvent): Promise<void> => {
  applier.apply(event);
  await vi.advanceTimersByTimeAsync(1);
};

test('a list is fetched for a change that it does not show, and only then', async () => {
  const fetched = await show(LIST, { folderRevision: 7, items: [] });
  await apply(changed(folder(7), folder(8, 'another'), { kind: 'trash', spaceId: 'space' } as Change));
  expect(fetched()).toBe(0);
  await vi.advanceTimersByTimeAsync(700);
  await apply(changed(folder(8)));
  expect(fetched()).toBe(1);
});

test('everything is fetched when the person may see more or less than before', async () => {
  const fetched = [await show(LIST, { folderRevision: 7 }), await show(['nodes', 'shared', 'with-me'], {})];
  await apply(changed({ kind: 'access' }));
  expect(fetched.map((times) => times())).toEqual([1, 1]);
});

test('failed queries are refetched once the server is back, and no others', async () => {
  const good = await show(LIST, { folderRevision: 7 });
  let isDown = true;
  const read = vi.fn<() => Promise<string>>(async () => {
    await Promise.resolve();
    if (isDown) throw new Error('no connection');
    return 'here';
  });
  const observer = new QueryObserver(cache, { queryKey: ['nodes', 'recent'], queryFn: read, retry: false });
  observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  isDown = false;
  await apply({ type: 'ready' });
  expect(observer.getCurrentResult().data).toBe('here');
  await apply({ type: 'ready' });
  expect([read.mock.calls.length, good()]).toEqual([2, 0]);
});

test('a list that is not on the screen is only marked', async () => {
  cache.setQueryData(LIST, { folderRevision: 7, items: [] });
  await apply(changed(folder(8)));
  expect(cache.getQueryState(LIST)).toMatchObject({ isInvalidated: true, fetchStatus: 'idle' });
});

test('many changes at once are one fetch now and one later', async () => {
  const fetched = await show(LIST, { folderRevision: 7, items: [] });
  for (let revision = 8; revision < 100; revision += 1) await apply(changed(folder(revision)));
  expect(fetched()).toBe(1);
  await vi.advanceTimersByTimeAsync(700);
  expect(fetched()).toBe(2);
});

test('the path of an open folder follows its parents, a file and its versions their folder', async () => {
  const path = await show(['nodes', 'path', 'inner'], { items: [{ id: 'folder' }, { id: 'inner' }] });
  const file = await show(['nodes', 'one', 'file'], { id: 'file', parentId: 'folder' });
  const versions = await show(versionsQuery({ id: 'file', parentId: 'folder' } as NodeView).queryKey, {});
  await apply(changed(folder(8)));
  expect([path(), file(), versions()]).toEqual([1, 1, 1]);
  await vi.advanceTimersByTimeAsync(700);
  await apply(changed(folder(8, 'elsewhere')));
  expect([path(), file(), versions()]).toEqual([1, 1, 1]);
  await vi.advanceTimersByTimeAsync(700);
  await apply(changed({ kind: 'space', spaceId: 'space' } as Change));
  expect([path(), file(), versions()], 'a hold takes away what deletes a version').toEqual([1, 1, 2]);
});

test('rows are fetched before what is shown of one of them, which may be gone', async () => {
  const asked: string[] = [];
  const follow = (queryKey: readonly unknown[]): (() => void) => {
    const queryFn = async () => {
      asked.push(String(queryKey[1]));
      return await Promise.resolve({ folderRevision: 7 + asked.length, items: [] });
    };
    return new QueryObserver(cache, { queryKey, queryFn }).subscribe(() => undefined);
  };
  const list = new QueryObserver(cache, { queryKey: LIST, queryFn: () => undefined, enabled: false });
  follow(LIST);
  const hide = follow(['nodes', 'details', 'file', 'folder']);
  await vi.advanceTimersByTimeAsync(1);
  list.subscribe(({ data }) => data !== undefined && asked.length > 2 && hide());
  await apply(changed(folder(99)));
  expect(asked).toEqual(['list', 'details', 'list']);
});

const row = (id: string) => ['nodes', 'details', id, 'folder', 'row'];

test('the size of a folder in a list follows its descendants, the row of a file does not', async () => {
  const folderRow = await show(row('inner'), { id: 'inner', sizeBytes: 0 });
  const fileRow = await show(row('file'), { id: 'file', sizeBytes: null });
  await apply(changed(folder(3, 'far below')));
  expect([folderRow(), fileRow()]).toEqual([1, 0]);
});

test('a contributor, who learns no folder, gets every list again', async () => {
  const fetched = await show(LIST, { folderRevision: null, items: [] });
  await apply(changed(folder(null, null)));
  expect(fetched()).toBe(1);
});

test.each([{ kind: 'space', spaceId: 'space' }, { kind: 'members', spaceId: 'space' }, { kind: 'spaces' }])(
  '$kind concerns spaces and no list',
  async (change) => {
    const spaces = await show(['spaces', 'list'], { items: [] });
    const list = await show(LIST, { folderRevision: 7, items: [] });
    await apply(changed(change as Change));
    expect([spaces(), list()]).toEqual([1, 0]);
  },
);

test('who can see an item is fetched again when the members of a space change', async () => {
  const access = await show(['nodes', 'access', 'file'], { items: [] });
  await apply(changed({ kind: 'members', spaceId: 'space' } as Change));
  expect(access()).toBe(1);
});

test('tags on the screen, and the lists that show them, are fetched again', async () => {
  const tags = await show(['tags', 'space'], { items: [] });
  const list = await show(LIST, { folderRevision: 7, items: [] });
  const path = await show(['nodes', 'path', 'folder'], { items: [] });
  await apply(changed({ kind: 'tags', spaceId: null }));
  expect([tags(), list(), path()]).toEqual([1, 1, 0]);
});

test.each([{ kind: 'comments', spaceId: 'space' }, { kind: 'notifications' }])(
  '$kind may tell of a comment on what is shown',
  async (change) => {
    const comments = await show(['comments', 'file', 20], { items: [] });
    const list = await show(LIST, { folderRevision: 7, items: [] });
    await apply(changed(change as Change));
    expect([comments(), list()]).toEqual([1, 0]);
  },
);

test('a reset fetches everything that is shown, except an open film', async () => {
  const spaces = await show(['spaces', 'list'], { items: [] });
  const list = await show(LIST, { folderRevision: 7, items: [] });
  const film = await show(['content', 'node', 'version'], { url: 'x' });
  await apply({ type: 'reset' });
  expect([spaces(), list(), film()]).toEqual([1, 1, 0]);
});

test('changes wait during a drag or an open menu', async () => {
  const fetched = await show(LIST, { folderRevision: 7, items: [] });
  isHeld = true;
  await apply(changed(folder(8)));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched()).toBe(0);
  isHeld = false;
  await vi.advanceTimersByTimeAsync(700);
  expect(fetched()).toBe(1);
});

test('after the sign-out nothing is fetched', async () => {
  const fetched = await show(LIST, { folderRevision: 7, items: [] });
  applier.apply(changed(folder(8)));
  applier.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched()).toBe(0);
});

test('jobs are announced and looked at together with changed access, and when changes were missed', async () => {
  const announced = vi.fn<() => void>();
  const stop = onJobsAnnounced(announced);
  const fetched = await show(['jobs', 'running'], { items: [] });
  await apply(changed({ kind: 'access' }, { kind: 'jobs' }));
  expect([announced.mock.calls.length, fetched()]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(700);
  await apply({ type: 'reset' });
  expect([announced.mock.calls.length, fetched()]).toEqual([2, 2]);
  stop();
});

const TAGS: Change = { kind: 'tags', spaceId: null };
const TRASH = { kind: 'trash', spaceId: 'space' } as Change;
const RECENT = ['nodes', 'recent'];
const STARRED = ['nodes', 'starred'];
const SEARCH = ['nodes', 'search', 'pages', { q: 'plan' }];

/** Mounts a list of items from many folders, which was read long ago. */
async function showRested(queryKey: readonly unknown[], data: unknown = { pages: [] }) {
  const fetched = await show(queryKey, data);
  await pass(10_000);
  return { fetched, hide: () => cache.getQueryCache().find({ queryKey })?.observers[0]?.destroy() };
}

test.each([
  { key: RECENT, by: [folder(8), TAGS], notBy: [TRASH] },
  { key: STARRED, by: [folder(8), TAGS], notBy: [TRASH] },
  { key: ['nodes', 'tagged', 'plan'], by: [folder(8), TAGS], notBy: [TRASH] },
  { key: ['nodes', 'largest', 'space'], by: [folder(8), TAGS], notBy: [TRASH] },
  { key: ['nodes', 'largest', 'another'], by: [], notBy: [folder(8)] },
  { key: ['nodes', 'shared', 'with-me', 'date', 'desc'], by: [folder(8)], notBy: [TRASH] },
  { key: SEARCH, by: [folder(8), TAGS, TRASH], notBy: [] },
  { key: ['nodes', 'search', { q: 'plan' }], by: [], notBy: [folder(8)] },
])('the list $key follows changes anywhere that may concern it', async ({ key, by, notBy }) => {
  const { fetched } = await showRested(key);
  for (const change of notBy) await apply(changed(change));
  await pass(10_000);
  expect(fetched()).toBe(0);
  for (const change of by) {
    await apply(changed(change));
    await pass(10_000);
  }
  expect(fetched()).toBe(by.length);
});

test('ten changes a second are a refetch every few seconds, and the last change is not missed', async () => {
  const recent = await showRested(RECENT);
  const search = await showRested(SEARCH);
  for (let count = 0; count < 100; count += 1) {
    await apply(changed(folder(8)));
    await pass(99);
  }
  expect(recent.fetched()).toBeLessThanOrEqual(6);
  expect(search.fetched()).toBeLessThanOrEqual(3);
  await apply(changed(folder(8)));
  const before = [recent.fetched(), search.fetched()];
  await pass(10_000);
  const last = [recent.fetched() - 1, search.fetched() - 1];
  expect(last).toEqual(before);
  await pass(60_000);
  expect([recent.fetched() - 1, search.fetched() - 1]).toEqual(before);
});

test('a slow list is read again only after its response, and others do not wait for it', async () => {
  const other = await show(LIST, { folderRevision: 7, items: [] });
  const read = vi.fn<() => Promise<unknown>>(async () => {
    await new Promise((resolve) => setTimeout(resolve, 30_000));
    return {};
  });
  new QueryObserver(cache, { queryKey: SEARCH, queryFn: read }).subscribe(() => undefined);
  await apply(changed(folder(8)));
  await apply(changed(folder(9)));
  await pass(29_000);
  expect([read.mock.calls.length, other()]).toEqual([1, 2]);
  await pass(7_000);
  expect(read.mock.calls.length).toBe(2);
});

test('a list that was left meanwhile is only marked', async () => {
  const { fetched, hide } = await showRested(RECENT);
  await apply(changed(folder(8)));
  await apply(changed(folder(8)));
  hide();
  await pass(10_000);
  expect(fetched()).toBe(1);
  expect(cache.getQueryState(RECENT)).toMatchObject({ isInvalidated: true, fetchStatus: 'idle' });
});

test('lists wait during a drag or an open menu', async () => {
  const { fetched } = await showRested(RECENT);
  isHeld = true;
  await apply(changed(folder(8)));
  await pass(10_000);
  expect(fetched()).toBe(0);
  isHeld = false;
  await pass(700);
  expect(fetched()).toBe(1);
});

test('a row whose star was taken off stays, so that the star can be given again', async () => {
  const page = { items: [{ node: { id: 'one' } }, { node: { id: 'two' } }], next: null };
  const { fetched } = await showRested(STARRED, { pages: [page] });
  cache.setQueryData(['stars'], { ids: ['one'] });
  await apply(changed(folder(8)));
  await pass(10_000);
  expect(fetched()).toBe(0);
  cache.setQueryData(['stars'], { ids: ['two', 'one'] });
  await pass(700);
  expect(fetched()).toBe(1);
});
