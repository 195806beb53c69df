/**
 * A list of known length of which only some pages were fetched. Immutable; at most `pagesMax` pages are held, and
 * the ones seen longest ago leave first, so that jumping about in a million rows does not keep a million rows.
 */
export interface SparsePages<Item> {
  readonly pageSize: number;
  readonly pagesMax: number;
  /** How long the list is by the last answer; undefined before the first. */
  readonly total: number | undefined;
  /** In the order of last use, oldest first. */
  readonly pages: ReadonlyMap<number, Page<Item>>;
}

interface Page<Item> {
  readonly items: readonly Item[];
  /** Still shown, but to be fetched again. */
  readonly isStale: boolean;
}

export interface SparsePagesLimits {
  readonly pageSize?: number;
  /** Must hold the pages of one window, or the window would never be whole. */
  readonly pagesMax?: number;
}

export function emptyPages<Item>(limits: SparsePagesLimits = {}): SparsePages<Item> {
  const { pageSize = 200, pagesMax = 50 } = limits;
  return { pageSize, pagesMax, total: undefined, pages: new Map() };
}

/** The item at a row, or undefined while its page is not there. */
export function itemAt<Item>(store: SparsePages<Item>, index: number): Item | undefined {
  const page = Math.floor(index / store.pageSize);
  return store.pages.get(page)?.items[index - page * store.pageSize];
}

/** The pages to fetch so that rows `first` to `last` (included) are there and fresh, in order. */
export function missingPages<Item>(store: SparsePages<Item>, first: number, last: number): readonly number[] {
  return pagesOf(store, first, last).filter((page) => store.pages.get(page)?.isStale !== false);
}

/** Marks the pages of a window as just used. */
export function touchWindow<Item>(store: SparsePages<Item>, first: number, last: number): SparsePages<Item> {
  const used = pagesOf(store, first, last).filter((page) => store.pages.has(page));
  const newest = [...store.pages.keys()].slice(-used.length);
  if (used.every((page) => newest.includes(page))) return store;
  const pages = new Map(store.pages);
  for (const page of used) {
    const held = pages.get(page);
    pages.delete(page);
    if (held !== undefined) pages.set(page, held);
  }
  return { ...store, pages };
}

export interface PageAnswer<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/**
 * Takes in one fetched page. The newest total holds: pages wholly beyond it leave, items beyond it are cut.
 * A page that says another total than before does not make the others stale: while a folder is being filled each
 * answer has another total, and fetching in circles would never end. Call `invalidate` when the list has changed.
 */
export function putPage<Item>(
  store: SparsePages<Item>,
  page: number,
  answer: PageAnswer<Item>,
): SparsePages<Item> {
  const total = Math.max(0, answer.total);
  const pages = new Map(store.total === total ? store.pages : cutTo(store, total));
  pages.delete(page);
  const items = answer.items.slice(0, roomOf(store.pageSize, page, total));
  if (page * store.pageSize < total) pages.set(page, { items, isStale: false });
  for (const oldest of pages.keys()) {
    if (pages.size <= store.pagesMax) break;
    pages.delete(oldest);
  }
  return { ...store, total, pages };
}

/** Everything is to be fetched again; what is there stays on show until then. */
export function invalidate<Item>(store: SparsePages<Item>): SparsePages<Item> {
  const pages = new Map<number, Page<Item>>();
  for (const [page, { items }] of store.pages) pages.set(page, { items, isStale: true });
  return { ...store, pages };
}

/** Replaces the items that `change` answers anew (the same object means: as it was), for optimistic changes. */
export function mapItems<Item>(store: SparsePages<Item>, change: (item: Item) => Item): SparsePages<Item> {
  let isChanged = false;
  const pages = new Map<number, Page<Item>>();
  for (const [number, page] of store.pages) {
    const items = page.items.map(change);
    const isSame = items.every((item, i) => item === page.items[i]);
    isChanged ||= !isSame;
    pages.set(number, isSame ? page : { ...page, items });
  }
  return isChanged ? { ...store, pages } : store;
}

/** Where an item is, among the pages that are there. */
export function findIndex<Item>(
  store: SparsePages<Item>,
  wanted: (item: Item) => boolean,
): number | undefined {
  for (const [number, page] of store.pages) {
    const at = page.items.findIndex((item) => wanted(item));
    if (at >= 0) return number * store.pageSize + at;
  }
  return undefined;
}

function pagesOf<Item>(store: SparsePages<Item>, first: number, last: number): readonly number[] {
  // Before the first answer the length is unknown: ask for the window as it stands.
  const end = Math.min(last, (store.total ?? Number.POSITIVE_INFINITY) - 1);
  const start = Math.max(0, first);
  if (end < start) return [];
  const from = Math.floor(start / store.pageSize);
  // Never more than can be held: a caller's mistake must not become a thousand requests.
  const length = Math.min(Math.floor(end / store.pageSize) - from + 1, store.pagesMax);
  return Array.from({ length }, (_, i) => from + i);
}

function cutTo<Item>(store: SparsePages<Item>, total: number): ReadonlyMap<number, Page<Item>> {
  const pages = new Map<number, Page<Item>>();
  for (const [number, page] of store.pages) {
    const room = roomOf(store.pageSize, number, total);
    if (room <= 0) continue;
    const before = roomOf(store.pageSize, number, store.total ?? total);
    // A last page that can hold more rows now lacks them.
    const isStale = page.isStale || (room > before && page.items.length < room);
    pages.set(number, { items: page.items.slice(0, room), isStale });
  }
  return pages;
}

function roomOf(pageSize: number, page: number, total: number): number {
  return Math.max(0, Math.min(pageSize, total - page * pageSize));
}
