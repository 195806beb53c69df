import { sharedData } from './shared-data.ts';

/** From general to specific; what changes invalidates by the beginning. */
export type QueryKey = readonly (string | number)[];

/** One thing to ask the server for. A key is made in one factory only, so that the same key always stands for the same type. */
export interface Query<T> {
  readonly key: QueryKey;
  readonly read: (signal: AbortSignal) => Promise<T>;
  /** For so long an answer is taken without asking again. */
  readonly freshMs?: number;
  /** For so long an answer is kept that nobody looks at. */
  readonly keptMs?: number;
}

/** What is known of a query. Data of before stay while they are asked for again, and when that fails. */
export interface QueryState<T> {
  readonly data?: T;
  readonly failure?: { readonly cause: unknown };
  /** Another number for each change of the state. */
  readonly stamp: number;
  /** When the data came; 0 when there are none. */
  readonly readAt: number;
}

export interface QueryCache {
  readonly stateOf: <T>(query: Query<T>) => QueryState<T>;
  /** The data of some query whose key begins with the first `length` parts of this one's; they must be of one type. */
  readonly dataOfFamily: <T>(query: Query<T>, length: number) => T | undefined;
  /** Keeps a query asked for and fresh. What nobody watches any more is no longer fetched, and forgotten after a time. */
  readonly watch: (query: Query<unknown>) => () => void;
  /** The data that are there, however old, or else those that come. Rejects with the failure. */
  readonly ensure: <T>(query: Query<T>) => Promise<T>;
  readonly set: <T>(query: Query<T>, data: T) => void;
  /** Asks again, whether or not there is an answer. Never rejects: the failure is part of the state. */
  readonly refetch: (query: Query<unknown>) => Promise<void>;
  /** Whatever begins with the key is old now: what is watched is asked for again at once, the rest when it is needed. */
  readonly invalidate: (key: QueryKey) => Promise<void>;
  /** Asks again for what is watched and no longer fresh, as when the person comes back to the tab. */
  readonly refresh: () => void;
  readonly clear: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

interface Entry {
  readonly id: string;
  query: Query<unknown>;
  state: QueryState<unknown>;
  isOld: boolean;
  watchers: number;
  flight?: { readonly stop: AbortController; readonly landed: Promise<void> } | undefined;
  timer?: ReturnType<typeof setTimeout>;
}

interface Store {
  readonly entries: Map<string, Entry>;
  readonly listeners: Set<() => void>;
}

const NOTHING: QueryState<never> = { stamp: 0, readAt: 0 };
const FRESH_MS = 15_000;
const KEPT_MS = 5 * 60_000;

let lastStamp = 0;

/** Answers of the server in memory. It does not try again by itself: the client has done so already, where that could help. */
export function makeQueryCache(): QueryCache {
  const store: Store = { entries: new Map(), listeners: new Set() };
  const { entries, listeners } = store;
  const all = (): readonly Entry[] => [...entries.values()];
  return {
    stateOf: <T>(query: Query<T>) => typed<T>(entries.get(idOf(query.key))?.state ?? NOTHING),
    dataOfFamily: <T>(query: Query<T>, length: number) => {
      const family = query.key.slice(0, length);
      const members = all().filter((entry) => beginsWith(entry.query.key, family));
      return members.map(({ state }) => typed<T>(state).data).find((data) => data !== undefined);
    },
    watch: (query) => watch(store, query),
    ensure: (query) => ensure(store, query),
    set: (query, data) => {
      const entry = entryOf(store, query);
      put(store, entry, data);
      if (entry.watchers === 0) rest(store, entry);
    },
    refetch: (query) => ask(store, entryOf(store, query)),
    invalidate: async (key) => {
      const met = all().filter((entry) => beginsWith(entry.query.key, key));
      for (const entry of met) entry.isOld = true;
      await Promise.all(met.filter(isWatched).map((entry) => ask(store, entry)));
    },
    refresh: () => {
      for (const entry of all()) if (isWatched(entry)) askIfStale(store, entry);
    },
    clear: () => {
      for (const entry of all()) {
        clearTimeout(entry.timer);
        land(entry);
      }
      entries.clear();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function idOf(key: QueryKey): string {
  return JSON.stringify(key);
}

function beginsWith(key: QueryKey, beginning: QueryKey): boolean {
  return beginning.every((part, index) => part === key[index]);
}

function entryOf({ entries }: Store, query: Query<unknown>): Entry {
  const id = idOf(query.key);
  const entry: Entry = entries.get(id) ?? { id, query, state: NOTHING, isOld: false, watchers: 0 };
  // How to read may have changed: an address that is signed anew, say.
  entry.query = query;
  entries.set(id, entry);
  return entry;
}

function isWatched({ watchers }: Entry): boolean {
  return watchers > 0;
}

function watch(store: Store, query: Query<unknown>): () => void {
  const entry = entryOf(store, query);
  entry.watchers += 1;
  clearTimeout(entry.timer);
  askIfStale(store, entry);
  return () => {
    entry.watchers -= 1;
    // Whoever takes over in the same turn finds the flight still on its way.
    queueMicrotask(() => {
      if (!isWatched(entry)) rest(store, entry);
    });
  };
}

async function ensure<T>(store: Store, query: Query<T>): Promise<T> {
  const entry = entryOf(store, query);
  if (entry.state.data === undefined) {
    const release = watch(store, query);
    await allLanded(entry);
    release();
  }
  const { data, failure } = typed<T>(entry.state);
  if (data !== undefined) return data;
  throw failure?.cause instanceof Error ? failure.cause : new Error('There is no answer', failure);
}

function askIfStale(store: Store, entry: Entry): void {
  const { query, state, isOld } = entry;
  const ageMs = Date.now() - state.readAt;
  const isStale = isOld || state.data === undefined || ageMs >= (query.freshMs ?? FRESH_MS);
  if (entry.flight === undefined && isStale) void ask(store, entry);
}

/** A newer flight takes the place of the one before, whose answer may be from before a change. */
function ask(store: Store, entry: Entry): Promise<void> {
  land(entry);
  const stop = new AbortController();
  const unlessLate = (show: () => void): void => {
    if (entry.flight?.stop !== stop) return;
    entry.flight = undefined;
    show();
  };
  const landed = entry.query.read(stop.signal).then(
    (data) => unlessLate(() => put(store, entry, data)),
    (cause: unknown) => unlessLate(() => change(store, entry, { ...entry.state, failure: { cause } })),
  );
  entry.flight = { stop, landed };
  // What has failed and is asked for again is waited for again.
  if (entry.state.failure !== undefined && entry.state.data === undefined) change(store, entry, NOTHING);
  return allLanded(entry);
}

/** Gives up what is on its way. */
function land(entry: Entry): void {
  entry.flight?.stop.abort();
  entry.flight = undefined;
}

async function allLanded(entry: Entry): Promise<void> {
  while (entry.flight !== undefined) await entry.flight.landed;
}

function put(store: Store, entry: Entry, data: unknown): void {
  entry.isOld = false;
  change(store, entry, { data: sharedData(entry.state.data, data), readAt: Date.now() });
}

function change({ listeners }: Store, entry: Entry, state: Omit<QueryState<unknown>, 'stamp'>): void {
  lastStamp += 1;
  entry.state = { ...state, stamp: lastStamp };
  for (const listener of listeners) listener();
}

/** Nobody looks at it any more. */
function rest({ entries }: Store, entry: Entry): void {
  const keptMs = entry.query.keptMs ?? KEPT_MS;
  const forget = (): void => {
    if (entries.get(entry.id) === entry) entries.delete(entry.id);
  };
  land(entry);
  clearTimeout(entry.timer);
  if (keptMs === 0) forget();
  else entry.timer = setTimeout(forget, keptMs);
}

function typed<T>(state: QueryState<unknown>): QueryState<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the map holds states of every type; a key stands for one of them
  return state as QueryState<T>;
}
