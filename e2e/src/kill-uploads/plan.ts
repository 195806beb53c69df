/** What is killed: the page or its browser, the network between, the application, the object store. */
export const KINDS = ['tab', 'network', 'server', 'store'] as const;
export type Kind = (typeof KINDS)[number];

/** How a tab or a network goes away; a process has one way, SIGKILL. */
const WAYS = {
  tab: ['reload', 'crash', 'browser'],
  network: ['link', 'silence', 'reset'],
  server: ['kill'],
  store: ['kill'],
} as const satisfies Record<Kind, readonly string[]>;

/** When it happens, told by the bytes of the upload that have passed the line. */
export type Moment =
  /** So many milliseconds after the files were chosen, whatever has happened by then. */
  | { readonly when: 'early'; readonly delayMs: number }
  | { readonly when: 'between'; readonly share: number }
  /** So many milliseconds after the last byte: while it is completed, or a moment after. */
  | { readonly when: 'late'; readonly delayMs: number };

export interface KillPoint {
  readonly number: number;
  readonly kind: Kind;
  readonly way: string;
  readonly moment: Moment;
  /** How long the network stays away. */
  readonly outageMs: number;
  /** Of the large file. */
  readonly sizeBytes: number;
}

const MIB = 1024 * 1024;

/**
 * `count` kills at random moments, as many of each kind as of any other. Each four of them are one of each kind in a random order:
 * the parent of the store gives up on one that ends again and again, and every kill of the server gives it a fresh one.
 */
export function planKills(count: number, seed: number, kinds: readonly Kind[] = KINDS): readonly KillPoint[] {
  const random = randomOf(seed);
  const points: KillPoint[] = [];
  while (points.length < count) {
    for (const kind of shuffled(kinds, random)) {
      const ways = WAYS[kind];
      points.push({
        number: points.length + 1,
        kind,
        way: ways[Math.floor(random() * ways.length)] ?? ways[0],
        moment: momentOf(random),
        outageMs: 300 + random() * 3_700,
        sizeBytes: Math.floor(40 * MIB + random() * 8 * MIB),
      });
    }
  }
  return points.slice(0, count);
}

function momentOf(random: () => number): Moment {
  const draw = random();
  if (draw < 0.08) return { when: 'early', delayMs: random() * 300 };
  if (draw < 0.88) return { when: 'between', share: random() };
  return { when: 'late', delayMs: random() * 300 };
}

function shuffled<T>(values: readonly T[], random: () => number): readonly T[] {
  return values
    .map((value) => ({ value, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value);
}

/** Numbers from 0 to 1, the same ones for the same seed. @see https://prng.di.unimi.it/splitmix64.c */
function randomOf(seed: number): () => number {
  const mask = (1n << 64n) - 1n;
  let state = BigInt(seed);
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & mask;
    let mixed = state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & mask;
    return Number((mixed ^ (mixed >> 31n)) >> 11n) / 2 ** 53;
  };
}
