export interface CountedKey {
  /** A media type. Null for all other items. */
  readonly key: string | null;
  readonly count: number;
}

interface LabelledGroup {
  readonly label: string;
  readonly count: number;
}

export interface KindWords {
  readonly kindOf: (mediaType: string) => string;
  readonly withType: (kind: string, type: string) => string;
  readonly rest: string;
}

/**
 * Joins neighbours of the same kind into a group. Lists are sorted by media type, so a kind can occur again; such a
 * group also shows its type.
 */
export function kindGroups(counted: readonly CountedKey[], words: KindWords): readonly LabelledGroup[] {
  const runs: { kind: string; types: string[]; count: number }[] = [];
  for (const { key, count } of counted) {
    const kind = key === null ? words.rest : words.kindOf(key);
    const last = runs.at(-1);
    if (last?.kind === kind) {
      last.count += count;
      last.types.push(key ?? '');
    } else runs.push({ kind, types: [key ?? ''], count });
  }
  return runs.map(({ kind, types: [type = ''], count }) => {
    const isRepeated = runs.filter((run) => run.kind === kind).length > 1;
    return { count, label: isRepeated ? words.withType(kind, shortType(type)) : kind };
  });
}

function shortType(mediaType: string): string {
  const subtype = mediaType.slice(mediaType.indexOf('/') + 1);
  return subtype.replace(/^(?:x|vnd)[-.]/, '').replace(/[+;].*$/, '');
}
