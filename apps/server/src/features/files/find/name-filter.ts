import { SERVER_LIMITS } from '@coffer/contracts';
import { readWithin } from '../../../platform/db/bounded-read.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Folder, NameMatch } from '../store/children.ts';
import { searchText } from '../../../platform/texts/search-text.ts';
import { innerNeedleOf, needleOf, parseTerms, prefixOf } from './terms.ts';

const TIMEOUT_MS = 2_000;
/** Folders up to this size are scanned, so that even one letter is found inside words. */
const SCANNED_MAX = 20_000;

export interface NameFilter {
  readonly match: NameMatch & { readonly needles: readonly string[] };
  readonly prefix: string;
}

/** Undefined if the filter contains no search term. */
export function parseFilter(filter: string | undefined, itemCount: number): NameFilter | undefined {
  const search = parseTerms(filter ?? '');
  if (search.terms.length === 0) return undefined;
  const needles = search.terms.map(itemCount > SCANNED_MAX ? needleOf : innerNeedleOf);
  return { match: { needles }, prefix: prefixOf(search) };
}

export function isMatch({ match }: NameFilter, name: string): boolean {
  const folded = searchText(name);
  return match.needles.every((needle) => folded.includes(needle));
}

interface Filtered<T> {
  readonly found: T;
  readonly isPartial: boolean;
}

/**
 * Reads the names that match. After a timeout, reads only names that begin with the filter; undefined if that times out
 * too.
 */
export async function readFiltered<T extends { readonly total: number }>(
  db: Db,
  { folder, filter }: { readonly folder: Folder; readonly filter: NameFilter },
  read: (tx: Tx, folder: Folder) => Promise<T>,
): Promise<Filtered<T> | undefined> {
  const within = async (matching: NameMatch) =>
    await readWithin(db, TIMEOUT_MS, async (tx) => await read(tx, { ...folder, matching }));
  const all = await within(filter.match);
  if (all !== undefined) return { found: all, isPartial: all.total >= SERVER_LIMITS.searchRankedMax };
  const some = await within({ prefix: filter.prefix });
  return some === undefined ? undefined : { found: some, isPartial: true };
}
