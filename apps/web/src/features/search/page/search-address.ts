import {
  isNodeId,
  isSpaceId,
  isUserId,
  LIMITS,
  type NodeId,
  SEARCH_KINDS,
  type SearchKind,
  type SpaceId,
  type UserId,
} from '@coffer/contracts';
import type { SearchRequest } from '../../../api/search/search.ts';

const MB = 1_000_000;

/** Size ranges, which include both ends. */
export const SIZES = {
  small: { to: MB },
  medium: { from: MB, to: 100 * MB },
  large: { from: 100 * MB, to: 1_000 * MB },
  huge: { from: 1_000 * MB },
} as const;

/** Numbers of calendar days, including today. */
export const DAYS = { today: 1, week: 7, month: 30, year: 365 } as const;
export const TRASH = ['include', 'only'] as const;
/** Where to search. If the URL names neither, both are searched. */
export const PLACES = ['name', 'content'] as const;
export type SearchPlace = (typeof PLACES)[number];

export interface SearchAddress {
  readonly q: string;
  readonly in?: SearchPlace | undefined;
  readonly kind?: SearchKind | undefined;
  readonly modified?: keyof typeof DAYS | undefined;
  readonly size?: keyof typeof SIZES | undefined;
  readonly space?: SpaceId | undefined;
  /** Limits the search to this folder. */
  readonly folder?: NodeId | undefined;
  readonly trash?: (typeof TRASH)[number] | undefined;
  /** The person who added the item, or its current version. */
  readonly by?: UserId | undefined;
  readonly tag?: string | undefined;
  /** The file that is open over the results. */
  readonly view?: NodeId | undefined;
}

/** Page size for matches in contents, each of which takes several lines. */
const CONTENTS_SHOWN = '30';

/** Reads the search from the URL, ignoring unknown values. */
export function parseSearch(search: string): SearchAddress {
  const given = new URLSearchParams(search);
  const [space, folder] = [given.get('space'), given.get('folder')];
  const [view, by] = [given.get('view'), given.get('by')];
  const tag = given.get('tag')?.trim() ?? '';
  return {
    q: (given.get('q') ?? '').trim().slice(0, LIMITS.searchLengthMax),
    in: oneOf(PLACES, given.get('in')),
    kind: oneOf(SEARCH_KINDS, given.get('kind')),
    modified: oneOf(keysOf(DAYS), given.get('modified')),
    size: oneOf(keysOf(SIZES), given.get('size')),
    space: isSpaceId(space) ? space : undefined,
    folder: isNodeId(folder) ? folder : undefined,
    trash: oneOf(TRASH, given.get('trash')),
    by: isUserId(by) ? by : undefined,
    tag: tag === '' || tag.length > LIMITS.tagNameLengthMax ? undefined : tag,
    view: isNodeId(view) ? view : undefined,
  };
}

export function searchAddress(address: SearchAddress): string {
  const given = Object.entries(address).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return `/search?${new URLSearchParams(given).toString()}`;
}

export function requestOf(address: SearchAddress, place: SearchPlace, today: Date): SearchRequest {
  const { q, kind, space, folder, by, tag, trash } = address;
  const size: { readonly from?: number; readonly to?: number } =
    address.size === undefined ? {} : SIZES[address.size];
  const since = address.modified === undefined ? undefined : daysBefore(today, DAYS[address.modified] - 1);
  return {
    q,
    ...(place === 'name' ? {} : { in: place, limit: CONTENTS_SHOWN }),
    ...(kind === undefined ? {} : { kind }),
    ...(space === undefined ? {} : { space }),
    ...(folder === undefined ? {} : { folder }),
    ...(by === undefined ? {} : { by }),
    ...(tag === undefined ? {} : { tag }),
    ...(trash === undefined ? {} : { trash }),
    ...(size.from === undefined ? {} : { sizeFrom: String(size.from) }),
    ...(size.to === undefined ? {} : { sizeTo: String(size.to) }),
    ...(since === undefined ? {} : { modifiedFrom: since.toISOString() }),
  };
}

function daysBefore(today: Date, days: number): Date {
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - days);
}

export function keysOf<K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table is a literal of this file
  return Object.keys(table) as K[];
}

function oneOf<T extends string>(values: readonly T[], given: string | null): T | undefined {
  return values.find((value) => value === given);
}
