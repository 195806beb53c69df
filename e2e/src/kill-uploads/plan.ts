export const KINDS = ['tab', 'network', 'server', 'store'] as const;
export type Kind = (typeof KINDS)[number];

const WAYS = {
  tab: ['reload', 'crash', 'browser'],
  network: ['link', 'silence', 'reset'],
  server: ['kill'],
  store: ['kill'],
} as const satisfies Record<Kind, readonly string[]>;

/** Measured in uploaded bytes. */
export type Moment =
  | { readonly when: 'early'; readonly delayMs: number }
  | { readonly when: 'between'; readonly share: number }
  /** Milliseconds after the last byte. */
  | { readonly when: 'late'; readonly delayMs: number };

export interface KillPoint {
  readonly number: number;
  readonly kind: Kind;
  readonly way: string;
  readonly moment: Moment;
  readonly outageMs: number;
  readonly sizeBytes: number;
}

const MIB = 1024 * 1024;

/**
 * `count` kills at random moments, evenly distributed over the kinds. Every four include one of each kind, because the
 * application gives up on a store that ends repeatedly and a server kill resets that.
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

/** @see https://prng.di.unimi.it/splitmix64.c */
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
