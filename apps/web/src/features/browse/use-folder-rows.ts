import { LIMITS, type NodeId, type NodeView } from '@coffer/contracts';
import { useState } from 'react';
import { type ApiError, apiErrorOf } from '../../api/error.ts';
import { childrenQuery, type Sorting } from '../../api/nodes.ts';
import { useQueries, useQueryCache } from '../../api/use-query.ts';
import { indexesOf, type RangeSet } from '../../lib/range-set.ts';

const PAGE = LIMITS.childrenPageSize;
/** The keys of a folder's lists have this much in common, whatever their order. */
const FAMILY_LENGTH = 3;

/** The rows of a folder by position, of which only those near the window are fetched. */
export interface FolderRows {
  /** Undefined until the first answer. */
  readonly total: number | undefined;
  readonly getRow: (index: number) => NodeView | undefined;
  /** Says which rows are seen; fetches their pages and the ones beside. */
  readonly setWindow: (first: number, last: number) => void;
  readonly error: ApiError | undefined;
  readonly retry: () => void;
  /** How many of the rows are folders, which come first; undefined while that cannot be told. */
  readonly countFolders: () => number | undefined;
  /** The nodes at the positions of a selection, fetched where they are not here yet. */
  readonly nodesOf: (selection: RangeSet) => Promise<readonly NodeView[]>;
}

export function useFolderRows(folderId: NodeId, sorting: Sorting): FolderRows {
  const cache = useQueryCache();
  const queryOf = (page: number) => childrenQuery(folderId, sorting, { at: page * PAGE, limit: PAGE });
  const [window, setWindow] = useState({ first: 0, last: PAGE - 1 });
  // Any page of the folder that is here tells how long the list is, while others are on their way.
  const knownTotal = cache.dataOfFamily(queryOf(0), FAMILY_LENGTH)?.total;
  const pages = pagesOf(window, knownTotal);
  const results = useQueries(pages.map(queryOf));
  const byPage = new Map(pages.map((page, position) => [page, results[position]?.data?.items] as const));
  const newest = results
    .filter((result) => result.data !== undefined)
    .toSorted((one, other) => other.readAt - one.readAt)[0]?.data;
  const failed = results.find((result) => result.failure !== undefined && result.data === undefined);
  return {
    total: newest?.total ?? knownTotal,
    getRow: (index) => byPage.get(Math.floor(index / PAGE))?.[index % PAGE],
    setWindow: (first, last) => setWindow({ first, last }),
    error: failed === undefined ? undefined : apiErrorOf(failed.failure?.cause),
    retry: () => {
      for (const result of results) if (result.failure !== undefined) void result.refetch();
    },
    countFolders: () => {
      const items = cache.stateOf(queryOf(0)).data?.items ?? [];
      const count = items.filter(({ kind }) => kind === 'folder').length;
      return count < items.length || items.length === newest?.total ? count : undefined;
    },
    nodesOf: async (selection) => {
      const nodes: NodeView[] = [];
      for (const index of indexesOf(selection)) {
        const page = Math.floor(index / PAGE);
        // What the person saw and chose, not what the list may have become since.
        const data = await cache.ensure(queryOf(page));
        const node = data.items[index % PAGE];
        if (node !== undefined) nodes.push(node);
      }
      return nodes;
    },
  };
}

/** The pages that the window touches and one on each side, within the list. */
function pagesOf(
  { first, last }: { readonly first: number; readonly last: number },
  total: number | undefined,
) {
  const end = total === undefined ? 0 : Math.max(0, Math.ceil(total / PAGE) - 1);
  const from = Math.min(end, Math.max(0, Math.floor(first / PAGE) - (first % PAGE < PAGE / 4 ? 1 : 0)));
  const to = Math.min(end, Math.floor(last / PAGE) + (last % PAGE > (PAGE * 3) / 4 ? 1 : 0));
  return Array.from({ length: Math.max(1, to - from + 1) }, (_, offset) => from + offset);
}
