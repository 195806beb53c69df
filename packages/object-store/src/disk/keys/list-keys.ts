import { compareKeys, type KeyEntry, type KeyIndex } from './key-index.ts';

export interface ListQuery {
  readonly prefix: string;
  /** Empty if keys are not grouped. */
  readonly delimiter: string;
  /** Start after this key or common prefix, which is not included. */
  readonly after: string;
  readonly keysMax: number;
}

export type ListItem =
  | { readonly kind: 'key'; readonly entry: KeyEntry }
  | { readonly kind: 'prefix'; readonly prefix: string };

export interface ListPage {
  readonly items: readonly ListItem[];
  readonly next?: string;
}

/** Lists one page. Costs one search per item, even for a common prefix of many keys. */
export function listKeys(index: KeyIndex, query: ListQuery): ListPage {
  const items: ListItem[] = [];
  let last = '';
  let entry = firstEntry(index, query);
  while (entry !== undefined && entry.key.startsWith(query.prefix)) {
    if (items.length >= query.keysMax) return query.keysMax === 0 ? { items } : { items, next: last };
    const group = commonPrefix(entry.key, query);
    last = group ?? entry.key;
    items.push(group === undefined ? { kind: 'key', entry } : { kind: 'prefix', prefix: group });
    entry = group === undefined ? index.after(entry.key) : index.afterPrefix(group);
  }
  return { items };
}

function firstEntry(index: KeyIndex, query: ListQuery): KeyEntry | undefined {
  const { prefix, after } = query;
  if (after === '') return index.atOrAfter(prefix);
  // After a common prefix, the next page starts after all keys below it.
  if (after.startsWith(prefix) && commonPrefix(after, query) === after) return index.afterPrefix(after);
  return compareKeys(after, prefix) < 0 ? index.atOrAfter(prefix) : index.after(after);
}

function commonPrefix(key: string, { prefix, delimiter }: ListQuery): string | undefined {
  if (delimiter === '') return undefined;
  const at = key.indexOf(delimiter, prefix.length);
  return at === -1 ? undefined : key.slice(0, at + delimiter.length);
}
