import { LIMITS, type NodeId, type NodeView } from '@coffer/contracts';
import { useState } from 'react';
import { type ApiError, apiErrorOf } from '../../api/calls/error.ts';
import { childrenQuery, type Listing } from '../../api/nodes.ts';
import { dataOfFamily, ensure } from '../../api/calls/query-cache.ts';
import { useQueries, useQueryCache } from '../../api/calls/use-query.ts';
import type { RangeSet } from '../../lib/ranges/range-set.ts';
import { type ReadRows, readPages } from '../../lib/selection/read-pages.ts';

const PAGE = LIMITS.childrenPageSize;
const FAMILY_LENGTH = 4;

/** The rows of a folder. Fetches only pages near the visible range. */
export interface FolderRows {
  readonly total: number | undefined;
  /** Whether more items match the filter than the list contains. */
  readonly isPartial: boolean;
  /** Increases with every change of an item in the folder. Undefined for contributors. */
  readonly revision: number | undefined;
  readonly getRow: (index: number) => NodeView | undefined;
  /** Finds loaded rows only. */
  readonly indexOf: (nodeId: NodeId) => number | undefined;
  /** Sets the visible range. */
  readonly setWindow: (first: number, last: number) => void;
  readonly error: ApiError | undefined;
  readonly retry: () => void;
  /** Number of folders, which come first. Undefined while unknown. */
  readonly countFolders: () => number | undefined;
  readonly loadedIndexes: () => Iterable<number>;
  readonly read: (selection: RangeSet, isFresh: boolean) => Promise<ReadRows<NodeView>>;
}

export function useFolderRows(folderId: NodeId, listing: Listing): FolderRows {
  const cache = useQueryCache();
  const queryOf = (page: number) => childrenQuery(folderId, listing, { at: page * PAGE, limit: PAGE });
  const [asked, setAsked] = useState<Pages & { readonly folderId: NodeId }>();
  const near = asked?.folderId === folderId ? asked : pagesNear(0, PAGE - 1);
  // Any loaded page contains the total.
  const known = dataOfFamily(cache, queryOf(0), FAMILY_LENGTH);
  const pages = pagesOf(near, known?.total);
  const results = useQueries(pages.map(queryOf));
  const byPage = new Map(pages.map((page, position) => [page, results[position]?.data?.items] as const));
  const newest = results
    .filter((result) => result.data !== undefined)
    .toSorted((one, other) => other.readAt - one.readAt)[0]?.data;
  const list = newest ?? known;
  const failed = results.find((result) => result.failure !== undefined && result.data === undefined);
  return {
    total: list?.total,
    isPartial: list?.isPartial === true,
    revision: list?.folderRevision ?? undefined,
    getRow: (index) => byPage.get(Math.floor(index / PAGE))?.[index % PAGE],
    indexOf: (nodeId) => {
      for (const [page, items] of byPage) {
        const at = items?.findIndex(({ id }) => id === nodeId) ?? -1;
        if (at >= 0) return page * PAGE + at;
      }
      return undefined;
    },
    setWindow: (first, last) => {
      const next = { ...pagesNear(first, last), folderId };
      // Keeping the same object avoids rendering the whole page at each scroll step.
      setAsked((now) =>
        now?.folderId === folderId && now.from === next.from && now.to === next.to ? now : next,
      );
    },
    error: failed === undefined ? undefined : apiErrorOf(failed.failure?.cause),
    retry: () => {
      for (const result of results) if (result.failure !== undefined) void result.refetch();
    },
    countFolders: () => {
      const items = cache.getQueryData(queryOf(0).queryKey)?.items ?? [];
      const count = items.filter(({ kind }) => kind === 'folder').length;
      return count < items.length || items.length === newest?.total ? count : undefined;
    },
    loadedIndexes: function* () {
      for (const [page, items] of byPage) for (const at of items?.keys() ?? []) yield page * PAGE + at;
    },
    read: async (selection, isFresh) =>
      await readPages(selection, {
        pageSize: PAGE,
        readPage: async (page) => await ensure(cache, queryOf(page), { isFresh }),
      }),
  };
}

interface Pages {
  readonly from: number;
  readonly to: number;
}

function pagesNear(first: number, last: number): Pages {
  return {
    from: Math.max(0, Math.floor(first / PAGE) - (first % PAGE < PAGE / 4 ? 1 : 0)),
    to: Math.floor(last / PAGE) + (last % PAGE > (PAGE * 3) / 4 ? 1 : 0),
  };
}

function pagesOf(near: Pages, total: number | undefined): readonly number[] {
  const end = total === undefined ? 0 : Math.max(0, Math.ceil(total / PAGE) - 1);
  const from = Math.min(end, near.from);
  const to = Math.min(end, near.to);
  return Array.from({ length: Math.max(1, to - from + 1) }, (_, offset) => from + offset);
}
