import type { NodeView, SharedByMePage, SharedWithMePage } from '@coffer/contracts';
import { useState } from 'react';
import { type ApiError, apiErrorOf } from '../../api/calls/error.ts';
import {
  type GivenGrant,
  sharedByMeQuery,
  type SharedSorting,
  sharedWithMeQuery,
} from '../../api/sharing/sharing.ts';
import { type QueryResult, useQueries } from '../../api/calls/use-query.ts';
import type { SharedAddress } from './shared-address.ts';

/** An item that somebody shared with the person. */
export interface SharedWithMe {
  readonly list: 'with-me';
  readonly node: NodeView;
  readonly grant: GivenGrant;
  /** Name of the person who shared the item. Null if the account was deleted. */
  readonly grantedBy: string | null;
  /** The group that the item was shared with. Undefined if it was shared with the person directly. */
  readonly through: string | undefined;
}

/** An item that the person shared, with the first people and groups and their total number. */
export type SharedByMe = SharedByMePage['items'][number] & { readonly list: 'by-me' };
export type SharedItem = SharedWithMe | SharedByMe;

export interface SharedPages {
  readonly items: readonly SharedItem[];
  readonly error: ApiError | undefined;
  readonly isWaiting: boolean;
  /** Undefined at the end, while a page is loading, and after a failure. */
  readonly showMore: (() => void) | undefined;
  readonly retry: () => void;
  readonly refetch: () => Promise<void>;
}

/** Pass the list and its order as `key`. */
export function useSharedPages({ list, sorting }: SharedAddress): SharedPages {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const afters = [undefined, ...cursors];
  const withMe = useWithMe(list === 'with-me' ? afters : [], sorting);
  const byMe = useByMe(list === 'by-me' ? afters : [], sorting);
  const results: readonly QueryResult<{ readonly next: string | null }>[] =
    list === 'with-me' ? withMe.results : byMe.results;
  const next = results.at(-1)?.data?.next;
  const failed = results.find(({ data, failure }) => data === undefined && failure !== undefined);
  const all: readonly SharedItem[] = [...withMe.items, ...byMe.items];
  // Items that changed between two pages may be on both.
  const items = new Map(all.map((item) => [item.node.id, item]));
  const isWaiting = results.some(({ data, failure }) => data === undefined && failure === undefined);
  return {
    items: [...items.values()],
    error: failed === undefined ? undefined : apiErrorOf(failed.failure?.cause),
    isWaiting,
    showMore: typeof next === 'string' ? () => setCursors([...cursors, next]) : undefined,
    retry: () => {
      for (const { failure, refetch } of results) if (failure !== undefined) void refetch();
    },
    refetch: async () => {
      await Promise.all(results.map(({ refetch }) => refetch()));
    },
  };
}

function useWithMe(afters: readonly (string | undefined)[], sorting: SharedSorting) {
  const results: readonly QueryResult<SharedWithMePage>[] = useQueries(
    afters.map((after) => sharedWithMeQuery(sorting, after)),
  );
  const items = results
    .flatMap(({ data }) => data?.items ?? [])
    .map(({ group, ...item }) => ({ ...item, list: 'with-me' as const, through: group?.name }));
  return { results, items };
}

function useByMe(afters: readonly (string | undefined)[], sorting: SharedSorting) {
  const results: readonly QueryResult<SharedByMePage>[] = useQueries(
    afters.map((after) => sharedByMeQuery(sorting, after)),
  );
  const items = results
    .flatMap(({ data }) => data?.items ?? [])
    .map((item) => ({ ...item, list: 'by-me' as const }));
  return { results, items };
}
