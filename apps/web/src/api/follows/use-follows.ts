import type { NodeId } from '@coffer/contracts';
import { useMemo } from 'react';
import { useQuery } from '../calls/use-query.ts';
import { followedQuery } from './follows.ts';

/** Empty until the list is loaded. */
export function useFollows(): ReadonlySet<NodeId> {
  const { data } = useQuery(followedQuery());
  return useMemo(() => new Set(data?.items.map(({ node }) => node.id)), [data]);
}
